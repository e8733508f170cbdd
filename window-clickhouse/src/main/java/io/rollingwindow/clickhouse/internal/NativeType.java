package io.rollingwindow.clickhouse.internal;

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
import java.util.Optional;

/**
 * The form of a column in a Native block.
 *
 * @param name the type that the block declares: the table's, without its dictionaries, which the
 *     server makes of the plain values
 * @param nullable whether a null map comes before the values
 * @param array whether the offsets of arrays come before the values
 * @param width the bytes of a value, {@link #TEXT} when each says its length itself
 */
record NativeType(String name, boolean nullable, boolean array, int width) {

  /** The width of values that say their length themselves. */
  static final int TEXT = 0;

  /**
   * The form of a type; none for arrays whose elements are NULL or arrays, because a byte of such
   * an element in RowBinary can be many in Native, and nothing bounds how many of them a row has.
   */
  static Optional<NativeType> of(ColumnType type) {
    ColumnType plain = plain(type);
    if (plain instanceof ArrayType array) {
      ColumnType element = array.element();
      return element instanceof ArrayType || element instanceof NullableType
          ? Optional.empty()
          : Optional.of(new NativeType(plain.nativeName(), false, true, width(element)));
    }
    return Optional.of(
        new NativeType(plain.nativeName(), plain.acceptsNull(), false, width(plain.unwrapped())));
  }

  /** By how many bytes a cell can at most be larger than in RowBinary. */
  int growth() {
    if (array) {
      return Long.BYTES;
    }
    return nullable ? nullWidth() : 0;
  }

  /** The bytes that stand in the place of a value that is NULL. */
  int nullWidth() {
    return width == TEXT ? 1 : width;
  }

  private static ColumnType plain(ColumnType type) {
    if (type instanceof LowCardinalityType lowCardinality) {
      return lowCardinality.dictionary();
    }
    return type instanceof ArrayType array ? new ArrayType(plain(array.element())) : type;
  }

  private static int width(ColumnType type) {
    if (type instanceof ScalarType scalar) {
      return switch (scalar) {
        case BOOL -> Byte.BYTES;
        case STRING -> TEXT;
        case DATE -> Short.BYTES;
        case DATE32, IPV4 -> Integer.BYTES;
        case UUID, IPV6 -> 2 * Long.BYTES;
      };
    }
    if (type instanceof IntegerType integer) {
      return integer.bits() / Byte.SIZE;
    }
    if (type instanceof DecimalType decimal) {
      return decimal.byteWidth();
    }
    if (type instanceof FloatType) {
      return type == FloatType.FLOAT32 ? Float.BYTES : Double.BYTES;
    }
    if (type instanceof FixedStringType fixed) {
      return fixed.length();
    }
    if (type instanceof EnumType labels) {
      return labels.bits() / Byte.SIZE;
    }
    if (type instanceof DateTimeType) {
      return Integer.BYTES;
    }
    if (type instanceof DateTime64Type) {
      return Long.BYTES;
    }
    throw new IllegalArgumentException("no Native form of " + type.nativeName());
  }
}
