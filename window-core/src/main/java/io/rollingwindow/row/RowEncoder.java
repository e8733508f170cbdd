package io.rollingwindow.row;

import io.rollingwindow.row.RowValueException.Reason;
import io.rollingwindow.type.ArrayType;
import io.rollingwindow.type.ColumnType;
import io.rollingwindow.type.DateTime64Type;
import io.rollingwindow.type.DateTimeType;
import io.rollingwindow.type.WindowColumn;
import io.rollingwindow.type.WindowSchema;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Writes rows as ClickHouse RowBinary, counts and digests them on the way, and hands full payloads
 * on.
 *
 * <p>For every row, call one method per column in the order of the schema, then {@link #endRow()};
 * after the last row, {@link #finish()}. Every value is written exactly, or the call fails with a
 * {@link RowValueException}. After a failure of any kind the encoder takes nothing more: throw it
 * away, and what it handed on with it. No part of a row is ever handed on, and no row twice.
 *
 * <p>Values are passed as primitives or as ranges of arrays that are read during the call; no call
 * creates an object. Memory stays within the limit of one payload, whatever the rows hold. One
 * encoder serves one thread.
 */
public final class RowEncoder {

  private final RowBuffer out;
  private final MultisetDigester digester;

  /** Takes every row as well; null where none is wanted. */
  private final MultisetSketch sketch;

  private final WindowTracker window;

  /** One writer a column, and behind them the place where only the end of the row may stand. */
  private final ColumnWriter[] columns;

  private final ColumnWriter rowEnd;
  private final ColumnWriter broken =
      new ClosedPlace(kind -> new IllegalStateException(kind + " after the encoder has failed"));

  /** The begun arrays, from index 1 on, each with the number of elements that have not come yet. */
  private final ColumnWriter[] arrays;

  private final int[] remaining;

  private final long[] nullCounts;
  private long encodedBytes;

  /**
   * Where the next value goes. While a call is under way it is {@link #broken}, so that a call that
   * fails, however it does, leaves the encoder unusable.
   */
  private ColumnWriter next;

  private int column;
  private int depth;

  private RowEncoder(Builder builder) {
    List<WindowColumn> schema = builder.schema.columns();
    this.out =
        new RowBuffer(
            builder.maxEncodedBytes,
            Math.min(builder.payloadBytes, builder.maxEncodedBytes),
            builder.sink);
    this.digester = new MultisetDigester(builder.digestKey);
    this.sketch = builder.sketch;
    this.window = new WindowTracker(builder.startMicros, builder.endMicros);
    this.columns = new ColumnWriter[schema.size() + 1];
    ColumnWriters writers = new ColumnWriters(out, builder.dateTime64Range);
    int nesting = 0;
    for (int i = 0; i < schema.size(); i++) {
      WindowColumn declared = schema.get(i);
      columns[i] = writers.of(declared.name(), declared.type());
      nesting = Math.max(nesting, nesting(declared.type()));
    }
    int windowIndex = builder.windowIndex;
    columns[windowIndex] =
        new WindowTimeWriter(out, schema.get(windowIndex).name(), columns[windowIndex], window);
    this.rowEnd =
        new ClosedPlace(
            kind ->
                new RowValueException(Reason.ROW_SHAPE, null, kind + " behind the last column"));
    columns[schema.size()] = rowEnd;
    this.arrays = new ColumnWriter[nesting + 1];
    this.remaining = new int[nesting + 1];
    this.nullCounts = new long[schema.size()];
    this.next = columns[0];
  }

  private static int nesting(ColumnType type) {
    return type instanceof ArrayType array ? 1 + nesting(array.element()) : 0;
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
    ColumnWriter writer = take();
    writer.present();
    writer.bool(value);
    advance();
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
    ColumnWriter writer = take();
    writer.present();
    writer.int64(value);
    advance();
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
    ColumnWriter writer = take();
    writer.present();
    writer.integer(buffer, offset, length);
    advance();
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
    ColumnWriter writer = take();
    writer.present();
    writer.decimal(unscaled, scale);
    advance();
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
    ColumnWriter writer = take();
    writer.present();
    writer.numeric(buffer, offset, digits, weight, negative);
    advance();
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
    ColumnWriter writer = take();
    writer.present();
    writer.float32(value);
    advance();
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
    ColumnWriter writer = take();
    writer.present();
    writer.float64(value);
    advance();
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
    ColumnWriter writer = take();
    writer.present();
    writer.text(buffer, offset, length);
    advance();
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
    ColumnWriter writer = take();
    writer.present();
    writer.bytes(buffer, offset, length);
    advance();
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
    ColumnWriter writer = take();
    writer.present();
    writer.enumLabel(buffer, offset, length);
    advance();
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
    ColumnWriter writer = take();
    writer.present();
    writer.uuid(high, low);
    advance();
  }

  /**
   * Writes a calendar day into a Date or Date32 column.
   *
   * @param day days since 1970-01-01
   * @throws RowValueException when the value, or a value at this place, cannot be written exactly
   * @throws IOException when the sink fails to take a finished payload
   */
  public void epochDay(long day) throws IOException {
    ColumnWriter writer = take();
    writer.present();
    writer.epochDay(day);
    advance();
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
    ColumnWriter writer = take();
    writer.present();
    writer.epochMicros(micros);
    advance();
  }

  /**
   * Writes an IPv4 address.
   *
   * @param address the address as a number, its first byte the highest
   * @throws RowValueException when the value, or a value at this place, cannot be written exactly
   * @throws IOException when the sink fails to take a finished payload
   */
  public void ipv4(int address) throws IOException {
    ColumnWriter writer = take();
    writer.present();
    writer.ipv4(address);
    advance();
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
    ColumnWriter writer = take();
    writer.present();
    writer.ipv6(buffer, offset);
    advance();
  }

  /**
   * Writes NULL into a column, or as an element into an array, whose type has it.
   *
   * @throws RowValueException when the value, or a value at this place, cannot be written exactly
   * @throws IOException when the sink fails to take a finished payload
   */
  public void nul() throws IOException {
    ColumnWriter writer = take();
    writer.nul();
    if (depth == 0) {
      nullCounts[column]++;
    }
    advance();
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
    ColumnWriter array = take();
    array.beginArray(length);
    depth++;
    arrays[depth] = array;
    remaining[depth] = length;
    next = length == 0 ? array.afterLastElement() : array.element();
  }

  /**
   * Ends the array begun last.
   *
   * @throws RowValueException when the value, or a value at this place, cannot be written exactly
   * @throws IOException when the sink fails to take a finished payload
   */
  public void endArray() throws IOException {
    ColumnWriter place = take();
    if (depth == 0 || place != arrays[depth].afterLastElement()) {
      throw place.endOfArray();
    }
    depth--;
    advance();
  }

  /**
   * Tells that the source holds a value for the place that is due which no call can express, such
   * as NaN in a numeric, an infinite timestamp or an array of the wrong shape. The encoder takes no
   * more values.
   *
   * @param reason the kind of the fault
   * @return the exception to throw; it names the column
   */
  public RowValueException reject(Reason reason) {
    ColumnWriter place = take();
    return place.failure(reason, "the source's value cannot become " + place.typeName());
  }

  /**
   * Ends the row: it is counted and digested, and may be handed to the sink from now on.
   *
   * @throws RowValueException when columns are missing
   * @throws IOException when the sink fails to take a finished payload
   */
  public void endRow() throws IOException {
    ColumnWriter place = take();
    if (place != rowEnd) {
      throw place.missing();
    }
    int length = out.rowLength();
    digester.add(out.bytes(), out.rowStart(), length);
    if (sketch != null) {
      digester.addLastTo(sketch);
    }
    encodedBytes += length;
    out.endRow();
    column = 0;
    next = columns[0];
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
    ColumnWriter place = take();
    if (place != columns[0]) {
      throw place.missing();
    }
    out.handOn();
    next =
        new ClosedPlace(
            kind -> new IllegalStateException(kind + " after the encoder has finished"));
    return new RowTotals(
        digester.digest(),
        encodedBytes,
        window.min(),
        window.max(),
        Arrays.stream(nullCounts).boxed().collect(Collectors.toUnmodifiableList()),
        window.rowsByDay());
  }

  /**
   * Returns how many rows have been ended so far.
   *
   * @return the number of rows
   */
  public long rows() {
    return digester.rows();
  }

  /**
   * Returns how many bytes the rows ended so far have in RowBinary.
   *
   * @return the number of bytes
   */
  public long encodedBytes() {
    return encodedBytes;
  }

  /**
   * Sets what is done each time the sink has taken a payload, on the thread that encodes. {@link
   * #rows()} and {@link #encodedBytes()} tell it how far the stream is.
   *
   * @param action returns soon and throws nothing; it replaces an earlier one
   */
  public void afterPayload(Runnable action) {
    out.afterPayload(Objects.requireNonNull(action, "action"));
  }

  /**
   * Returns the limit of one row, so that a source can keep a larger one from being sent at all.
   *
   * @return the most bytes of an encoded row
   */
  public int maxEncodedBytes() {
    return out.limit();
  }

  private ColumnWriter take() {
    ColumnWriter place = next;
    next = broken;
    return place;
  }

  private void advance() {
    if (depth == 0) {
      next = columns[++column];
    } else {
      ColumnWriter array = arrays[depth];
      next = --remaining[depth] == 0 ? array.afterLastElement() : array.element();
    }
  }

  /** Configures an encoder. */
  public static final class Builder {

    /** Array sizes near the largest that a JVM allows are not worth their special cases. */
    private static final int LARGEST_LIMIT = 1 << 30;

    private static final int DEFAULT_PAYLOAD_BYTES = 256 * 1024;

    private final WindowSchema schema;
    private int windowIndex = -1;
    private long startMicros;
    private long endMicros;
    private DigestKey digestKey;
    private int maxEncodedBytes;
    private int payloadBytes = DEFAULT_PAYLOAD_BYTES;
    private DateTime64Range dateTime64Range = DateTime64Range.YEARS_1900_TO_2299;
    private PayloadSink sink;
    private MultisetSketch sketch;

    private Builder(WindowSchema schema) {
      this.schema = Objects.requireNonNull(schema, "schema");
    }

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
      int index = schema.indexOf(column);
      ColumnType type = schema.columns().get(index).type();
      ColumnType values = type.unwrapped();
      if (!(values instanceof DateTimeType) && !(values instanceof DateTime64Type)) {
        throw new IllegalArgumentException(
            "the window column \"" + column + "\" is a DateTime or DateTime64, not " + type);
      }
      if (startMicros >= endMicros) {
        throw new IllegalArgumentException("a window ends after it starts");
      }
      this.windowIndex = index;
      this.startMicros = startMicros;
      this.endMicros = endMicros;
      return this;
    }

    /**
     * Sets the key of the digest.
     *
     * @param key the key of the plan
     * @return this builder
     */
    public Builder digestKey(DigestKey key) {
      this.digestKey = Objects.requireNonNull(key, "key");
      return this;
    }

    /**
     * Sets the limit of one row and of one payload, which bounds the encoder's memory too.
     *
     * @param bytes 1 to 2<sup>30</sup>
     * @return this builder
     * @throws IllegalArgumentException when the limit is out of bounds
     */
    public Builder maxEncodedBytes(int bytes) {
      this.maxEncodedBytes = checked(bytes, "the limit of encoded bytes");
      return this;
    }

    /**
     * Sets from how many bytes on a payload is handed on, if the default of 256 KiB does not suit.
     * The limit of a payload stays as it is, and no payload waits for more than it.
     *
     * @param bytes 1 to 2<sup>30</sup>
     * @return this builder
     * @throws IllegalArgumentException when the size is out of bounds
     */
    public Builder payloadBytes(int bytes) {
      this.payloadBytes = checked(bytes, "the size of a payload");
      return this;
    }

    private static int checked(int bytes, String what) {
      if (bytes < 1 || bytes > LARGEST_LIMIT) {
        throw new IllegalArgumentException(what + " lies between 1 and " + LARGEST_LIMIT);
      }
      return bytes;
    }

    /**
     * Sets the instants that the server keeps in a DateTime64; {@link
     * DateTime64Range#YEARS_1900_TO_2299} if not set.
     *
     * @param range the range of the connected server
     * @return this builder
     */
    public Builder dateTime64Range(DateTime64Range range) {
      this.dateTime64Range = Objects.requireNonNull(range, "range");
      return this;
    }

    /**
     * Sets what every row is added to besides, so that rows that get lost can be named later; if
     * not set, none is.
     *
     * @param sketch takes the rows; read it only after {@link RowEncoder#finish()}
     * @return this builder
     */
    public Builder sketch(MultisetSketch sketch) {
      this.sketch = Objects.requireNonNull(sketch, "sketch");
      return this;
    }

    /**
     * Sets where payloads go.
     *
     * @param sink takes the payloads
     * @return this builder
     */
    public Builder sink(PayloadSink sink) {
      this.sink = Objects.requireNonNull(sink, "sink");
      return this;
    }

    /**
     * Makes the encoder.
     *
     * @return an encoder at its first row
     * @throws IllegalStateException when the window, the key, the limit or the sink is missing
     */
    public RowEncoder build() {
      if (windowIndex < 0 || digestKey == null || maxEncodedBytes == 0 || sink == null) {
        throw new IllegalStateException(
            "an encoder needs a window, a digest key, a limit and a sink");
      }
      return new RowEncoder(this);
    }
  }
}
