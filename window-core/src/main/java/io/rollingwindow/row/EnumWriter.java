package io.rollingwindow.row;

import io.rollingwindow.row.RowValueException.Reason;
import io.rollingwindow.type.ColumnType;
import io.rollingwindow.type.EnumType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * Enum8 and Enum16: the value of the label as a signed integer. Labels are found by their bytes in
 * a hash table.
 */
final class EnumWriter extends ColumnWriter {

  private final int width;

  /** At most half full, so that a search always ends at an empty place. */
  private final byte[][] labels;

  private final int[] values;

  EnumWriter(RowBuffer out, String column, ColumnType type, EnumType labels) {
    super(out, column, type);
    this.width = labels.bits() / Byte.SIZE;
    int places = Integer.highestOneBit(labels.values().size()) * 4;
    this.labels = new byte[places][];
    this.values = new int[places];
    for (Map.Entry<String, Integer> label : labels.values().entrySet()) {
      byte[] bytes = label.getKey().getBytes(StandardCharsets.UTF_8);
      int place = place(bytes, 0, bytes.length);
      this.labels[place] = bytes;
      this.values[place] = label.getValue();
    }
  }

  @Override
  void text(byte[] buffer, int offset, int length) throws IOException {
    enumLabel(buffer, offset, length);
  }

  @Override
  void enumLabel(byte[] buffer, int offset, int length) throws IOException {
    int place = place(buffer, offset, length);
    if (labels[place] == null) {
      throw failure(Reason.UNKNOWN_ENUM_LABEL, "the label is none of " + typeName() + "'s");
    }
    out.reserve(width, this);
    out.putLittleEndian(values[place], width);
  }

  /** Where the label stands, or the empty place where it would. */
  private int place(byte[] buffer, int offset, int length) {
    int hash = 0;
    for (int i = offset; i < offset + length; i++) {
      hash = (hash ^ (buffer[i] & 0xFF)) * 0x01000193;
    }
    int mask = labels.length - 1;
    int place = (hash ^ (hash >>> 15)) & mask;
    while (labels[place] != null
        && !Arrays.equals(
            labels[place], 0, labels[place].length, buffer, offset, offset + length)) {
      place = (place + 1) & mask;
    }
    return place;
  }
}
