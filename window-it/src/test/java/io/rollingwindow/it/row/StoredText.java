package io.rollingwindow.it.row;

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
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

/**
 * What a value looks like when ClickHouse itself writes a stored one as text, so that values can be
 * compared by a way that shares nothing with RowBinary.
 */
final class StoredText {

  private StoredText() {}

  /**
   * The expression whose text is compared: bytes as hexadecimal digits, all else as ClickHouse
   * shows it.
   */
  static String expression(ColumnType type, String column) {
    ColumnType values = type.unwrapped();
    if (values instanceof ArrayType array) {
      return "arrayMap(e -> " + expression(array.element(), "e") + ", " + column + ")";
    }
    if (values instanceof EnumType) {
      return "hex(toString(" + column + "))";
    }
    boolean bytes = values == ScalarType.STRING || values instanceof FixedStringType;
    return (bytes ? "hex(" : "toString(") + column + ")";
  }

  /** The value in a form in which equal values are equal objects, as it was put in. */
  static Object expected(ColumnType type, Object value) {
    ColumnType values = type.unwrapped();
    if (value == null) {
      return null;
    }
    if (values instanceof ArrayType array) {
      List<Object> elements = new ArrayList<>();
      ((List<?>) value).forEach(element -> elements.add(expected(array.element(), element)));
      return elements;
    }
    if (values instanceof FixedStringType fixed) {
      return hex(Arrays.copyOf(bytes(value), fixed.length()));
    }
    if (value instanceof String || value instanceof byte[]) {
      return hex(bytes(value));
    }
    return value instanceof BigDecimal decimal ? decimal.stripTrailingZeros() : value;
  }

  /** The same form, read from ClickHouse's text. */
  static Object read(ColumnType type, String text) {
    ColumnType values = type.unwrapped();
    if (text == null) {
      return null;
    }
    if (values instanceof ArrayType array) {
      List<Object> elements = new ArrayList<>();
      for (String element : elements(text)) {
        elements.add(read(array.element(), element));
      }
      return elements;
    }
    if (values instanceof IntegerType) {
      return new BigInteger(text);
    }
    if (values instanceof DecimalType) {
      return new BigDecimal(text).stripTrailingZeros();
    }
    if (values instanceof FloatType) {
      String number = text.replace("inf", "Infinity").replace("nan", "NaN");
      return values == FloatType.FLOAT32
          ? (Object) Float.valueOf(number)
          : (Object) Double.valueOf(number);
    }
    if (values instanceof DateTimeType || values instanceof DateTime64Type) {
      return Instant.parse(text.replace(' ', 'T') + "Z");
    }
    return switch (values instanceof ScalarType scalar ? scalar : ScalarType.STRING) {
      case BOOL -> Boolean.valueOf(text);
      case STRING -> text;
      case UUID -> UUID.fromString(text);
      case DATE, DATE32 -> LocalDate.parse(text);
      case IPV4, IPV6 -> address(text);
    };
  }

  /**
   * The elements of an array's text; none of the texts inside has a comma, a bracket or a quote.
   */
  private static List<String> elements(String text) {
    List<String> elements = new ArrayList<>();
    int depth = 0;
    int start = 1;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ']') {
        depth--;
      }
      if ((depth == 1 && c == ',') || (depth == 0 && c == ']' && i > start)) {
        String element = text.substring(start, i);
        elements.add(element.equals("NULL") ? null : unquoted(element));
        start = i + 1;
      }
      if (c == '[') {
        depth++;
      }
    }
    return elements;
  }

  private static String unquoted(String element) {
    return element.startsWith("'") ? element.substring(1, element.length() - 1) : element;
  }

  private static InetAddress address(String text) {
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException e) {
      throw new AssertionError(text, e);
    }
  }

  private static byte[] bytes(Object value) {
    return value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) value;
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().withUpperCase().formatHex(bytes);
  }
}
