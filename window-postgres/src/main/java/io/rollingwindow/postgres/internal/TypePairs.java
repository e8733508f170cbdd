package io.rollingwindow.postgres.internal;

import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.type.ArrayType;
import io.rollingwindow.type.ColumnType;
import io.rollingwindow.type.DateTime64Type;
import io.rollingwindow.type.DateTimeType;
import io.rollingwindow.type.DecimalType;
import io.rollingwindow.type.EnumType;
import io.rollingwindow.type.FixedStringType;
import io.rollingwindow.type.FloatType;
import io.rollingwindow.type.IntegerType;
import io.rollingwindow.type.ScalarType;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Which source types are carried into which target types. Nullable and LowCardinality change
 * nothing here: a NULL that the target cannot hold is refused when it is met.
 */
final class TypePairs {

  private TypePairs() {}

  static TypePair resolve(SourceType source, ColumnType target) {
    ColumnType plain = target.unwrapped();
    if (source.element().isPresent()) {
      return array(source, source.element().get(), plain);
    }
    if (source.kind() == SourceKind.ENUM && plain instanceof EnumType labels) {
      return labels(source, labels);
    }
    return scalar(source.kind(), plain)
        .<TypePair>map(TypePair.Admitted::new)
        .orElseGet(() -> refused(source, target));
  }

  private static TypePair array(SourceType source, SourceType element, ColumnType target) {
    if (!(target instanceof ArrayType array) || array.element().unwrapped() instanceof ArrayType) {
      return refused(source, target);
    }
    TypePair pair = resolve(element, array.element());
    return pair instanceof TypePair.Admitted admitted
        ? new TypePair.Admitted(FieldDecoders.array(admitted.decoder()))
        : pair;
  }

  private static TypePair labels(SourceType source, EnumType target) {
    List<String> missing =
        source.labels().stream().filter(label -> !target.values().containsKey(label)).toList();
    return missing.isEmpty()
        ? new TypePair.Admitted((buffer, at, length, rows) -> rows.enumLabel(buffer, at, length))
        : new TypePair.Refused(
            "The target's Enum lacks labels of " + source.declared() + ": " + missing + ".");
  }

  private static TypePair refused(SourceType source, ColumnType target) {
    return new TypePair.Refused(
        source.declared() + " has no exact way into " + target.nativeName() + ".");
  }

  /** The decoder for a pair without labels or elements; empty when the pair is not admitted. */
  static Optional<FieldDecoder> scalar(SourceKind source, ColumnType target) {
    return Optional.ofNullable(
        switch (source) {
          case BOOL -> target == ScalarType.BOOL ? FieldDecoders::bool : null;
          case INT2 -> isNumber(target) ? FieldDecoders::int2 : null;
          case INT4 -> isNumber(target) ? FieldDecoders::int4 : null;
          case INT8 -> isNumber(target) ? FieldDecoders::int8 : null;
          case FLOAT4 -> target instanceof FloatType ? FieldDecoders::float4 : null;
          case FLOAT8 -> target instanceof FloatType ? FieldDecoders::float8 : null;
          case NUMERIC -> isExactNumber(target) ? FieldDecoders::numeric : null;
          case TEXT -> text(target);
          case ENUM -> isText(target) ? TypePairs::asText : null;
          case JSON -> target == ScalarType.STRING ? TypePairs::asText : null;
          case JSONB -> target == ScalarType.STRING ? FieldDecoders::jsonb : null;
          case BYTEA ->
              isText(target) ? (buffer, at, length, rows) -> rows.bytes(buffer, at, length) : null;
          case UUID -> target == ScalarType.UUID ? FieldDecoders::uuid : null;
          case DATE -> isDate(target) ? FieldDecoders::date : null;
          case TIMESTAMP -> isWallClock(target) ? FieldDecoders::timestamp : null;
          case TIMESTAMPTZ -> isInstant(target) ? FieldDecoders::timestamp : null;
          case INET -> inet(target);
          case ARRAY, OTHER -> null;
        });
  }

  private static FieldDecoder text(ColumnType target) {
    if (target instanceof EnumType) {
      return (buffer, at, length, rows) -> rows.enumLabel(buffer, at, length);
    }
    return isText(target) ? TypePairs::asText : null;
  }

  private static FieldDecoder inet(ColumnType target) {
    if (target == ScalarType.IPV4) {
      return FieldDecoders::inetToIpv4;
    }
    return target == ScalarType.IPV6 ? FieldDecoders::inetToIpv6 : null;
  }

  private static void asText(byte[] buffer, int offset, int length, RowEncoder rows)
      throws IOException {
    rows.text(buffer, offset, length);
  }

  private static boolean isNumber(ColumnType target) {
    return isExactNumber(target) || target instanceof FloatType;
  }

  private static boolean isExactNumber(ColumnType target) {
    return target instanceof IntegerType || target instanceof DecimalType;
  }

  private static boolean isText(ColumnType target) {
    return target == ScalarType.STRING || target instanceof FixedStringType;
  }

  private static boolean isDate(ColumnType target) {
    return target == ScalarType.DATE || target == ScalarType.DATE32;
  }

  private static boolean isInstant(ColumnType target) {
    return isDate(target) || target instanceof DateTimeType || target instanceof DateTime64Type;
  }

  /** A timestamp names no instant; only a target that reads in UTC shows the same wall clock. */
  private static boolean isWallClock(ColumnType target) {
    return isDate(target)
        || (target instanceof DateTimeType plain && isUtc(plain.zone()))
        || (target instanceof DateTime64Type fine && isUtc(fine.zone()));
  }

  private static boolean isUtc(Optional<String> zone) {
    return zone.filter("UTC"::equals).isPresent();
  }
}
