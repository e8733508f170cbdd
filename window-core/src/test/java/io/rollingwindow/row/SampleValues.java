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
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/** Random types, and random values that a type holds, with a liking for the edges. */
public final class SampleValues {

  private static final String[] TEXT_PIECES = {
    "", "a", "NULL", "\\N", "é", "漢字", "😀", "\0", "'", "\"", "\t\n", "Привет", "x".repeat(126)
  };

  private final Random random;
  private final DateTime64Range range;

  /**
   * Makes a source of samples.
   *
   * @param random decides everything
   * @param range the instants that a DateTime64 may hold
   */
  public SampleValues(Random random, DateTime64Range range) {
    this.random = random;
    this.range = range;
  }

  /**
   * Draws a type of any kind.
   *
   * @return a type
   */
  public ColumnType type() {
    return switch (random.nextInt(8)) {
      case 0 -> new ArrayType(type());
      case 1, 2 -> new NullableType(plainType());
      case 3 -> new LowCardinalityType(dictionaryType());
      case 4 -> new LowCardinalityType(new NullableType(dictionaryType()));
      default -> plainType();
    };
  }

  private ColumnType plainType() {
    return switch (random.nextInt(6)) {
      case 5 -> pick(FloatType.values());
      case 0 -> new DecimalType(precision(), 0);
      case 1 -> {
        int precision = precision();
        yield new DecimalType(precision, random.nextInt(precision + 1));
      }
      case 2 -> new DateTime64Type(random.nextInt(10), Optional.of("UTC"));
      case 3 -> enumType();
      default -> dictionaryType();
    };
  }

  private int precision() {
    return 1 + random.nextInt(DecimalType.MAX_PRECISION);
  }

  private ColumnType dictionaryType() {
    return switch (random.nextInt(5)) {
      case 0, 1 -> pick(ScalarType.values());
      case 2 -> new FixedStringType(1 + random.nextInt(40));
      case 3 -> new DateTimeType(Optional.of("UTC"));
      default -> pick(IntegerType.values());
    };
  }

  private EnumType enumType() {
    int bits = random.nextBoolean() ? 8 : 16;
    Map<String, Integer> values = new HashMap<>();
    Set<Integer> taken = new HashSet<>();
    int labels = 1 + random.nextInt(20);
    for (int i = 0; i < labels; i++) {
      int value = random.nextInt(1 << bits) - (1 << (bits - 1));
      if (taken.add(value)) {
        values.put("l" + i + pick(TEXT_PIECES), value);
      }
    }
    return new EnumType(bits, values);
  }

  /**
   * Draws a value.
   *
   * @param type the type to hold it
   * @return a value as {@link ReferenceRowBinary} takes it
   */
  public Object value(ColumnType type) {
    if (type instanceof LowCardinalityType lowCardinality) {
      return value(lowCardinality.dictionary());
    }
    if (type instanceof NullableType nullable) {
      return random.nextInt(4) == 0 ? null : value(nullable.value());
    }
    if (type instanceof ArrayType array) {
      List<Object> elements = new ArrayList<>();
      int length = random.nextInt(5);
      for (int i = 0; i < length; i++) {
        elements.add(value(array.element()));
      }
      return elements;
    }
    if (type instanceof IntegerType integer) {
      return between(integer.min(), integer.max());
    }
    if (type instanceof DecimalType decimal) {
      BigInteger max = BigInteger.TEN.pow(decimal.precision()).subtract(BigInteger.ONE);
      return new BigDecimal(between(max.negate(), max), decimal.scale());
    }
    if (type instanceof FixedStringType fixed) {
      return fixedString(fixed.length());
    }
    if (type instanceof EnumType labels) {
      return pick(labels.values().keySet().toArray(new String[0]));
    }
    if (type instanceof DateTimeType) {
      return Instant.ofEpochSecond(
          between(BigInteger.ZERO, BigInteger.valueOf(0xFFFF_FFFFL)).longValue());
    }
    if (type instanceof DateTime64Type time) {
      return instant(time.precision());
    }
    if (type instanceof FloatType) {
      return type == FloatType.FLOAT32 ? (Object) singleFloat() : (Object) doubleFloat();
    }
    return scalar((ScalarType) type);
  }

