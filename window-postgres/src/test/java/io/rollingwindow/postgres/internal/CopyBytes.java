package io.rollingwindow.postgres.internal;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Writes a binary COPY as PostgreSQL's documentation describes it. */
final class CopyBytes {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  CopyBytes() {
    this(new byte[0]);
  }

  CopyBytes(byte[] extension) {
    bytes.writeBytes("PGCOPY\n".getBytes(StandardCharsets.US_ASCII));
    bytes.writeBytes(new byte[] {(byte) 0xFF, '\r', '\n', 0});
    bytes.writeBytes(int4(0));
    bytes.writeBytes(int4(extension.length));
    bytes.writeBytes(extension);
  }

  /** Adds a row; null is NULL. */
  CopyBytes row(byte[]... fields) {
    bytes.writeBytes(int2(fields.length));
    for (byte[] field : fields) {
      if (field == null) {
        bytes.writeBytes(int4(-1));
      } else {
        bytes.writeBytes(int4(field.length));
        bytes.writeBytes(field);
      }
    }
    return this;
  }

  byte[] end() {
    bytes.writeBytes(int2(-1));
    return bytes.toByteArray();
  }

  /** The instant at which the rows of tests are. */
  static byte[] time() {
    return int8(0);
  }

  static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] int2(int value) {
    return ByteBuffer.allocate(2).putShort((short) value).array();
  }

  static byte[] int4(int value) {
    return ByteBuffer.allocate(4).putInt(value).array();
  }

  static byte[] int8(long value) {
    return ByteBuffer.allocate(8).putLong(value).array();
  }

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      joined.writeBytes(part);
    }
    return joined.toByteArray();
  }
}
