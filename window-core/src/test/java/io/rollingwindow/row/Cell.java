package io.rollingwindow.row;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rollingwindow.type.WindowSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/** One value of one type in a row of its own, for tests of a single type. */
final class Cell {

  /** The calls that put the value. */
  interface Put {
    void into(RowEncoder rows) throws IOException;
  }

  static final DigestKey KEY = new DigestKey(0x0706050403020100L, 0x0F0E0D0C0B0A0908L);

  /** The window column's bytes in front of the value. */
  private static final int WINDOW_WIDTH = 8;

  private Cell() {}

  /** The value's bytes in hexadecimal digits. */
  static String of(String type, Put put) {
    return of(type, DateTime64Range.YEARS_1900_TO_2299, put);
  }

  static String of(String type, DateTime64Range range, Put put) {
    try {
      ByteArrayOutputStream stream = new ByteArrayOutputStream();
      RowEncoder rows = encoder(type, range, stream::write);
      rows.epochMicros(0);
      put.into(rows);
      rows.endRow();
      rows.finish();
      byte[] row = stream.toByteArray();
      return HexFormat.of().formatHex(Arrays.copyOfRange(row, WINDOW_WIDTH, row.length));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Why the value is refused, after checking that the refusal names the column and that nothing was
   * handed on.
   */
  static RowValueException.Reason refusal(String type, Put put) {
    return refusal(type, DateTime64Range.YEARS_1900_TO_2299, put);
  }

  static RowValueException.Reason refusal(String type, DateTime64Range range, Put put) {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    RowEncoder rows = encoder(type, range, stream::write);
    try {
      rows.epochMicros(0);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    RowValueException refused = assertThrows(RowValueException.class, () -> put.into(rows));
    if (!refused.column().orElse("").equals("c") || !refused.getMessage().contains("\"c\"")) {
      throw new AssertionError("the column is not named: " + refused.getMessage(), refused);
    }
    assertThrows(IllegalStateException.class, rows::endRow);
    assertThrows(IllegalStateException.class, rows::finish);
    if (stream.size() != 0 || rows.rows() != 0) {
      throw new AssertionError("a part of a refused row was handed on");
    }
    return refused.reason();
  }

  static RowEncoder encoder(String type, DateTime64Range range, PayloadSink sink) {
    return RowEncoder.builder(
            WindowSchema.builder().column("w", "DateTime64(6, 'UTC')").column("c", type).build())
        .window("w", 0, 1)
        .digestKey(KEY)
        .maxEncodedBytes(64 * 1024 * 1024)
        .dateTime64Range(range)
        .sink(sink)
        .build();
  }

  static Put text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return rows -> rows.text(bytes, 0, bytes.length);
  }

  static Put bytes(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    return rows -> rows.bytes(bytes, 0, bytes.length);
  }

  static Put numeric(String number) {
    return rows -> ValueFeed.numeric(rows, new java.math.BigDecimal(number), 0);
  }

  static Put integer(String number) {
    byte[] bytes = new java.math.BigInteger(number).toByteArray();
    return rows -> rows.integer(bytes, 0, bytes.length);
  }
}
