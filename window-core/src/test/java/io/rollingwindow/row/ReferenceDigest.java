package io.rollingwindow.row;

import java.math.BigInteger;
import java.util.List;

/**
 * The digest from the papers' descriptions, in arbitrary precision. It shares no code with the
 * library.
 */
public final class ReferenceDigest {

  private static final BigInteger TWO_64 = BigInteger.ONE.shiftLeft(64);
  private static final BigInteger TWO_128 = BigInteger.ONE.shiftLeft(128);

  private final BigInteger[] v = new BigInteger[4];

  private ReferenceDigest() {}

  /**
   * Adds up the hashes of rows.
   *
   * @param key the key
   * @param rows the rows
   * @return the sum modulo 2^128
   */
  public static BigInteger sum(DigestKey key, List<byte[]> rows) {
    BigInteger sum = BigInteger.ZERO;
    for (byte[] row : rows) {
      sum = sum.add(new ReferenceDigest().hash(key, row));
    }
    return sum.mod(TWO_128);
  }

  private BigInteger hash(DigestKey key, byte[] row) {
    BigInteger k0 = new BigInteger(Long.toUnsignedString(key.k0()));
    BigInteger k1 = new BigInteger(Long.toUnsignedString(key.k1()));
    v[0] = k0.xor(ascii("somepseu"));
    v[1] = k1.xor(ascii("dorandom"));
    v[2] = k0.xor(ascii("lygenera"));
    v[3] = k1.xor(ascii("tedbytes"));
    for (int block = 0; block <= row.length / 8; block++) {
      BigInteger m = BigInteger.ZERO;
      for (int i = 0; i < 8; i++) {
        int at = 8 * block + i;
        int octet = at < row.length ? row[at] & 0xFF : 0;
        if (block == row.length / 8 && i == 7) {
          octet = row.length % 256;
        }
        m = m.add(BigInteger.valueOf(octet).shiftLeft(8 * i));
      }
      v[3] = v[3].xor(m);
      round();
      round();
      v[0] = v[0].xor(m);
    }
    v[2] = v[2].xor(BigInteger.valueOf(255));
    for (int i = 0; i < 4; i++) {
      round();
    }
    return v[2].xor(v[3]).shiftLeft(64).add(v[0].xor(v[1]));
  }

  private void round() {
    half(0, 1, 13, 32);
    half(2, 3, 16, 0);
    half(0, 3, 21, 0);
    half(2, 1, 17, 32);
  }

  /** One half of the paper's figure: add, rotate, exclusive-or, rotate. */
  private void half(int a, int b, int rotateB, int rotateA) {
    v[a] = v[a].add(v[b]).mod(TWO_64);
    v[b] = rotated(v[b], rotateB).xor(v[a]);
    v[a] = rotated(v[a], rotateA);
  }

  private static BigInteger rotated(BigInteger value, int bits) {
    return value.shiftLeft(bits).mod(TWO_64).add(value.shiftRight(64 - bits));
  }

  private static BigInteger ascii(String text) {
    BigInteger value = BigInteger.ZERO;
    for (int i = 0; i < text.length(); i++) {
      value = value.shiftLeft(8).add(BigInteger.valueOf(text.charAt(i)));
    }
    return value;
  }
}
