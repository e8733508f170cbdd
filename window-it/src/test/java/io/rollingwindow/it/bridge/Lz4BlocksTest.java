package io.rollingwindow.it.bridge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.clickhouse.client.api.internal.ClickHouseLZ4InputStream;
import com.clickhouse.client.api.internal.ClickHouseLZ4OutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Random;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both directions against the official client's own streams. */
class Lz4BlocksTest {

  private static final int CLIENT_BUFFER = 1 << 16;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1000, 1 << 18, (1 << 18) + 1, 3_000_000})
  void theClientReadsWhatIsWritten(int size) throws IOException {
    byte[] plain = sample(size);
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new Lz4BlockOutputStream(packed)) {
      out.write(plain);
    }
    try (InputStream in =
        new ClickHouseLZ4InputStream(
            new ByteArrayInputStream(packed.toByteArray()),
            LZ4Factory.fastestInstance().fastDecompressor(),
            CLIENT_BUFFER)) {
      assertArrayEquals(plain, in.readAllBytes());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1000, 3_000_000})
  void whatTheClientWritesIsRead(int size) throws IOException {
    byte[] plain = sample(size);
    try (InputStream in = new Lz4BlockInputStream(new ByteArrayInputStream(packed(plain)))) {
      assertArrayEquals(plain, in.readAllBytes());
    }
  }

  @Test
  void oneByteAtATime() throws IOException {
    byte[] plain = sample(1000);
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new Lz4BlockOutputStream(packed)) {
      for (byte b : plain) {
        out.write(b);
      }
    }
    try (InputStream in = new Lz4BlockInputStream(new ByteArrayInputStream(packed.toByteArray()))) {
      for (byte b : plain) {
        assertEquals(b & 0xff, in.read());
      }
      assertEquals(-1, in.read());
    }
  }

  @Test
  void damageIsFound() throws IOException {
    byte[] packed = packed(sample(1000));
    for (int i = 0; i < packed.length; i++) {
      byte[] damaged = packed.clone();
      damaged[i] ^= 0x10;
      InputStream in = new Lz4BlockInputStream(new ByteArrayInputStream(damaged));
      assertThrows(CorruptDataException.class, in::readAllBytes, "byte " + i);
    }
  }

  @Test
  void anEndInsideABlockIsFound() throws IOException {
    byte[] packed = packed(sample(1000));
    for (int length = 1; length < packed.length; length++) {
      InputStream in =
          new Lz4BlockInputStream(new ByteArrayInputStream(Arrays.copyOf(packed, length)));
      assertThrows(CorruptDataException.class, in::readAllBytes, "length " + length);
    }
  }

  private static byte[] packed(byte[] plain) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out =
        new ClickHouseLZ4OutputStream(
            packed, LZ4Factory.fastestInstance().fastCompressor(), CLIENT_BUFFER)) {
      out.write(plain);
    }
    return packed.toByteArray();
  }

  /** Half of it compresses well, half not at all. */
  private static byte[] sample(int size) {
    byte[] bytes = new byte[size];
    new Random(7).nextBytes(bytes);
    Arrays.fill(bytes, 0, size / 2, (byte) 'x');
    return bytes;
  }
}
