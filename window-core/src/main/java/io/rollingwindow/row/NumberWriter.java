package io.rollingwindow.row;

import io.rollingwindow.row.RowValueException.Reason;
import io.rollingwindow.type.ColumnType;
import java.io.IOException;

/**
 * Brings every kind of exact number to the sign and the magnitude of the unscaled number that an
 * integer or Decimal column stores. An integer column is one of scale 0.
 *
 * <p>A magnitude of up to 19 digits fits into an unsigned long, and numbers are brought there by
 * plain arithmetic; only longer ones go the way through {@link Magnitude256}.
 */
abstract class NumberWriter extends ColumnWriter {

  /** The most digits that an unsigned long holds whatever they are. */
  private static final int LONG_DIGITS = 19;

  private static final int BASE = 10_000;
  private static final int BASE_DIGITS = 4;

  private static final long[] POWERS_OF_TEN = powersOfTen();

  private final int scale;
  private final int maxDigits;

  /**
   * Makes a writer.
   *
   * @param scale decimal digits behind the point of a stored number
   * @param maxDigits the decimal digits of the largest stored magnitude
   */
  NumberWriter(RowBuffer out, String column, ColumnType type, int scale, int maxDigits) {
    super(out, column, type);
    this.scale = scale;
    this.maxDigits = maxDigits;
  }

  /** Checks the range and writes an unscaled number whose magnitude is an unsigned long. */
  abstract void putUnscaled(boolean negative, long magnitude) throws IOException;

  /**
   * Where numbers of more than 19 digits are put together; asked for only when {@code maxDigits} is
   * more than that.
   */
  abstract Magnitude256 wideMagnitude();

  /** Checks the range and writes the unscaled number that stands in {@link #wideMagnitude()}. */
  abstract void putWide(boolean negative) throws IOException;

  @Override
  void int64(long value) throws IOException {
    putTimesPowerOfTen(value < 0, Math.abs(value), scale);
  }

  @Override
  final void decimal(long unscaled, int scale) throws IOException {
    long zeros = (long) this.scale - scale;
    boolean negative = unscaled < 0;
    if (zeros >= 0) {
      putTimesPowerOfTen(negative, Math.abs(unscaled), zeros);
      return;
    }
    if (unscaled == 0) {
      putUnscaled(false, 0);
      return;
    }
    if (-zeros >= LONG_DIGITS || unscaled % POWERS_OF_TEN[(int) -zeros] != 0) {
      throw scaleLoss();
    }
    putTimesPowerOfTen(negative, Math.abs(unscaled / POWERS_OF_TEN[(int) -zeros]), 0);
  }

  @Override
  final void integer(byte[] buffer, int offset, int length) throws IOException {
    if (length < 1) {
      throw failure(Reason.NOT_A_NUMBER, "an integer without bytes");
    }
    boolean negative = buffer[offset] < 0;
    int fill = negative ? -1 : 0;
    int first = offset;
    int end = offset + length;
    while (first < end && buffer[first] == fill) {
      first++;
    }
    if (end - first < Long.BYTES) {
      long value = fill;
      for (int i = first; i < end; i++) {
        value = (value << Byte.SIZE) | (buffer[i] & 0xFF);
      }
      putTimesPowerOfTen(negative, Math.abs(value), scale);
      return;
    }
    if (end - first == Long.BYTES && putEightBytes(buffer, first, negative)) {
      return;
    }
    if (maxDigits <= LONG_DIGITS
        || !wideMagnitude().setBigEndian(buffer, first, end - first, negative)
        || !wideMagnitude().timesPowerOfTen(scale)) {
      throw outOfRange();
    }
    putWide(negative);
  }

  /** Writes a number whose sign bits were cut off its eight bytes, unless it is -2^64. */
  private boolean putEightBytes(byte[] buffer, int first, boolean negative) throws IOException {
    long bits = 0;
    for (int i = first; i < first + Long.BYTES; i++) {
      bits = (bits << Byte.SIZE) | (buffer[i] & 0xFF);
    }
    if (negative && bits == 0) {
      return false;
    }
    putTimesPowerOfTen(negative, negative ? -bits : bits, scale);
    return true;
  }

  @Override
  final void numeric(byte[] buffer, int offset, int digits, int weight, boolean negative)
      throws IOException {
    int first = 0;
    while (first < digits && digit(buffer, offset, first) == 0) {
      first++;
    }
    if (first == digits) {
      putUnscaled(false, 0);
      return;
    }
    long exponent = (long) BASE_DIGITS * ((long) weight - first) + scale;
    long length = exponent + decimalLength(digit(buffer, offset, first));
    if (length > maxDigits) {
      throw outOfRange();
    }
    if (exponent <= -BASE_DIGITS) {
      throw scaleLoss();
    }
    if (length <= LONG_DIGITS) {
      putUnscaled(negative, narrow(buffer, offset, first, digits, (int) exponent));
    } else {
      widen(buffer, offset, first, digits, (int) exponent);
      putWide(negative);
    }
  }

