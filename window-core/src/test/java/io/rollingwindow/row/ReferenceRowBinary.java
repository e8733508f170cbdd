package io.rollingwindow.row;

import io.rollingwindow.type.ArrayType;
import io.rollingwindow.type.ColumnType;
import io.rollingwindow.type.DateTime64Type;
import io.rollingwindow.type.DateTimeType;
import io.rollingwindow.type.DecimalType;
import io.rollingwindow.type.EnumType;
import io.rollingwindow.type.FixedStringType;
import io.rollingwindow.type.FloatType;
import io.rollingwindow.type.IntegerType;
import io.rollingwindow.type.LowCardinalityType;
import io.rollingwindow.type.NullableType;
import io.rollingwindow.type.ScalarType;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * RowBinary written the slow and plain way, from objects, following ClickHouse's format
 * description. It shares no code with the encoder, so that both are wrong only if both misread the
 * format.
 */
public final class ReferenceRowBinary {

  private static final BigInteger NANOS = BigInteger.TEN.pow(9);

  private ReferenceRowBinary() {}

  /**
   * Writes one value.
   *
   * @param type the column's type
   * @param value null, Boolean, BigInteger, BigDecimal, Float, Double, String, byte[], UUID,
   *     LocalDate, Instant, InetAddress or a List of these
   * @return the bytes
   */
  public static byte[] encode(ColumnType type, Object value) {
    if (type instanceof LowCardinalityType lowCardinality) {
      return encode(lowCardinality.dictionary(), value);
    }
    if (type instanceof NullableType nullable) {
      return value == null
          ? new byte[] {1}
          : concat(new byte[] {0}, encode(nullable.value(), value));
    }
    if (type instanceof ArrayType array) {
      List<?> elements = (List<?>) value;
      byte[] bytes = varUInt(elements.size());
      for (Object element : elements) {
        bytes = concat(bytes, encode(array.element(), element));
      }
      return bytes;
    }
    if (type instanceof IntegerType integer) {
      return twosComplement((BigInteger) value, integer.bits() / 8);
    }
    if (type instanceof DecimalType decimal) {
      BigInteger unscaled = ((BigDecimal) value).setScale(decimal.scale()).unscaledValue();
      int width =
          decimal.precision() <= 9
              ? 4
              : decimal.precision() <= 18 ? 8 : decimal.precision() <= 38 ? 16 : 32;
      return twosComplement(unscaled, width);
    }
    if (type instanceof FixedStringType fixed) {
      return Arrays.copyOf(bytes(value), fixed.length());
    }
    if (type instanceof EnumType labels) {
      return twosComplement(
          BigInteger.valueOf(labels.values().get((String) value)), labels.bits() / 8);
    }
    if (type instanceof DateTimeType) {
      return twosComplement(ticks((Instant) value, 0), 4);
    }
    if (type instanceof DateTime64Type time) {
      return twosComplement(ticks((Instant) value, time.precision()), 8);
    }
    if (type instanceof FloatType) {
      ByteBuffer buffer = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
      if (type == FloatType.FLOAT32) {
        buffer.putFloat((Float) value);
      } else {
        buffer.putDouble((Double) value);
      }
      return Arrays.copyOf(buffer.array(), buffer.position());
    }
    return scalar((ScalarType) type, value);
  }

  private static byte[] scalar(ScalarType type, Object value) {
    return switch (type) {
      case BOOL -> new byte[] {(byte) ((Boolean) value ? 1 : 0)};
      case STRING -> concat(varUInt(bytes(value).length), bytes(value));
      case UUID -> {
        UUID uuid = (UUID) value;
        ByteBuffer buffer = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
        yield buffer.array();
      }
      case DATE -> twosComplement(BigInteger.valueOf(((LocalDate) value).toEpochDay()), 2);
      case DATE32 -> twosComplement(BigInteger.valueOf(((LocalDate) value).toEpochDay()), 4);
      case IPV4 -> reversed(((InetAddress) value).getAddress());
      case IPV6 -> ((InetAddress) value).getAddress();
    };
  }

  private static byte[] bytes(Object value) {
    return value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) value;
  }

  private static BigInteger ticks(Instant instant, int precision) {
    BigInteger nanos =
        BigInteger.valueOf(instant.getEpochSecond())
            .multiply(NANOS)
            .add(BigInteger.valueOf(instant.getNano()));
    BigInteger[] ticks = nanos.divideAndRemainder(BigInteger.TEN.pow(9 - precision));
    if (ticks[1].signum() != 0) {
      throw new ArithmeticException("not a whole tick");
    }
    return ticks[0];
  }

  /** The lowest {@code width} bytes of a number, the lowest first. */
  static byte[] twosComplement(BigInteger value, int width) {
    byte[] bytes = new byte[width];
    for (int i = 0; i < width; i++) {
      bytes[i] = value.shiftRight(8 * i).byteValue();
    }
    return bytes;
  }

  private static byte[] varUInt(int value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    long rest = value;
    do {
      long septet = rest % 128;
      rest = rest / 128;
      bytes.write((int) (rest > 0 ? septet + 128 : septet));
    } while (rest > 0);
    return bytes.toByteArray();
  }

  static byte[] reversed(byte[] bytes) {
    byte[] reversed = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      reversed[bytes.length - 1 - i] = bytes[i];
    }
    return reversed;
  }

  private static byte[] concat(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
