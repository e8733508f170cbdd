package io.rollingwindow.it.bridge;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/** Reads ClickHouse's own compressed blocks and checks them, see {@link Lz4BlockOutputStream}. */
final class Lz4BlockInputStream extends FilterInputStream {

  private static final byte METHOD_NONE = 0x02;
  // A server refuses larger ones too; nothing is allocated on the word of an unchecked header.
  private static final int MAX_BLOCK_BYTES = 1 << 30;

  private final LZ4SafeDecompressor decompressor = LZ4Factory.fastestInstance().safeDecompressor();
  private byte[] packed = new byte[0];
  private byte[] plain = new byte[0];
  private int position;
  private int limit;

  Lz4BlockInputStream(InputStream in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    if (position == limit && !readBlock()) {
      return -1;
    }
    return plain[position++] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (position == limit && !readBlock()) {
      return -1;
    }
    int size = Math.min(length, limit - position);
    System.arraycopy(plain, position, bytes, offset, size);
    position += size;
    return size;
  }

  @Override
  public int available() {
    return limit - position;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  private boolean readBlock() throws IOException {
    do {
      byte[] head = new byte[BlockChecksum.BYTES + Lz4BlockOutputStream.HEADER_BYTES];
      int read = in.readNBytes(head, 0, head.length);
      if (read == 0) {
        return false;
      }
      if (read < head.length) {
        throw new CorruptDataException("The compressed data ends inside the header of a block");
      }
      readBody(ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN));
    } while (limit == 0);
    return true;
  }

  private void readBody(ByteBuffer head) throws IOException {
    byte method = head.get(BlockChecksum.BYTES);
    int packedSize = head.getInt(BlockChecksum.BYTES + 1);
    int plainSize = head.getInt(BlockChecksum.BYTES + 5);
    if (packedSize < Lz4BlockOutputStream.HEADER_BYTES
        || packedSize > MAX_BLOCK_BYTES
        || plainSize < 0
        || plainSize > MAX_BLOCK_BYTES) {
      throw new CorruptDataException("The compressed data has a block of an impossible size");
    }
    packed = packed.length < packedSize ? new byte[packedSize] : packed;
    head.position(BlockChecksum.BYTES);
    head.get(packed, 0, Lz4BlockOutputStream.HEADER_BYTES);
    int bodySize = packedSize - Lz4BlockOutputStream.HEADER_BYTES;
    if (in.readNBytes(packed, Lz4BlockOutputStream.HEADER_BYTES, bodySize) < bodySize) {
      throw new CorruptDataException("The compressed data ends inside a block");
    }
    if (!BlockChecksum.matches(head, packed, 0, packedSize)) {
      throw new CorruptDataException("The checksum of a compressed block does not match");
    }
    unpack(method, bodySize, plainSize);
  }

  private void unpack(byte method, int bodySize, int plainSize) throws IOException {
    plain = plain.length < plainSize ? new byte[plainSize] : plain;
    position = 0;
    if (method == METHOD_NONE && bodySize == plainSize) {
      System.arraycopy(packed, Lz4BlockOutputStream.HEADER_BYTES, plain, 0, plainSize);
      limit = plainSize;
    } else if (method == Lz4BlockOutputStream.METHOD_LZ4) {
      try {
        limit =
            decompressor.decompress(
                packed, Lz4BlockOutputStream.HEADER_BYTES, bodySize, plain, 0, plainSize);
      } catch (LZ4Exception e) {
        throw new CorruptDataException("A compressed block cannot be unpacked", e);
      }
    } else {
      throw new CorruptDataException(
          "Compression method " + method + " is not known to the bridge");
    }
  }
}