  private Object scalar(ScalarType type) {
    return switch (type) {
      case BOOL -> random.nextBoolean();
      case STRING -> string();
      case UUID -> new UUID(random.nextLong(), random.nextLong());
      case DATE ->
          LocalDate.ofEpochDay(between(BigInteger.ZERO, BigInteger.valueOf(65535)).longValue());
      case DATE32 ->
          LocalDate.ofEpochDay(
              between(
                      BigInteger.valueOf(LocalDate.of(1900, 1, 1).toEpochDay()),
                      BigInteger.valueOf(LocalDate.of(2299, 12, 31).toEpochDay()))
                  .longValue());
      case IPV4 -> address(4);
      case IPV6 -> address(16);
    };
  }

  /** Draws uniformly in length rather than in value, and often an edge. */
  private BigInteger between(BigInteger min, BigInteger max) {
    return switch (random.nextInt(8)) {
      case 0 -> min;
      case 1 -> max;
      case 2 -> BigInteger.valueOf(random.nextInt(3)).min(max).max(min);
      default -> {
        BigInteger drawn = new BigInteger(1 + random.nextInt(max.bitLength() + 1), random);
        yield (random.nextBoolean() ? drawn : drawn.negate()).min(max).max(min);
      }
    };
  }

  private Instant instant(int precision) {
    BigInteger ticksPerSecond = BigInteger.TEN.pow(Math.min(precision, 6));
    long limit =
        precision <= 6 ? Long.MAX_VALUE : Long.MAX_VALUE / (long) Math.pow(10, precision - 6);
    BigInteger perTick = BigInteger.TEN.pow(6 - Math.min(precision, 6));
    BigInteger min =
        BigInteger.valueOf(range.minSecond())
            .multiply(ticksPerSecond)
            .max(BigInteger.valueOf(-limit).divide(perTick));
    BigInteger max =
        BigInteger.valueOf(range.endSecond())
            .multiply(ticksPerSecond)
            .subtract(BigInteger.ONE)
            .min(BigInteger.valueOf(limit).divide(perTick));
    long micros = between(min, max).multiply(perTick).longValueExact();
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  private Object string() {
    if (random.nextInt(4) == 0) {
      byte[] bytes = new byte[random.nextInt(300)];
      random.nextBytes(bytes);
      return bytes;
    }
    StringBuilder text = new StringBuilder();
    int pieces = random.nextInt(6);
    for (int i = 0; i < pieces; i++) {
      text.append(pick(TEXT_PIECES));
    }
    return text.toString();
  }

  private Object fixedString(int length) {
    if (random.nextBoolean()) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      return bytes;
    }
    String text = pick(TEXT_PIECES);
    boolean fits = text.getBytes(StandardCharsets.UTF_8).length <= length && !text.endsWith("\0");
    return fits ? text : "";
  }

  private Float singleFloat() {
    float[] edges = {
      0f, -0f, 1.5f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.MIN_VALUE
    };
    int choice = random.nextInt(2 * edges.length);
    return choice < edges.length
        ? edges[choice]
        : Float.intBitsToFloat(random.nextInt() & 0xFF7F_FFFF);
  }

  private Double doubleFloat() {
    double[] edges = {
      0d,
      -0d,
      1.5d,
      Double.NaN,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.MIN_VALUE
    };
    int choice = random.nextInt(2 * edges.length);
    return choice < edges.length
        ? edges[choice]
        : Double.longBitsToDouble(random.nextLong() & 0xFFEF_FFFF_FFFF_FFFFL);
  }

  private InetAddress address(int width) {
    byte[] bytes = new byte[width];
    random.nextBytes(bytes);
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  private <T> T pick(T[] choices) {
    return choices[random.nextInt(choices.length)];
  }
}
