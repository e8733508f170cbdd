package io.rollingwindow.postgres.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rollingwindow.row.RowEncoder;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class BinaryCopyReaderTest {

  private static final int LIMIT = 1 << 16;
  private static final List<FieldDecoder> LONG_TIME_AND_TEXT =
      List.of(
          FieldDecoders::int8,
          FieldDecoders::timestamp,
          (buffer, at, length, rows) -> rows.text(buffer, at, length));

  private final Encoded encoded = Encoded.of("Int64", "Nullable(String)");

  @Test
  void anEmptyCopyEndsWithoutRows() throws IOException {
    assertEquals(0, read(new CopyBytes().end()));
  }

  @Test
  void rowsAreReadInOrderWithTheirNulls() throws IOException {
    assertEquals(2, read(rows(), 0), "rows of PostgreSQL, one to a message");
    assertArrayEquals(
        Encoded.of("Int64", "Nullable(String)").rows(1L, "a", 2L, null), encoded.bytes());
  }

  @Property(tries = 500)
  void howTheStreamIsCutChangesNothing(
      @ForAll @Size(max = 12) List<@IntRange(min = 1, max = 160) Integer> cuts) throws IOException {
    Encoded cut = Encoded.of("Int64", "Nullable(String)");
    BinaryCopyReader reader = reader(cut.encoder(), false, LIMIT);
    byte[] stream = rows();
    int position = 0;
    for (int length : cuts) {
      int end = Math.min(stream.length, position + length);
      reader.accept(Arrays.copyOfRange(stream, position, end));
      position = end;
    }
    reader.accept(Arrays.copyOfRange(stream, position, stream.length));
    assertEquals(2, reader.finish());
    assertArrayEquals(Encoded.of("Int64", "Nullable(String)").rows(1L, "a", 2L, null), cut.bytes());
  }

  @Test
  void aStreamOfSingleBytesIsRead() throws IOException {
    assertEquals(2, read(rows(), 1));
  }

  @Test
  void aHeaderExtensionIsSkipped() throws IOException {
    byte[] extended =
        new CopyBytes(new byte[] {9, 9, 9}).row(CopyBytes.int8(1), CopyBytes.time(), null).end();
    assertEquals(1, read(extended, 0));
    assertEquals(1, new BinaryCopyReaderTest().read(extended, 1));
  }

  @Test
  void aStreamThatEndsEarlyIsNeverTakenForShort() {
    byte[] stream = rows();
    for (int length = 0; length < stream.length; length++) {
      byte[] part = Arrays.copyOf(stream, length);
      assertThrows(MalformedCopyException.class, () -> new BinaryCopyReaderTest().read(part, 0));
    }
  }

  @Test
  void whatComesAfterTheTrailerIsRefused() {
    byte[] stream = Arrays.copyOf(rows(), rows().length + 1);
    assertThrows(MalformedCopyException.class, () -> read(stream, 0));
    assertThrows(MalformedCopyException.class, () -> new BinaryCopyReaderTest().read(stream, 1));
  }

  @Test
  void anotherFormatIsRefused() {
    byte[] stream = rows();
    stream[3] ^= 1;
    assertThrows(MalformedCopyException.class, () -> read(stream, 0));
    byte[] withOids = rows();
    withOids[12] = 1;
    assertThrows(MalformedCopyException.class, () -> read(withOids, 0));
  }

  @Test
  void aRowOfAnotherWidthIsRefused() {
    byte[] narrow = new CopyBytes().row(CopyBytes.int8(1), CopyBytes.time()).end();
    assertThrows(MalformedCopyException.class, () -> read(narrow, 0));
    byte[] wide = new CopyBytes().row(CopyBytes.int8(1), CopyBytes.time(), null, null).end();
    assertThrows(MalformedCopyException.class, () -> read(wide, 0));
  }

  @Test
  void aFieldOfNegativeLengthIsRefused() {
    byte[] stream = new CopyBytes().row(CopyBytes.int8(1), CopyBytes.time(), null).end();
    stream[stream.length - 3] = (byte) 0xFE;
    assertThrows(MalformedCopyException.class, () -> read(stream, 0));
  }

  @Test
  void aRowThatTheServerHeldBackIsTooLarge() throws IOException {
    byte[] fine =
        new CopyBytes().row(new byte[] {0}, CopyBytes.int8(1), CopyBytes.time(), null).end();
    BinaryCopyReader reader = reader(encoded.encoder(), true, LIMIT);
    reader.accept(fine);
    assertEquals(1, reader.finish());
    byte[] large =
        new CopyBytes().row(new byte[] {1}, CopyBytes.int8(1), CopyBytes.time(), null).end();
    BinaryCopyReader refusing =
        reader(Encoded.of("Int64", "Nullable(String)").encoder(), true, LIMIT);
    assertThrows(RowTooLargeException.class, () -> refusing.accept(large));
  }

  @Test
  void aCutRowIsPutTogetherWithinTheLimitOnly() throws IOException {
    byte[] text = new byte[1000];
    byte[] stream = new CopyBytes().row(CopyBytes.int8(1), CopyBytes.time(), text).end();
    BinaryCopyReader enough = reader(encoded.encoder(), false, 1100);
    BinaryCopyReader tight = reader(Encoded.of("Int64", "Nullable(String)").encoder(), false, 900);
    byte[] head = Arrays.copyOf(stream, 500);
    byte[] tail = Arrays.copyOfRange(stream, 500, stream.length);
    enough.accept(head);
    enough.accept(tail);
    assertEquals(1, enough.finish());
    tight.accept(head);
    assertThrows(RowTooLargeException.class, () -> tight.accept(tail));
  }

  private static byte[] rows() {
    return new CopyBytes()
        .row(CopyBytes.int8(1), CopyBytes.time(), CopyBytes.text("a"))
        .row(CopyBytes.int8(2), CopyBytes.time(), null)
        .end();
  }

  private long read(byte[] stream) throws IOException {
    return read(stream, 0);
  }

  /** Reads a stream in messages of one size, or in one. */
  private long read(byte[] stream, int size) throws IOException {
    BinaryCopyReader reader = reader(encoded.encoder(), false, LIMIT);
    int step = size == 0 ? Math.max(1, stream.length) : size;
    for (int position = 0; position < stream.length; position += step) {
      reader.accept(Arrays.copyOfRange(stream, position, Math.min(stream.length, position + step)));
    }
    return reader.finish();
  }

  private static BinaryCopyReader reader(RowEncoder rows, boolean guarded, int limit) {
    return new BinaryCopyReader(LONG_TIME_AND_TEXT, guarded, limit, rows);
  }
}
