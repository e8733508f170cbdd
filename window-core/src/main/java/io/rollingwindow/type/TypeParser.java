package io.rollingwindow.type;

import io.rollingwindow.type.TypeLexer.Kind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Reads type names by recursive descent. The grammar:
 *
 * <pre>
 * type      = plain | sized | nested
 * plain     = "Bool" | "String" | "UUID" | "Date" | "Date32" | "IPv4" | "IPv6" | "Int8" .. "UInt256" | "Float32" | "Float64"
 * sized     = "Decimal" "(" number [ "," number ] ")" | "Decimal32" "(" number ")" | .. | "FixedString" "(" number ")"
 *           | "DateTime" [ "(" quoted ")" ] | "DateTime64" "(" number [ "," quoted ] ")"
 *           | ( "Enum8" | "Enum16" | "Enum" ) "(" label { "," label } ")"
 * label     = quoted [ "=" number ]
 * nested    = ( "Array" | "LowCardinality" | "Nullable" ) "(" type ")"
 * </pre>
 */
final class TypeParser {

  /** Deeper nesting than any table needs would only serve to exhaust the stack. */
  private static final int MAX_DEPTH = 16;

  private static final Map<String, ColumnType> PLAIN = plainTypes();

  /** Types of ClickHouse that are known and not supported, to tell them from slips of the pen. */
  private static final Set<String> UNSUPPORTED =
      Set.of(
          "AggregateFunction",
          "BFloat16",
          "Dynamic",
          "Geometry",
          "IntervalDay",
          "IntervalHour",
          "IntervalMicrosecond",
          "IntervalMillisecond",
          "IntervalMinute",
          "IntervalMonth",
          "IntervalNanosecond",
          "IntervalQuarter",
          "IntervalSecond",
          "IntervalWeek",
          "IntervalYear",
          "JSON",
          "LineString",
          "Map",
          "MultiLineString",
          "MultiPolygon",
          "Nested",
          "Nothing",
          "Object",
          "Point",
          "Polygon",
          "QBit",
          "Ring",
          "SimpleAggregateFunction",
          "Time",
          "Time64",
          "Tuple",
          "Variant");

  private final TypeLexer lexer;

  private TypeParser(String text) {
    this.lexer = new TypeLexer(text);
  }

  static ColumnType parse(String text) {
    TypeParser parser = new TypeParser(text);
    ColumnType type = parser.type(1);
    if (parser.lexer.kind() != Kind.END) {
      throw parser.lexer.expected("the end of the type");
    }
    return type;
  }

  private ColumnType type(int depth) {
    if (lexer.kind() != Kind.WORD) {
      throw lexer.expected("the name of a type");
    }
    if (depth > MAX_DEPTH) {
      throw lexer.expected("at most " + MAX_DEPTH + " types within each other");
    }
    int position = lexer.position();
    String name = lexer.value();
    ColumnType plain = PLAIN.get(name);
    if (plain != null) {
      lexer.advance();
      return plain;
    }
    return switch (name) {
      case "Decimal" -> decimal();
      case "Decimal32" -> decimal(9);
      case "Decimal64" -> decimal(18);
      case "Decimal128" -> decimal(38);
      case "Decimal256" -> decimal(DecimalType.MAX_PRECISION);
      case "FixedString" -> fixedString();
      case "DateTime" -> dateTime();
      case "DateTime64" -> dateTime64();
      case "Enum" -> narrowest(enumeration(16));
      case "Enum8" -> enumeration(8);
      case "Enum16" -> enumeration(16);
      case "Array" -> new ArrayType(inner(depth));
      case "LowCardinality" -> {
        int at = openInner();
        ColumnType inner = closeInner(depth);
        yield checked(at, () -> new LowCardinalityType(inner));
      }
      case "Nullable" -> {
        int at = openInner();
        ColumnType inner = closeInner(depth);
        yield checked(at, () -> new NullableType(inner));
      }
      default -> throw lexer.expectedAt(position, supportedInsteadOf(name));
    };
  }

  private static String supportedInsteadOf(String name) {
    if (UNSUPPORTED.contains(name)) {
      return "a supported type; " + name + " is not supported";
    }
    for (String known : PLAIN.keySet()) {
      if (known.equalsIgnoreCase(name)) {
        return "the name of a type; " + known + " is written so";
      }
    }
    return "the name of a type; " + name + " is none of ClickHouse's own type names";
  }

  private ColumnType decimal() {
    lexer.advance();
    expect(Kind.OPEN, "( and the precision");
    int precision =
        number("a precision from 1 to " + DecimalType.MAX_PRECISION, 1, DecimalType.MAX_PRECISION);
    int scale = 0;
    if (lexer.kind() == Kind.COMMA) {
      lexer.advance();
      scale = number("a scale from 0 to " + precision, 0, precision);
    }
    expect(Kind.CLOSE, ")");
    return new DecimalType(precision, scale);
  }

  private ColumnType decimal(int precision) {
    lexer.advance();
    expect(Kind.OPEN, "( and the scale");
    int scale = number("a scale from 0 to " + precision, 0, precision);
    expect(Kind.CLOSE, ")");
    return new DecimalType(precision, scale);
  }

