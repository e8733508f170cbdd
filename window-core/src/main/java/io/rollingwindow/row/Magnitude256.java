package io.rollingwindow.row;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * An unsigned number of up to 256 bits that is changed in place, so that wide numbers cost no
 * objects. A change that does not fit returns false and leaves no meaningful number.
 */
final class Magnitude256 {

  private static final int LIMBS = 8;
  private static final long MASK = 0xFFFF_FFFFL;
  private static final int LARGE_STEP = 1_000_000_000;
  private static final int LARGE_STEP_ZEROS = 9;

  /** 32 bits each, the lowest first. */
  private final int[] limbs = new int[LIMBS];

  static Magnitude256 of(BigInteger value) {
    Magnitude256 magnitude = new Magnitude256();
    for (int i = 0; i < LIMBS; i++) {
      magnitude.limbs[i] = value.shiftRight(i * Integer.SIZE).intValue();
    }
    return magnitude;
  }

  /** Becomes an unsigned long. */
  void set(long value) {
    Arrays.fill(limbs, 0);
    limbs[0] = (int) value;
    limbs[1] = (int) (value >>> Integer.SIZE);
  }

  /**
   * Becomes the magnitude of a number in two's complement of which the bytes that only repeat the
   * sign are cut off.
   *
   * @return whether it fits
   */
  boolean setBigEndian(byte[] buffer, int offset, int length, boolean negative) {
    if (length > LIMBS * Integer.BYTES) {
      return false;
    }
    Arrays.fill(limbs, 0);
    int flip = negative ? 0xFF : 0;
    for (int i = 0; i < length; i++) {
      int octet = (buffer[offset + length - 1 - i] & 0xFF) ^ flip;
      limbs[i / Integer.BYTES] |= octet << (i % Integer.BYTES * Byte.SIZE);
    }
    return !negative || timesPlus(1, 1);
  }

  /**
   * Is multiplied and added to.
   *
   * @param factor at most 10^9
   * @param addend at most 10^9
   * @return whether the result fits
   */
  boolean timesPlus(int factor, int addend) {
    long carry = addend;
    for (int i = 0; i < LIMBS; i++) {
      carry += (limbs[i] & MASK) * factor;
      limbs[i] = (int) carry;
      carry >>>= Integer.SIZE;
    }
    return carry == 0;
  }

  /**
   * Gets zeros behind its decimal digits.
   *
   * @return whether the result fits
   */
  boolean timesPowerOfTen(int zeros) {
    boolean fits = true;
    int rest = zeros;
    for (; rest >= LARGE_STEP_ZEROS; rest -= LARGE_STEP_ZEROS) {
      fits &= timesPlus(LARGE_STEP, 0);
    }
    for (; rest > 0; rest--) {
      fits &= timesPlus(10, 0);
    }
    return fits;
  }

  boolean exceeds(Magnitude256 other) {
    for (int i = LIMBS - 1; i > 0; i--) {
      if (limbs[i] != other.limbs[i]) {
        return Integer.compareUnsigned(limbs[i], other.limbs[i]) > 0;
      }
    }
    return Integer.compareUnsigned(limbs[0], other.limbs[0]) > 0;
  }

  /**
   * Puts the number with its sign in two's complement, the lowest byte first. Room has been
   * reserved.
   */
  void putTo(RowBuffer out, int width, boolean negative) {
    long carry = negative ? 1 : 0;
    int flip = negative ? -1 : 0;
    for (int i = 0; i < width / Integer.BYTES; i++) {
      carry += (limbs[i] ^ flip) & MASK;
      out.putLittleEndian(carry & MASK, Integer.BYTES);
      carry >>>= Integer.SIZE;
    }
  }
}
