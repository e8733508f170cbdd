package io.rollingwindow.row;

import io.rollingwindow.type.WindowSchema;
import java.io.IOException;

/**
 * Writes rows as ClickHouse RowBinary, counts and digests them on the way, and hands full payloads
 * on.
 *
 * <p>For every row, call one method per column in the order of the schema, then {@link #endRow()};
 * after the last row, {@link #finish()}. Every value is written exactly, or the call fails with a
 * {@link RowValueException} and the encoder takes nothing more: after any failure, throw it away
 * with its output. Nothing is written twice and no part of a row is ever handed on.
 *
 * <p>Values are passed as primitives or as ranges of arrays that are read during the call; no call
 * creates an object. One encoder serves one thread.
 */
public final class RowEncoder {

  private RowEncoder() {}

  private static void unavailable() {
    throw new UnsupportedOperationException();
  }

  /**
   * Starts to configure an encoder.
   *
   * @param schema the columns of the target
   * @return a builder
   */
  public static Builder builder(WindowSchema schema) {
    return new Builder(schema);
  }

  /**
   * Writes a truth value into a Bool column.
   *
   * @param value the value
   * @throws RowValueException when the value, or a value at this place, cannot be written exactly
   * @throws IOException when the sink fails to take a finished payload
   */
  public void bool(boolean value) throws IOException {
    unavailable();
  }

  /**
   * Writes an integer into an integer or Decimal column that holds it, or into a floating point
   * column that holds it without rounding.
   *
   * @param value the value
   * @throws RowValueException when the value, or a value at this place, cannot be written exactly
   * @throws IOException when the sink fails to take a finished payload
   */
  public void int64(long value) throws IOException {
    unavailable();
  }

  /**
   * Writes an integer of any size into an integer or Decimal column that holds it.
   *
   * @param buffer holds the number in two's complement, the highest byte first
   * @param offset where it begins
   * @param length its bytes, at least 1
   * @throws RowValueException when the value, or a value at this place, cannot be written exactly
   * @throws IOException when the sink fails to take a finished payload
   */
  public void integer(byte[] buffer, int offset, int length) throws IOException {
    unavailable();
  }

  /**
   * Writes the number {@code unscaled} &times; 10<sup>-{@code scale}</sup> into a Decimal or
   * integer column that holds it.
   *
   * @param unscaled the digits with their sign
   * @param scale decimal digits behind the point; negative for zeros before it
   * @throws RowValueException when the value, or a value at this place, cannot be written exactly
   * @throws IOException when the sink fails to take a finished payload
   */
  public void decimal(long unscaled, int scale) throws IOException {
    unavailable();
  }

  /**
   * Writes a number given in PostgreSQL's base-10000 digits into a Decimal or integer column that
   * holds it. The display scale plays no part: zeros at the end change nothing.
   *
   * @param buffer holds the digits, each a 16-bit number of 0 to 9999, the highest byte first
   * @param offset where the first digit begins
   * @param digits how many digits there are; 0 for zero
   * @param weight the power of 10000 of the first digit
   * @param negative the sign
   * @throws RowValueException when the value, or a value at this place, cannot be written exactly
   * @throws IOException when the sink fails to take a finished payload
   */
  public void numeric(byte[] buffer, int offset, int digits, int weight, boolean negative)
      throws IOException {
    unavailable();
  }

  /**
   * Writes a binary32 number into a floating point column. NaN, the infinities and both zeros are
   * kept.
   *
   * @param value the value
   * @throws RowValueException when the value, or a value at this place, cannot be written exactly
   * @throws IOException when the sink fails to take a finished payload
   */
  public void float32(float value) throws IOException {
    unavailable();
  }

  /**
   * Writes a binary64 number into a Float64 column, or into a Float32 column that holds it without
   * rounding. NaN, the infinities and both zeros are kept.
   *
   * @param value the value
   * @throws RowValueException when the value, or a value at this place, cannot be written exactly
   * @throws IOException when the sink fails to take a finished payload
   */
  public void float64(double value) throws IOException {
    unavailable();
  }

