package io.rollingwindow.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The rules of each type hold for types made in code as well as for those that were read. */
class TypeRulesTest {

  @Test
  void integersKnowTheirEdges() {
    assertEquals(BigInteger.valueOf(-128), IntegerType.INT8.min());
    assertEquals(BigInteger.valueOf(127), IntegerType.INT8.max());
    assertEquals(BigInteger.ZERO, IntegerType.UINT64.min());
    assertEquals(new BigInteger("18446744073709551615"), IntegerType.UINT64.max());
    assertEquals(BigInteger.TWO.pow(255).negate(), IntegerType.INT256.min());
    for (IntegerType type : IntegerType.values()) {
      assertEquals(
          type.nativeName(), (type.signed() ? "Int" : "UInt") + type.bits(), "width and sign");
    }
  }

  @Test
  void decimalsAreStoredInTheWidthOfTheirPrecision() {
    Map.of(1, 4, 9, 4, 10, 8, 18, 8, 19, 16, 38, 16, 39, 32, 76, 32)
        .forEach(
            (precision, width) ->
                assertEquals(width, new DecimalType(precision, 0).byteWidth(), "p " + precision));
  }

  @Test
  void declarationsOutOfBoundsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new DecimalType(0, 0));
    assertThrows(IllegalArgumentException.class, () -> new DecimalType(77, 0));
    assertThrows(IllegalArgumentException.class, () -> new DecimalType(5, 6));
    assertThrows(IllegalArgumentException.class, () -> new DecimalType(5, -1));
    assertThrows(IllegalArgumentException.class, () -> new FixedStringType(0));
    assertThrows(IllegalArgumentException.class, () -> new FixedStringType(0x1000000));
    assertThrows(IllegalArgumentException.class, () -> new DateTime64Type(-1, Optional.empty()));
    assertThrows(IllegalArgumentException.class, () -> new DateTime64Type(10, Optional.empty()));
    assertThrows(IllegalArgumentException.class, () -> new DateTime64Type(6, Optional.of("")));
    assertThrows(IllegalArgumentException.class, () -> new DateTimeType(Optional.of("")));
    assertThrows(IllegalArgumentException.class, () -> new DateTimeType(Optional.of("\uD800")));
    assertThrows(NullPointerException.class, () -> new ArrayType(null));
  }

  @Test
  void enumsHaveLabelsWithValuesOfTheirOwn() {
    assertThrows(IllegalArgumentException.class, () -> new EnumType(8, Map.of()));
    assertThrows(IllegalArgumentException.class, () -> new EnumType(32, Map.of("a", 1)));
    assertEquals(
        "a value of Enum8 lies between -128 and 127",
        assertThrows(IllegalArgumentException.class, () -> new EnumType(8, Map.of("a", 128)))
            .getMessage());
    assertThrows(IllegalArgumentException.class, () -> new EnumType(8, Map.of("a", -129)));
    assertThrows(IllegalArgumentException.class, () -> new EnumType(16, Map.of("a", 32768)));
    assertThrows(IllegalArgumentException.class, () -> new EnumType(8, Map.of("a", 1, "b", 1)));
    assertThrows(IllegalArgumentException.class, () -> new EnumType(8, Map.of("\uDC00a", 1)));
    assertEquals("Enum8('a' = -128)", new EnumType(8, Map.of("a", -128)).nativeName());
  }

  @Test
  void enumsAreIndependentOfTheMapAndItsOrder() {
    Map<String, Integer> values = new LinkedHashMap<>();
    values.put("b", 2);
    values.put("a", 1);
    EnumType type = new EnumType(8, values);
    values.put("c", 3);
    assertEquals("Enum8('a' = 1, 'b' = 2)", type.nativeName());
    assertEquals(List.of("a", "b"), List.copyOf(type.values().keySet()));
    assertEquals(new EnumType(8, Map.of("a", 1, "b", 2)), type);
    assertThrows(UnsupportedOperationException.class, () -> type.values().put("d", 4));
  }
}
