package io.rollingwindow.row;

import io.rollingwindow.type.ArrayType;
import io.rollingwindow.type.ColumnType;
import io.rollingwindow.type.DecimalType;
import io.rollingwindow.type.EnumType;
import io.rollingwindow.type.FloatType;
import io.rollingwindow.type.IntegerType;
import io.rollingwindow.type.ScalarType;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Puts objects into an encoder, by any of the calls that take such a value. */
public final class ValueFeed {

  private static final BigInteger BASE = BigInteger.valueOf(10_000);

  private final RowEncoder rows;
  private final Random random;

  /**
   * Makes a feed.
   *
   * @param rows takes the values
   * @param random chooses among calls of equal meaning
   */
  public ValueFeed(RowEncoder rows, Random random) {
    this.rows = rows;
    this.random = random;
  }

  /**
   * Puts one value.
   *
   * @param type the column's type
   * @param value a value as {@link ReferenceRowBinary} takes it
   * @throws IOException from the sink
   */
  public void put(ColumnType type, Object value) throws IOException {
    ColumnType values = type.unwrapped();
    if (value == null) {
      rows.nul();
    } else if (values instanceof ArrayType array) {
      List<?> elements = (List<?>) value;
      rows.beginArray(elements.size());
      for (Object element : elements) {
        put(array.element(), element);
      }
      rows.endArray();
    } else if (values instanceof IntegerType) {
      integer((BigInteger) value);
    } else if (values instanceof DecimalType) {
      decimal((BigDecimal) value);
    } else if (values instanceof FloatType) {
      if (value instanceof Float single) {
        rows.float32(single);
      } else {
        rows.float64((Double) value);
      }
    } else if (value instanceof byte[] bytes) {
      byte[] shifted = shifted(bytes);
      rows.bytes(shifted, 3, bytes.length);
    } else if (value instanceof String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      if (values instanceof EnumType && random.nextBoolean()) {
        rows.enumLabel(shifted(bytes), 3, bytes.length);
      } else {
        rows.text(shifted(bytes), 3, bytes.length);
      }
    } else if (value instanceof Instant instant) {
      rows.epochMicros(micros(instant));
    } else {
      scalar((ScalarType) values, value);
    }
  }

  /** Microseconds since the epoch; ChronoUnit overflows for far years. */
  static long micros(Instant instant) {
    return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1000;
  }

  private void scalar(ScalarType type, Object value) throws IOException {
    switch (type) {
      case BOOL -> rows.bool((Boolean) value);
      case UUID -> {
        UUID uuid = (UUID) value;
        rows.uuid(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
      }
      case DATE, DATE32 -> {
        long day = ((LocalDate) value).toEpochDay();
        if (random.nextBoolean()) {
          rows.epochDay(day);
        } else {
          rows.epochMicros(day * 86_400_000_000L);
        }
      }
      case IPV4 -> rows.ipv4(ByteBuffer.wrap(((InetAddress) value).getAddress()).getInt());
      case IPV6 -> rows.ipv6(shifted(((InetAddress) value).getAddress()), 3);
      default -> throw new AssertionError(type);
    }
  }

  private void integer(BigInteger value) throws IOException {
    int choice = random.nextInt(4);
    if (choice == 0 && value.bitLength() < 64) {
      rows.int64(value.longValueExact());
    } else if (choice == 1) {
      int padding = random.nextInt(3);
      byte[] minimal = value.toByteArray();
      byte[] bytes = new byte[3 + padding + minimal.length];
      java.util.Arrays.fill(bytes, (byte) (value.signum() < 0 ? -1 : 0));
      System.arraycopy(minimal, 0, bytes, 3 + padding, minimal.length);
      rows.integer(bytes, 3, padding + minimal.length);
    } else {
      decimal(new BigDecimal(value));
    }
  }

  private void decimal(BigDecimal value) throws IOException {
    BigDecimal shifted = random.nextBoolean() ? value.stripTrailingZeros() : value;
    if (random.nextBoolean() && shifted.unscaledValue().bitLength() < 64) {
      rows.decimal(shifted.unscaledValue().longValueExact(), shifted.scale());
    } else {
      numeric(rows, shifted, random.nextInt(3));
    }
  }

  /**
   * Puts a number as PostgreSQL sends it.
   *
   * @param rows takes the number
   * @param value the number
   * @param zeros base-10000 zeros to put before and behind the digits
   * @throws IOException from the sink
   */
  public static void numeric(RowEncoder rows, BigDecimal value, int zeros) throws IOException {
    BigDecimal magnitude = value.abs();
    List<Integer> digits = new ArrayList<>();
    BigInteger whole = magnitude.toBigInteger();
    while (whole.signum() != 0) {
      digits.add(whole.mod(BASE).intValue());
      whole = whole.divide(BASE);
    }
    Collections.reverse(digits);
    int weight = digits.size() - 1;
    BigDecimal fraction = magnitude.subtract(new BigDecimal(magnitude.toBigInteger()));
    while (fraction.signum() != 0) {
      BigDecimal moved = fraction.movePointRight(4);
      BigDecimal digit = moved.setScale(0, RoundingMode.DOWN);
      digits.add(digit.intValueExact());
      fraction = moved.subtract(digit);
    }
    while (!digits.isEmpty() && digits.get(digits.size() - 1) == 0) {
      digits.remove(digits.size() - 1);
    }
    digits.addAll(0, Collections.nCopies(zeros, 0));
    digits.addAll(Collections.nCopies(zeros, 0));
    ByteBuffer buffer = ByteBuffer.allocate(3 + 2 * digits.size());
    buffer.position(3);
    digits.forEach(digit -> buffer.putShort(digit.shortValue()));
    rows.numeric(buffer.array(), 3, digits.size(), weight + zeros, value.signum() < 0);
  }

  /** The same bytes from index 3 on: offsets that are not 0 must work everywhere. */
  private static byte[] shifted(byte[] bytes) {
    return ByteBuffer.allocate(bytes.length + 5).put(3, bytes).array();
  }
}