  /**
   * Writes text into a String, FixedString or Enum column. It must be well-formed UTF-8. In a
   * FixedString shorter text is followed by NUL bytes, as ClickHouse does it, so text that ends in
   * a NUL itself is refused there. An Enum takes the text as the label.
   *
   * @param buffer holds the text in UTF-8
   * @param offset where it begins
   * @param length its bytes
   * @throws RowValueException when the value, or a value at this place, cannot be written exactly
   * @throws IOException when the sink fails to take a finished payload
   */
  public void text(byte[] buffer, int offset, int length) throws IOException {
    unavailable();
  }

  /**
   * Writes bytes of any content into a String column, or into a FixedString column of exactly that
   * length.
   *
   * @param buffer holds the bytes
   * @param offset where they begin
   * @param length how many there are
   * @throws RowValueException when the value, or a value at this place, cannot be written exactly
   * @throws IOException when the sink fails to take a finished payload
   */
  public void bytes(byte[] buffer, int offset, int length) throws IOException {
    unavailable();
  }

  /**
   * Writes the value of a label into an Enum column.
   *
   * @param buffer holds the label in UTF-8
   * @param offset where it begins
   * @param length its bytes
   * @throws RowValueException when the value, or a value at this place, cannot be written exactly
   * @throws IOException when the sink fails to take a finished payload
   */
  public void enumLabel(byte[] buffer, int offset, int length) throws IOException {
    unavailable();
  }

  /**
   * Writes a UUID.
   *
   * @param high the upper 64 bits
   * @param low the lower 64 bits
   * @throws RowValueException when the value, or a value at this place, cannot be written exactly
   * @throws IOException when the sink fails to take a finished payload
   */
  public void uuid(long high, long low) throws IOException {
    unavailable();
  }

  /**
   * Writes a calendar day into a Date or Date32 column.
   *
   * @param day days since 1970-01-01
   * @throws RowValueException when the value, or a value at this place, cannot be written exactly
   * @throws IOException when the sink fails to take a finished payload
   */
  public void epochDay(long day) throws IOException {
    unavailable();
  }

  /**
   * Writes an instant into a DateTime64 or DateTime column that keeps its fraction, or, when it is
   * a midnight in UTC, into a Date or Date32 column. In the window column it must lie in the
   * window.
   *
   * @param micros microseconds since 1970-01-01 UTC
   * @throws RowValueException when the value, or a value at this place, cannot be written exactly
   * @throws IOException when the sink fails to take a finished payload
   */
  public void epochMicros(long micros) throws IOException {
    unavailable();
  }

  /**
   * Writes an IPv4 address.
   *
   * @param address the address as a number, its first byte the highest
   * @throws RowValueException when the value, or a value at this place, cannot be written exactly
   * @throws IOException when the sink fails to take a finished payload
   */
  public void ipv4(int address) throws IOException {
    unavailable();
  }

  /**
   * Writes an IPv6 address.
   *
   * @param buffer holds the 16 bytes in network order
   * @param offset where they begin
   * @throws RowValueException when the value, or a value at this place, cannot be written exactly
   * @throws IOException when the sink fails to take a finished payload
   */
  public void ipv6(byte[] buffer, int offset) throws IOException {
    unavailable();
  }

  /**
   * Writes NULL into a column, or as an element into an array, whose type has it.
   *
   * @throws RowValueException when the value, or a value at this place, cannot be written exactly
   * @throws IOException when the sink fails to take a finished payload
   */
  public void nul() throws IOException {
    unavailable();
  }

  /**
   * Begins an array of a known number of elements. The calls that follow write the elements, in
   * order; {@link #endArray()} ends it. Arrays of arrays nest.
   *
   * @param length how many elements will follow, 0 or more
   * @throws RowValueException when the value, or a value at this place, cannot be written exactly
   * @throws IOException when the sink fails to take a finished payload
   */
  public void beginArray(int length) throws IOException {
    unavailable();
  }

