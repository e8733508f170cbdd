package io.rollingwindow.postgres.internal;

import io.rollingwindow.row.DateTime64Range;
import io.rollingwindow.row.DigestKey;
import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.type.WindowSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Rows of one column, a window column at 2000-01-01, and possibly one more column, as they leave
 * the encoder.
 */
final class Encoded {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final RowEncoder encoder;

  private Encoded(WindowSchema schema) {
    encoder =
        RowEncoder.builder(schema)
            .window("at", 946_684_800_000_000L, 946_684_800_000_001L)
            .digestKey(new DigestKey(1, 2))
            .maxEncodedBytes(1 << 16)
            .dateTime64Range(DateTime64Range.YEARS_0_TO_9999)
            .sink(bytes::write)
            .build();
  }

  static Encoded of(String type) {
    return new Encoded(
        WindowSchema.builder().column("c", type).column("at", "DateTime64(6, 'UTC')").build());
  }

  static Encoded of(String first, String last) {
    return new Encoded(
        WindowSchema.builder()
            .column("c", first)
            .column("at", "DateTime64(6, 'UTC')")
            .column("d", last)
            .build());
  }

  RowEncoder encoder() {
    return encoder;
  }

  /** What has been encoded. */
  byte[] bytes() throws IOException {
    encoder.finish();
    return bytes.toByteArray();
  }

  /** The bytes of rows of a number and a text each, written without a decoder. */
  byte[] rows(Object... numbersAndTexts) throws IOException {
    for (int i = 0; i < numbersAndTexts.length; i += 2) {
      encoder.int64((long) numbersAndTexts[i]);
      encoder.epochMicros(946_684_800_000_000L);
      if (numbersAndTexts[i + 1] == null) {
        encoder.nul();
      } else {
        byte[] text = ((String) numbersAndTexts[i + 1]).getBytes(StandardCharsets.UTF_8);
        encoder.text(text, 0, text.length);
      }
      encoder.endRow();
    }
    return bytes();
  }

  /** The bytes of a row of one column, as a decoder hands its value on. */
  static byte[] value(FieldDecoder decoder, String type, byte[] field) throws IOException {
    Encoded encoded = of(type);
    byte[] padded = CopyBytes.join(new byte[3], field, new byte[5]);
    decoder.decode(padded, 3, field.length, encoded.encoder);
    encoded.encoder.epochMicros(946_684_800_000_000L);
    encoded.encoder.endRow();
    byte[] row = encoded.bytes();
    return Arrays.copyOf(row, row.length - 8);
  }
}