  /** Puts base-10000 digits together; {@code exponent} is the power of ten of the first of them. */
  private long narrow(byte[] buffer, int offset, int first, int digits, int exponent) {
    long magnitude = 0;
    int power = exponent;
    for (int i = first; i < digits; i++, power -= BASE_DIGITS) {
      int digit = digit(buffer, offset, i);
      if (power >= 0) {
        magnitude = magnitude * BASE + digit;
      } else {
        magnitude = magnitude * keptFactor(power) + keptPart(digit, power);
      }
    }
    int zeros = power + BASE_DIGITS;
    return zeros > 0 ? magnitude * POWERS_OF_TEN[zeros] : magnitude;
  }

  private void widen(byte[] buffer, int offset, int first, int digits, int exponent) {
    Magnitude256 magnitude = wideMagnitude();
    magnitude.set(0);
    int power = exponent;
    boolean fits = true;
    for (int i = first; i < digits; i++, power -= BASE_DIGITS) {
      int digit = digit(buffer, offset, i);
      if (power >= 0) {
        fits &= magnitude.timesPlus(BASE, digit);
      } else {
        fits &= magnitude.timesPlus(keptFactor(power), keptPart(digit, power));
      }
    }
    int zeros = power + BASE_DIGITS;
    if (zeros > 0) {
      fits &= magnitude.timesPowerOfTen(zeros);
    }
    if (!fits) {
      throw outOfRange();
    }
  }

  /**
   * How the number grows when the part of a base-10000 digit is added that lies above the scale.
   */
  private static int keptFactor(int power) {
    return power <= -BASE_DIGITS ? 1 : (int) POWERS_OF_TEN[BASE_DIGITS + power];
  }

  /** The part of a base-10000 digit that lies above the scale; below it there must be nothing. */
  private int keptPart(int digit, int power) {
    if (power <= -BASE_DIGITS) {
      if (digit != 0) {
        throw scaleLoss();
      }
      return 0;
    }
    int divisor = (int) POWERS_OF_TEN[-power];
    if (digit % divisor != 0) {
      throw scaleLoss();
    }
    return digit / divisor;
  }

  private int digit(byte[] buffer, int offset, int index) {
    int at = offset + 2 * index;
    int digit = ((buffer[at] & 0xFF) << Byte.SIZE) | (buffer[at + 1] & 0xFF);
    if (digit >= BASE) {
      throw failure(Reason.NOT_A_NUMBER, "a digit outside base 10000");
    }
    return digit;
  }

  /** Writes a number given by an unsigned magnitude and the zeros to be put behind its digits. */
  private void putTimesPowerOfTen(boolean negative, long magnitude, long zeros) throws IOException {
    if (magnitude == 0) {
      putUnscaled(false, 0);
      return;
    }
    long length = decimalLength(magnitude) + zeros;
    if (length > maxDigits) {
      throw outOfRange();
    }
    if (length <= LONG_DIGITS) {
      putUnscaled(negative, magnitude * POWERS_OF_TEN[(int) zeros]);
    } else {
      wideMagnitude().set(magnitude);
      if (!wideMagnitude().timesPowerOfTen((int) zeros)) {
        throw outOfRange();
      }
      putWide(negative);
    }
  }

  private RowValueException scaleLoss() {
    return failure(Reason.SCALE_LOSS, "the value has digits finer than " + typeName() + " keeps");
  }

  /** The number of decimal digits of a positive unsigned number. */
  private static int decimalLength(long magnitude) {
    if (magnitude < 0) {
      return Long.compareUnsigned(magnitude, POWERS_OF_TEN[LONG_DIGITS]) < 0
          ? LONG_DIGITS
          : LONG_DIGITS + 1;
    }
    int length = 1;
    while (length < LONG_DIGITS && magnitude >= POWERS_OF_TEN[length]) {
      length++;
    }
    return length;
  }

  /** 1 to 10^19, the last of them as an unsigned number. */
  private static long[] powersOfTen() {
    long[] powers = new long[LONG_DIGITS + 1];
    powers[0] = 1;
    for (int i = 1; i < powers.length; i++) {
      powers[i] = powers[i - 1] * 10;
    }
    return powers;
  }
}
