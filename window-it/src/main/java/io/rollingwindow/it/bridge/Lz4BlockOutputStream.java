package io.rollingwindow.it.bridge;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;

/**
 * Writes ClickHouse's own compressed blocks: a CityHash128 of what follows, the method, the sizes,
 * and the bytes compressed with LZ4.
 */
final class Lz4BlockOutputStream extends FilterOutputStream {

  static final int HEADER_BYTES = 9;
  static final byte METHOD_LZ4 = (byte) 0x82;

  private static final int BLOCK_BYTES = 1 << 18;

  private final LZ4Compressor compressor = LZ4Factory.fastestInstance().fastCompressor();
  private final byte[] plain = new byte[BLOCK_BYTES];
  private final byte[] packed =
      new byte[BlockChecksum.BYTES + HEADER_BYTES + compressor.maxCompressedLength(BLOCK_BYTES)];
  private int filled;

  Lz4BlockOutputStream(OutputStream out) {
    super(out);
  }

  @Override
  public void write(int b) throws IOException {
    if (filled == plain.length) {
      writeBlock();
    }
    plain[filled++] = (byte) b;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int end = offset + length;
    for (int position = offset; position < end; ) {
      if (filled == plain.length) {
        writeBlock();
      }
      int size = Math.min(plain.length - filled, end - position);
      System.arraycopy(bytes, position, plain, filled, size);
      filled += size;
      position += size;
    }
  }

  @Override
  public void flush() throws IOException {
    writeBlock();
    super.flush();
  }

  @Override
  public void close() throws IOException {
    writeBlock();
    super.close();
  }

  private void writeBlock() throws IOException {
    if (filled == 0) {
      return;
    }
    int body =
        HEADER_BYTES
            + compressor.compress(plain, 0, filled, packed, BlockChecksum.BYTES + HEADER_BYTES);
    ByteBuffer buffer = ByteBuffer.wrap(packed).order(ByteOrder.LITTLE_ENDIAN);
    buffer.put(BlockChecksum.BYTES, METHOD_LZ4);
    buffer.putInt(BlockChecksum.BYTES + 1, body);
    buffer.putInt(BlockChecksum.BYTES + 5, filled);
    BlockChecksum.put(buffer, packed, BlockChecksum.BYTES, body);
    out.write(packed, 0, BlockChecksum.BYTES + body);
    filled = 0;
  }
}
