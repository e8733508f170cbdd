package io.rollingwindow.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is written in a table definition becomes a type, and prints as {@code system.columns} shows
 * it.
 */
class TypeGrammarTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bool",
        "String",
        "UUID",
        "Date",
        "Date32",
        "IPv4",
        "IPv6",
        "Int8",
        "Int16",
        "Int32",
        "Int64",
        "Int128",
        "Int256",
        "UInt8",
        "UInt16",
        "UInt32",
        "UInt64",
        "UInt128",
        "UInt256",
        "Float32",
        "Float64",
        "Decimal(1, 0)",
        "Decimal(18, 2)",
        "Decimal(76, 76)",
        "FixedString(1)",
        "FixedString(16777215)",
        "DateTime",
        "DateTime('UTC')",
        "DateTime64(0)",
        "DateTime64(6, 'UTC')",
        "DateTime64(9, 'Asia/Ho_Chi_Minh')",
        "Enum8('a' = -128, 'b' = 127)",
        "Enum16('a' = -32768, '' = 0, 'b' = 32767)",
        "Array(Array(Nullable(Int8)))",
        "Array(LowCardinality(Nullable(String)))",
        "LowCardinality(String)",
        "LowCardinality(Nullable(FixedString(3)))",
        "LowCardinality(Bool)",
        "LowCardinality(UUID)",
        "LowCardinality(Date32)",
        "LowCardinality(DateTime('UTC'))",
        "LowCardinality(IPv6)",
        "LowCardinality(UInt256)",
        "Nullable(Enum8('a' = 1))",
        "Nullable(DateTime64(6, 'UTC'))",
      })
  void canonicalNamesAreReadAndPrintedUnchanged(String name) {
    ColumnType type = ColumnType.parse(name);
    assertEquals(name, type.nativeName());
    assertEquals(name, type.toString());
    assertEquals(type, ColumnType.parse(type.nativeName()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "Decimal(9) | Decimal(9, 0)",
        "Decimal( 05 ,2) | Decimal(5, 2)",
        "Decimal32(2) | Decimal(9, 2)",
        "Decimal64(18) | Decimal(18, 18)",
        "Decimal128(0) | Decimal(38, 0)",
        "Decimal256(76) | Decimal(76, 76)",
        "Nullable(Decimal(18,2)) | Nullable(Decimal(18, 2))",
        "DateTime64( 6,'UTC' ) | DateTime64(6, 'UTC')",
        "Enum('a','b') | Enum8('a' = 1, 'b' = 2)",
        "Enum('a' = 200) | Enum16('a' = 200)",
        "Enum('a' = -129) | Enum16('a' = -129)",
        "Enum('a' = -128, 'b' = 127) | Enum8('a' = -128, 'b' = 127)",
        "Enum8('a' = 5, 'b') | Enum8('a' = 5, 'b' = 6)",
        "Enum8('a' = -3, 'b', 'c') | Enum8('a' = -3, 'b' = -2, 'c' = -1)",
        "Enum8('z'=-1,'y'=-5,''=0) | Enum8('y' = -5, 'z' = -1, '' = 0)",
        "Enum16('d''q'=3) | Enum16('d\\'q' = 3)",
        "Enum8('\\x41\\x7f' = 1) | Enum8('A\u007f' = 1)",
        "Enum8('\\x09\\x00' = 1) | Enum8('\\t\\0' = 1)",
        "Enum8('\\/\\\"\\`' = 1) | Enum8('/\"\"`' = 1)",
      })
  void otherSpellingsBecomeCanonical(String written, String printed) {
    // Two quotes stand for one in the table above.
    assertEquals(
        printed.replace("\"\"", "\""),
        ColumnType.parse(written.replace("\"\"", "\"")).nativeName());
  }

  @Test
  void everyKindOfBlankMayStandBetweenTokens() {
    assertEquals(
        "Nullable(Decimal(18, 2))",
        ColumnType.parse("\t Nullable\n(\r Decimal \f(\u000B18 , 2 ) ) ").nativeName());
  }

  @Test
  void labelsAreEscapedAsClickHousePrintsThem() {
    String written =
        "Enum8('it\\'s' = 1, 'b\\\\s' = 2, 'n\\nl' = 4, 't\\tb' = 5, 'é😀' = 6, '\\0' = 9,"
            + " '\\b\\f\\r' = 10, '\\a\\e\\v' = 11)";
    EnumType type = assertInstanceOf(EnumType.class, ColumnType.parse(written));
    assertEquals(
        Map.of(
            "it's",
            1,
            "b\\s",
            2,
            "n\nl",
            4,
            "t\tb",
            5,
            "é😀",
            6,
            "\0",
            9,
            "\b\f\r",
            10,
            "\u0007\u001B\u000B",
            11),
        type.values());
    assertEquals(written.replace("\\a\\e\\v", "\u0007\u001B\u000B"), type.nativeName());
    assertEquals(type, ColumnType.parse(type.nativeName()));
  }

  @Test
  void theHierarchyHoldsWhatWasWritten() {
    assertEquals(new DecimalType(18, 2), ColumnType.parse("Decimal(18,2)"));
    assertEquals(
        new DateTime64Type(3, Optional.of("UTC")), ColumnType.parse("DateTime64(3,'UTC')"));
    assertEquals(new DateTimeType(Optional.empty()), ColumnType.parse("DateTime"));
    assertEquals(
        new ArrayType(new NullableType(IntegerType.INT8)),
        ColumnType.parse("Array(Nullable(Int8))"));
    assertEquals(
        new LowCardinalityType(new NullableType(ScalarType.STRING)),
        ColumnType.parse("LowCardinality(Nullable(String))"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "\"\" | 0 | the name of a type",
        "\"  \" | 2 | the name of a type",
        "Int64 Int64 | 6 | the end of the type",
        "Int64) | 5 | the end of the type",
        "Int64() | 5 | the end of the type",
        "(Int64) | 0 | the name of a type",
        "Nullable | 8 | ( and the type inside",
        "Nullable( | 9 | the name of a type",
        "Nullable() | 9 | the name of a type",
        "Nullable(String | 15 | )",
        "Nullable(String,) | 15 | )",
        "Nullable('String') | 9 | the name of a type",
        "Decimal | 7 | ( and the precision",
        "Decimal() | 8 | a precision from 1 to 76",
        "Decimal(0) | 8 | a precision from 1 to 76",
        "Decimal(77, 1) | 8 | a precision from 1 to 76",
        "Decimal(-1, 1) | 8 | a precision from 1 to 76",
        "Decimal(99999999999) | 8 | a precision from 1 to 76",
        "Decimal(5,) | 10 | a scale from 0 to 5",
        "Decimal(5,-1) | 10 | a scale from 0 to 5",
        "Decimal(5,6) | 10 | a scale from 0 to 5",
        "Decimal(5,2,1) | 11 | )",
        "Decimal(5;2) | 9 | a letter, a number",
        "Decimal(5.0) | 9 | a letter, a number",
        "Decimal(1e1) | 9 | the end of the number",
        "Decimal(-) | 9 | a digit",
        "Decimal32 | 9 | ( and the scale",
        "Decimal32(10) | 10 | a scale from 0 to 9",
        "Decimal64(19) | 10 | a scale from 0 to 18",
        "Decimal128(39) | 11 | a scale from 0 to 38",
        "Decimal256(77) | 11 | a scale from 0 to 76",
        "FixedString | 11 | ( and the length",
        "FixedString(0) | 12 | a length from 1 to 16777215",
        "FixedString(16777216) | 12 | a length from 1 to 16777215",
        "FixedString(1000000000) | 12 | a length from 1 to 16777215",
        "DateTime64 | 10 | ( and the precision",
        "DateTime64(10) | 11 | a precision from 0 to 9",
        "DateTime64(-1) | 11 | a precision from 0 to 9",
        "DateTime64(6, UTC) | 14 | a time zone in quotes",
        "DateTime64(6, '') | 14 | the name of a time zone",
        "DateTime() | 9 | a time zone in quotes",
        "DateTime(3) | 9 | a time zone in quotes",
        "DateTime('') | 9 | the name of a time zone",
        "Enum8 | 5 | ( and the labels",
        "Enum8() | 6 | a label in quotes",
        "Enum8(a = 1) | 6 | a label in quotes",
        "Enum8('a' = 1,) | 14 | a label in quotes",
        "Enum8('a' = ) | 12 | a value from -128 to 127",
        "Enum8('a' = 128) | 12 | a value from -128 to 127",
        "Enum8('a' = -129) | 12 | a value from -128 to 127",
        "Enum16('a' = 32768) | 13 | a value from -32768 to 32767",
        "Enum8('a' = 1, 'a' = 2) | 15 | a label that has not occurred",
        "Enum8('a' = 1, 'b' = 1) | 21 | a value that has not occurred",
        "Enum8('a' = 1, 'b' = 3, 'c') | 27 | = and the value of the label",
        "Enum8('a' = 1, 'b', 'c' = 9) | 24 | no value",
        "Enum8('a', 'b' = 9) | 15 | no value",
        "Enum8('a' = 127, 'b') | 17 | no label beyond the value 127",
        "Enum8('a' = 1 | 13 | , or )",
        "Enum8('a | 8 | a closing quote",
        "Enum8('a\\ | 9 | a character after the backslash",
        "Enum8('a\\q' = 1) | 9 | one of",
        "Enum8('\\xg0' = 1) | 9 | a hexadecimal digit",
        "Enum8('\\x80' = 1) | 9 | an ASCII code",
        "Enum8('\\x4 | 10 | a hexadecimal digit",
        "Nullable(Array(String)) | 9 | another type here: Nullable does not take Array(String)",
        "Nullable(Nullable(String)) | 9 | Nullable does not take Nullable(String)",
        "Nullable(LowCardinality(String)) | 9 | Nullable does not take LowCardinality(String)",
        "LowCardinality(Decimal(9, 2)) | 15 | LowCardinality does not take Decimal(9, 2)",
        "LowCardinality(Float32) | 15 | LowCardinality does not take Float32",
        "LowCardinality(Nullable(Float64)) | 15 | LowCardinality does not take Nullable(Float64)",
        "LowCardinality(DateTime64(3)) | 15 | LowCardinality does not take DateTime64(3)",
        "LowCardinality(Enum8('a' = 1)) | 15 | LowCardinality does not take Enum8",
        "LowCardinality(Array(String)) | 15 | LowCardinality does not take Array(String)",
        "LowCardinality(LowCardinality(String)) | 15 | does not take LowCardinality(String)",
        "LowCardinality(Nullable(Decimal(9, 2))) | 15 | does not take Nullable(Decimal(9, 2))",
        "Array(Nullable(Array(Int8))) | 15 | Nullable does not take Array(Int8)",
        "Array(Tuple(Int8)) | 6 | Tuple is not supported",
        "Map(String, String) | 0 | Map is not supported",
        "JSON | 0 | JSON is not supported",
        "AggregateFunction(sum, UInt8) | 0 | AggregateFunction is not supported",
        "string | 0 | String is written so",
        "INT64 | 0 | Int64 is written so",
        "azAZ_09 | 0 | azAZ_09 is none of ClickHouse's own type names",
        "BIGINT | 0 | BIGINT is none of ClickHouse's own type names",
        "Inte64 | 0 | Inte64 is none of ClickHouse's own type names",
        "Ünt8 | 0 | a letter, a number",
        "Int64 -- key | 7 | a digit",
      })
  void whatIsNoSupportedTypeIsRefusedWhereItGoesWrong(String text, int position, String expected) {
    TypeSyntaxException refused =
        assertThrows(TypeSyntaxException.class, () -> ColumnType.parse(text));
    assertTrue(refused.expected().contains(expected), refused::getMessage);
    assertEquals(position, refused.position(), refused::getMessage);
    assertEquals(text, refused.text());
    assertEquals(
        "\"" + text + "\", at position " + position + ": expected " + refused.expected(),
        refused.getMessage());
  }

  @Test
  void nestingEndsBeforeTheStackDoes() {
    String deepest = "Array(".repeat(15) + "Int8" + ")".repeat(15);
    assertEquals(deepest, ColumnType.parse(deepest).nativeName());
    TypeSyntaxException refused =
        assertThrows(
            TypeSyntaxException.class, () -> ColumnType.parse("Array(".repeat(100_000) + "Int8"));
    assertEquals(16 * "Array(".length(), refused.position());
  }

  @Test
  void wrappersSayWhatIsInsideAndWhetherNullIs() {
    assertEquals(
        ScalarType.STRING, ColumnType.parse("LowCardinality(Nullable(String))").unwrapped());
    assertTrue(ColumnType.parse("LowCardinality(Nullable(String))").acceptsNull());
    assertTrue(ColumnType.parse("Nullable(Int8)").acceptsNull());
    assertEquals(IntegerType.INT8, ColumnType.parse("Nullable(Int8)").unwrapped());
    for (String never : new String[] {"LowCardinality(String)", "Int8", "Array(Nullable(Int8))"}) {
      assertEquals(false, ColumnType.parse(never).acceptsNull(), never);
    }
    ColumnType array = ColumnType.parse("Array(Nullable(Int8))");
    assertEquals(array, array.unwrapped());
  }
}