  /**
   * Ends the array begun last.
   *
   * @throws RowValueException when the value, or a value at this place, cannot be written exactly
   * @throws IOException when the sink fails to take a finished payload
   */
  public void endArray() throws IOException {
    unavailable();
  }

  /**
   * Tells that the source holds a value for the column that is due which no call can express, such
   * as NaN in a numeric, an infinite timestamp or an array of the wrong shape. The encoder takes no
   * more values.
   *
   * @param reason the kind of the fault
   * @return the exception to throw; it names the column
   */
  public RowValueException reject(RowValueException.Reason reason) {
    unavailable();
    return new RowValueException(reason, null, "");
  }

  /**
   * Ends the row: it is counted and digested, and may be handed to the sink from now on.
   *
   * @throws RowValueException when columns are missing
   * @throws IOException when the sink fails to take a finished payload
   */
  public void endRow() throws IOException {
    unavailable();
  }

  /**
   * Hands the last payload on and ends the stream.
   *
   * @return the totals of all rows
   * @throws RowValueException when a row is unfinished
   * @throws IOException when the sink fails to take the payload
   * @throws IllegalStateException when the encoder has failed or finished before
   */
  public RowTotals finish() throws IOException {
    unavailable();
    return RowTotals.empty(0);
  }

  /**
   * Returns how many rows have been ended so far.
   *
   * @return the number of rows
   */
  public long rows() {
    unavailable();
    return 0;
  }

  /**
   * Returns how many bytes the rows ended so far have in RowBinary.
   *
   * @return the number of bytes
   */
  public long encodedBytes() {
    unavailable();
    return 0;
  }

  /** Configures an encoder. */
  public static final class Builder {

    Builder(WindowSchema schema) {}

    /**
     * Sets the window: every row must have its window column in {@code [startMicros, endMicros)}.
     *
     * @param column the name of a DateTime or DateTime64 column
     * @param startMicros the first instant, in microseconds since 1970-01-01 UTC
     * @param endMicros the first instant that is too late, in microseconds since 1970-01-01 UTC
     * @return this builder
     * @throws IllegalArgumentException when the window is empty, or the column is absent or of
     *     another type
     */
    public Builder window(String column, long startMicros, long endMicros) {
      return this;
    }

    /**
     * Sets the key of the digest.
     *
     * @param key the key of the plan
     * @return this builder
     */
    public Builder digestKey(DigestKey key) {
      return this;
    }

    /**
     * Sets the limit of one row and of one payload, which bounds the encoder's memory too.
     *
     * @param bytes at least 1
     * @return this builder
     * @throws IllegalArgumentException when the limit is not positive
     */
    public Builder maxEncodedBytes(int bytes) {
      return this;
    }

    /**
     * Sets from how many bytes on a payload is handed on, if the default of 256 KiB does not suit.
     * The limit of a payload stays as it is; a size above the limit counts as the limit.
     *
     * @param bytes at least 1
     * @return this builder
     * @throws IllegalArgumentException when the size is not positive
     */
    public Builder payloadBytes(int bytes) {
      return this;
    }

    /**
     * Sets the instants that the server keeps in a DateTime64; {@link
     * DateTime64Range#YEARS_1900_TO_2299} if not set.
     *
     * @param range the range of the connected server
     * @return this builder
     */
    public Builder dateTime64Range(DateTime64Range range) {
      return this;
    }

    /**
     * Sets where payloads go.
     *
     * @param sink takes the payloads
     * @return this builder
     */
    public Builder sink(PayloadSink sink) {
      return this;
    }

    /**
     * Makes the encoder.
     *
     * @return an encoder at its first row
     * @throws IllegalStateException when the window, the key, the limit or the sink is missing
     */
    public RowEncoder build() {
      unavailable();
      return new RowEncoder();
    }
  }
}
