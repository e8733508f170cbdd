package io.rollingwindow.postgres.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.rollingwindow.type.ColumnType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TypePairsTest {

  private static final SourceType INT8 = SourceType.of(SourceKind.INT8, "bigint");
  private static final SourceType MOOD = SourceType.enumeration("mood", List.of("good", "bad"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Int64",
        "Nullable(Int64)",
        "LowCardinality(Int64)",
        "LowCardinality(Nullable(Int64))"
      })
  void wrappersChangeNothing(String target) {
    admitted(INT8, target);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Array(Int64)",
        "Array(Nullable(Int64))",
        "Array(LowCardinality(Int64))",
        "Array(Decimal(20, 1))"
      })
  void anArrayGoesWhereItsElementsGo(String target) {
    admitted(SourceType.arrayOf("bigint[]", INT8), target);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Array(String)        | bigint has no exact way into String.
          Array(Array(Int64))  | bigint[] has no exact way into Array(Array(Int64)).
          Int64                | bigint[] has no exact way into Int64.
          """)
  void anArrayGoesNowhereElse(String target, String reason) {
    assertEquals(reason, refused(SourceType.arrayOf("bigint[]", INT8), target));
  }

  @Test
  void aValueThatIsNoArrayGoesIntoNone() {
    assertEquals("bigint has no exact way into Array(Int64).", refused(INT8, "Array(Int64)"));
  }

  @Test
  void anEnumGoesIntoEveryEnumThatHasItsLabels() {
    admitted(MOOD, "Enum8('bad' = -1, 'good' = 1, 'other' = 2)");
    admitted(MOOD, "Enum16('bad' = 1000, 'good' = 1)");
    admitted(MOOD, "LowCardinality(String)");
    admitted(SourceType.arrayOf("mood[]", MOOD), "Array(Enum8('good' = 1, 'bad' = 2))");
    assertEquals(
        "The target's Enum lacks labels of mood: [bad].", refused(MOOD, "Enum8('good' = 1)"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"DateTime64(6)", "DateTime", "DateTime64(6, 'Europe/Paris')"})
  void aWallClockGoesOnlyWhereItReadsTheSame(String target) {
    SourceType timestamp = SourceType.of(SourceKind.TIMESTAMP, "timestamp without time zone");
    refused(timestamp, target);
    admitted(timestamp, "DateTime64(6, 'UTC')");
    admitted(SourceType.of(SourceKind.TIMESTAMPTZ, "timestamp with time zone"), target);
  }

  private static void admitted(SourceType source, String target) {
    assertInstanceOf(TypePair.Admitted.class, TypePairs.resolve(source, ColumnType.parse(target)));
  }

  private static String refused(SourceType source, String target) {
    TypePair pair = TypePairs.resolve(source, ColumnType.parse(target));
    return assertInstanceOf(TypePair.Refused.class, pair).reason();
  }
}