  private ColumnType fixedString() {
    lexer.advance();
    expect(Kind.OPEN, "( and the length");
    int length =
        number("a length from 1 to " + FixedStringType.MAX_LENGTH, 1, FixedStringType.MAX_LENGTH);
    expect(Kind.CLOSE, ")");
    return new FixedStringType(length);
  }

  private ColumnType dateTime() {
    lexer.advance();
    if (lexer.kind() != Kind.OPEN) {
      return new DateTimeType(Optional.empty());
    }
    lexer.advance();
    String zone = zone();
    expect(Kind.CLOSE, ")");
    return new DateTimeType(Optional.of(zone));
  }

  private ColumnType dateTime64() {
    lexer.advance();
    expect(Kind.OPEN, "( and the precision");
    int precision =
        number(
            "a precision from 0 to " + DateTime64Type.MAX_PRECISION,
            0,
            DateTime64Type.MAX_PRECISION);
    Optional<String> zone = Optional.empty();
    if (lexer.kind() == Kind.COMMA) {
      lexer.advance();
      zone = Optional.of(zone());
    }
    expect(Kind.CLOSE, ")");
    return new DateTime64Type(precision, zone);
  }

  private String zone() {
    int position = lexer.position();
    String zone = quoted("a time zone in quotes");
    if (zone.isEmpty()) {
      throw lexer.expectedAt(position, "the name of a time zone");
    }
    return zone;
  }

  /**
   * Reads labels. Either all of them have a value, or all but the first count on from it; without a
   * first value they count from 1. So does ClickHouse.
   */
  private EnumType enumeration(int bits) {
    lexer.advance();
    expect(Kind.OPEN, "( and the labels");
    int limit = 1 << (bits - 1);
    Map<String, Integer> values = new LinkedHashMap<>();
    Set<Integer> taken = new HashSet<>();
    int explicit = 0;
    int value = 0;
    while (true) {
      int position = lexer.position();
      String label = quoted("a label in quotes");
      if (values.containsKey(label)) {
        throw lexer.expectedAt(position, "a label that has not occurred");
      }
      if (lexer.kind() == Kind.EQUALS) {
        if (explicit < values.size()) {
          throw lexer.expected("no value, as a label before has none");
        }
        explicit++;
        lexer.advance();
        position = lexer.position();
        value = number("a value from " + -limit + " to " + (limit - 1), -limit, limit - 1);
      } else if (explicit > 1) {
        throw lexer.expected("= and the value of the label");
      } else {
        value++;
        if (value == limit) {
          throw lexer.expectedAt(position, "no label beyond the value " + (limit - 1));
        }
      }
      if (!taken.add(value)) {
        throw lexer.expectedAt(position, "a value that has not occurred");
      }
      values.put(label, value);
      if (lexer.kind() != Kind.COMMA) {
        break;
      }
      lexer.advance();
    }
    expect(Kind.CLOSE, ", or )");
    return new EnumType(bits, values);
  }

  private static EnumType narrowest(EnumType type) {
    boolean fits = type.values().values().stream().allMatch(value -> value == value.byteValue());
    return fits ? new EnumType(8, type.values()) : type;
  }

  private ColumnType inner(int depth) {
    openInner();
    return closeInner(depth);
  }

  /** Goes to the type in the parentheses and returns where it starts. */
  private int openInner() {
    lexer.advance();
    expect(Kind.OPEN, "( and the type inside");
    return lexer.position();
  }

  private ColumnType closeInner(int depth) {
    ColumnType inner = type(depth + 1);
    expect(Kind.CLOSE, ")");
    return inner;
  }

  /** Gives a rule that the type itself checks the position of the part that breaks it. */
  private ColumnType checked(int position, Supplier<ColumnType> type) {
    try {
      return type.get();
    } catch (IllegalArgumentException e) {
      TypeSyntaxException located =
          lexer.expectedAt(position, "another type here: " + e.getMessage());
      located.initCause(e);
      throw located;
    }
  }

  private void expect(Kind kind, String what) {
    if (lexer.kind() != kind) {
      throw lexer.expected(what);
    }
    lexer.advance();
  }

  private String quoted(String what) {
    if (lexer.kind() != Kind.QUOTED) {
      throw lexer.expected(what);
    }
    String text = lexer.value();
    lexer.advance();
    return text;
  }

  private int number(String what, int min, int max) {
    if (lexer.kind() != Kind.NUMBER) {
      throw lexer.expected(what);
    }
    int number;
    try {
      number = Integer.parseInt(lexer.value());
    } catch (NumberFormatException e) {
      TypeSyntaxException located = lexer.expected(what);
      located.initCause(e);
      throw located;
    }
    if (number < min || number > max) {
      throw lexer.expected(what);
    }
    lexer.advance();
    return number;
  }

  private static Map<String, ColumnType> plainTypes() {
    Map<String, ColumnType> plain = new HashMap<>();
    for (ScalarType type : ScalarType.values()) {
      plain.put(type.nativeName(), type);
    }
    for (IntegerType type : IntegerType.values()) {
      plain.put(type.nativeName(), type);
    }
    for (FloatType type : FloatType.values()) {
      plain.put(type.nativeName(), type);
    }
    return Map.copyOf(plain);
  }
}
