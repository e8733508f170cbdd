package io.rollingwindow.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class TypePropertiesTest {

  @Property
  void everyTypePrintsANameThatReadsBackAsIt(@ForAll("types") ColumnType type) {
    assertEquals(type, ColumnType.parse(type.nativeName()));
    assertEquals(type.nativeName(), ColumnType.parse(type.nativeName()).nativeName());
  }

  @Property
  void everyPrefixOfANameIsReadOrRefusedWithinTheText(
      @ForAll("types") ColumnType type, @ForAll int cut) {
    String name = type.nativeName();
    readOrRefuse(name.substring(0, Math.floorMod(cut, name.length())));
  }

  @Property
  void anyTextIsReadOrRefusedWithinTheText(@ForAll("almostTypes") String text) {
    readOrRefuse(text);
  }

  private static void readOrRefuse(String text) {
    try {
      ColumnType type = ColumnType.parse(text);
      assertEquals(type, ColumnType.parse(type.nativeName()));
    } catch (TypeSyntaxException e) {
      assertTrue(e.position() >= 0 && e.position() <= text.length(), e::getMessage);
    }
  }

  @Provide
  Arbitrary<String> almostTypes() {
    Arbitrary<String> token =
        Arbitraries.of(
            "Nullable",
            "Array",
            "LowCardinality",
            "String",
            "Int8",
            "Enum8",
            "Enum",
            "Decimal",
            "DateTime64",
            "DateTime",
            "FixedString",
            "(",
            ")",
            ",",
            "=",
            "'a'",
            "'",
            "\\",
            "\\x",
            "1",
            "-1",
            "77",
            " ",
            "é");
    return token.list().ofMaxSize(12).map(tokens -> String.join("", tokens));
  }

  @Provide
  Arbitrary<ColumnType> types() {
    return Arbitraries.lazyOf(
        this::plain,
        () -> plain().map(NullableType::new),
        () -> dictionary().map(LowCardinalityType::new),
        () -> dictionary().map(NullableType::new).map(LowCardinalityType::new),
        () -> types().map(ArrayType::new));
  }

  private Arbitrary<ColumnType> dictionary() {
    return Arbitraries.oneOf(
        Arbitraries.of(ScalarType.values()),
        Arbitraries.of(IntegerType.values()),
        Arbitraries.integers().between(1, FixedStringType.MAX_LENGTH).map(FixedStringType::new),
        zones().map(DateTimeType::new));
  }

  private Arbitrary<ColumnType> plain() {
    Arbitrary<DecimalType> decimals =
        Arbitraries.integers()
            .between(1, DecimalType.MAX_PRECISION)
            .flatMap(
                precision ->
                    Arbitraries.integers()
                        .between(0, precision)
                        .map(scale -> new DecimalType(precision, scale)));
    Arbitrary<DateTime64Type> times =
        Combinators.combine(Arbitraries.integers().between(0, 9), zones()).as(DateTime64Type::new);
    return Arbitraries.oneOf(
        dictionary(), Arbitraries.of(FloatType.values()), decimals, times, enums());
  }

  private Arbitrary<Optional<String>> zones() {
    return Arbitraries.of("UTC", "Europe/Berlin", "Asia/Ho_Chi_Minh").optional();
  }

  private Arbitrary<EnumType> enums() {
    Arbitrary<String> labels =
        Arbitraries.strings().withChars("a'\\\"`\n\t\0\b\r\f,=()é漢").ofMaxLength(6);
    return Arbitraries.of(8, 16)
        .flatMap(
            bits ->
                Arbitraries.maps(
                        Arbitraries.integers().between(-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
                        labels)
                    .ofMinSize(1)
                    .ofMaxSize(12)
                    .map(byValue -> new EnumType(bits, inverted(byValue))));
  }

  private static Map<String, Integer> inverted(Map<Integer, String> byValue) {
    Map<String, Integer> values = new HashMap<>();
    byValue.forEach((value, label) -> values.put(label, value));
    return values;
  }
}
