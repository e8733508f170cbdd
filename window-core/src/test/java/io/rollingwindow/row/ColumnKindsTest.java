package io.rollingwindow.row;

import static io.rollingwindow.row.Cell.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.rollingwindow.row.RowValueException.Reason;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which call goes with which type, NULL and arrays included. */
class ColumnKindsTest {

  private static final Map<String, Cell.Put> CALLS = calls();

  private static Map<String, Cell.Put> calls() {
    byte[] zeros = new byte[16];
    Map<String, Cell.Put> calls = new LinkedHashMap<>();
    calls.put("bool", rows -> rows.bool(true));
    calls.put("int64", rows -> rows.int64(0));
    calls.put("integer", rows -> rows.integer(zeros, 0, 1));
    calls.put("decimal", rows -> rows.decimal(0, 0));
    calls.put("numeric", rows -> rows.numeric(zeros, 0, 0, 0, false));
    calls.put("float32", rows -> rows.float32(0));
    calls.put("float64", rows -> rows.float64(0));
    calls.put("text", rows -> rows.text(new byte[] {'a'}, 0, 1));
    calls.put("bytes", rows -> rows.bytes(zeros, 0, 4));
    calls.put("enumLabel", rows -> rows.enumLabel(new byte[] {'a'}, 0, 1));
    calls.put("uuid", rows -> rows.uuid(0, 0));
    calls.put("epochDay", rows -> rows.epochDay(0));
    calls.put("epochMicros", rows -> rows.epochMicros(0));
    calls.put("ipv4", rows -> rows.ipv4(0));
    calls.put("ipv6", rows -> rows.ipv6(zeros, 0));
    calls.put("beginArray", rows -> rows.beginArray(0));
    return calls;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Bool | bool",
        "Int8 | int64 integer decimal numeric",
        "UInt64 | int64 integer decimal numeric",
        "Int256 | int64 integer decimal numeric",
        "Decimal(9, 2) | int64 integer decimal numeric",
        "Decimal(76, 2) | int64 integer decimal numeric",
        "Float32 | int64 float32 float64",
        "Float64 | int64 float32 float64",
        "String | text bytes",
        "FixedString(4) | text bytes",
        "UUID | uuid",
        "Date | epochDay epochMicros",
        "Date32 | epochDay epochMicros",
        "DateTime | epochMicros",
        "DateTime64(3) | epochMicros",
        "Enum8('a' = 1) | text enumLabel",
        "Enum16('a' = 1) | text enumLabel",
        "IPv4 | ipv4",
        "IPv6 | ipv6",
        "Array(Int8) | beginArray",
        "LowCardinality(String) | text bytes",
        "Nullable(UUID) | uuid",
      })
  void aTypeTakesItsKindsOfValuesAndRefusesTheRest(String type, String taken) {
    Set<String> names = Set.of(taken.split(" "));
    CALLS.forEach(
        (name, call) -> {
          if (names.contains(name)) {
            Cell.of(
                type,
                rows -> {
                  call.into(rows);
                  if (name.equals("beginArray")) {
                    rows.endArray();
                  }
                });
          } else {
            assertEquals(Reason.WRONG_KIND, refusal(type, call), name);
          }
        });
  }

  @Test
  void nullGoesOnlyWhereTheTypeHasIt() {
    for (String type :
        List.of(
            "Int64",
            "String",
            "Float64",
            "UUID",
            "LowCardinality(String)",
            "Array(Nullable(Int8))")) {
      assertEquals(Reason.NULL_IN_NON_NULLABLE, refusal(type, RowEncoder::nul), type);
    }
    assertEquals("01", Cell.of("Nullable(Int64)", RowEncoder::nul));
    assertEquals("01", Cell.of("LowCardinality(Nullable(String))", RowEncoder::nul));
  }

  @ParameterizedTest
  @CsvSource({
    "Bool, bool",
    "Int64, int64",
    "Int32, integer",
    "'Decimal(9, 2)', decimal",
    "Int16, numeric",
    "Float32, float32",
    "Float64, float64",
    "String, text",
    "String, bytes",
    "Enum8('a' = 1), enumLabel",
    "UUID, uuid",
    "Date, epochDay",
    "DateTime, epochMicros",
    "IPv4, ipv4",
    "IPv6, ipv6"
  })
  void aValueOfANullableColumnIsMarkedAsPresent(String type, String call) {
    Cell.Put put = CALLS.get(call);
    assertEquals("00" + Cell.of(type, put), Cell.of("Nullable(" + type + ")", put));
  }

  @Test
  void aNullArrayIsNoEmptyArray() {
    assertEquals(Reason.NULL_IN_NON_NULLABLE, refusal("Array(Int8)", RowEncoder::nul));
  }

  @Test
  void aNullElementGoesOnlyIntoAnArrayOfNullables() {
    Cell.Put one = array(1, RowEncoder::nul);
    assertEquals("0101", Cell.of("Array(Nullable(Int8))", one));
    assertEquals(Reason.NULL_IN_NON_NULLABLE, refusal("Array(Int8)", one));
    assertEquals(Reason.NULL_IN_NON_NULLABLE, refusal("Array(Array(Int8))", one));
  }

  @Test
  void elementsAreCheckedLikeValues() {
    assertEquals(Reason.OUT_OF_RANGE, refusal("Array(Int8)", array(1, rows -> rows.int64(128))));
    assertEquals(Reason.WRONG_KIND, refusal("Array(Int8)", array(1, rows -> rows.bool(true))));
  }

  @Test
  void theDimensionsOfAnArrayAreThoseOfItsType() {
    Cell.Put flat = array(1, rows -> rows.int64(1));
    Cell.Put nested = array(1, flat);
    assertEquals("0101", Cell.of("Array(Int8)", flat));
    assertEquals("010101", Cell.of("Array(Array(Int8))", nested));
    assertEquals(Reason.WRONG_KIND, refusal("Array(Int8)", nested));
    assertEquals(Reason.WRONG_KIND, refusal("Array(Array(Int8))", flat));
    assertEquals(Reason.WRONG_KIND, refusal("Int8", flat));
  }

  @Test
  void anArrayHasAsManyElementsAsAnnounced() {
    assertEquals(Reason.ARRAY_SHAPE, refusal("Array(Int8)", rows -> rows.beginArray(-1)));
    assertEquals(Reason.ARRAY_SHAPE, refusal("Array(Int8)", array(2, rows -> rows.int64(1))));
    assertEquals(Reason.ARRAY_SHAPE, refusal("Array(Int8)", array(0, rows -> rows.int64(1))));
    assertEquals(Reason.ARRAY_SHAPE, refusal("Array(Nullable(Int8))", array(0, RowEncoder::nul)));
    assertEquals(
        Reason.ARRAY_SHAPE, refusal("Array(Array(Int8))", array(0, rows -> rows.beginArray(0))));
    assertEquals(
        Reason.ARRAY_SHAPE,
        refusal(
            "Array(Int8)",
            array(
                1,
                rows -> {
                  rows.int64(1);
                  rows.int64(2);
                })));
    assertEquals(Reason.ARRAY_SHAPE, refusal("Array(Int8)", RowEncoder::endArray));
    assertEquals(Reason.ARRAY_SHAPE, refusal("Int8", RowEncoder::endArray));
  }

  @Test
  void aRowDoesNotEndWithinAnArray() {
    assertEquals(
        Reason.ROW_SHAPE,
        refusal(
            "Array(Int8)",
            rows -> {
              rows.beginArray(1);
              rows.endRow();
            }));
    assertEquals(
        Reason.ARRAY_SHAPE,
        refusal(
            "Array(Int8)",
            rows -> {
              rows.beginArray(0);
              rows.endRow();
            }));
  }

  @Test
  void aFailureWithinAnArrayIsNotHealedByItsEnd() {
    assertEquals(
        Reason.ARRAY_SHAPE,
        refusal(
            "Array(Int8)",
            rows -> {
              rows.beginArray(0);
              RowValueException first =
                  org.junit.jupiter.api.Assertions.assertThrows(
                      RowValueException.class, () -> rows.int64(1));
              org.junit.jupiter.api.Assertions.assertThrows(
                  IllegalStateException.class, rows::endArray);
              throw first;
            }));
  }

  private static Cell.Put array(int length, Cell.Put elements) {
    return rows -> {
      rows.beginArray(length);
      elements.into(rows);
      rows.endArray();
    };
  }
}
