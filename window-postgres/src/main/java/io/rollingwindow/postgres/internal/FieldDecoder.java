package io.rollingwindow.postgres.internal;

import io.rollingwindow.row.RowEncoder;
import java.io.IOException;

/** Hands one value in PostgreSQL's binary form on to an encoder. Without state. */
@FunctionalInterface
interface FieldDecoder {

  /**
   * Decodes a value that is not NULL.
   *
   * @param buffer holds the value's bytes
   * @param offset where they begin
   * @param length how many there are
   * @param rows takes the value
   * @throws MalformedCopyException when the bytes are not of the type's binary form
   * @throws io.rollingwindow.row.RowValueException when the value has no exact form in its column
   * @throws IOException when the encoder's sink fails
   */
  void decode(byte[] buffer, int offset, int length, RowEncoder rows) throws IOException;
}
