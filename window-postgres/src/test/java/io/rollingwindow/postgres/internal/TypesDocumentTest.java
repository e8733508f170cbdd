package io.rollingwindow.postgres.internal;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.rollingwindow.docs.GeneratedDocument;
import io.rollingwindow.type.ColumnType;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TypesDocumentTest {

  private static final String HEAD =
      """
      # Types

      <!-- The tables are written from TypePairs. To change this page, change its test and run
           mvn test -Drollingwindow.docs.write=true -->

      Every column of the source goes into the column of the same name. Whether its type has an exact
      way into the target's type is checked for all columns before any row is read; a pair that has
      none is refused by name. What a single value does not fit is refused when it is met, with the
      column and the reason and without the value. Nothing is rounded, cut, clamped or replaced.

      ## From PostgreSQL to ClickHouse

      """;

  private static final String RULES =
      """

      A domain is read as the type it is over. Types that are not in the table are refused, among
      them `money`, `time`, `timetz`, `interval`, `bit`, `oid`, `xml`, ranges, geometric types and
      composites.

      `Nullable(T)` and `LowCardinality(T)` take what `T` takes; there is no dictionary of floats, since
      ClickHouse would turn -0 into 0 in it. A NULL needs a `Nullable`; any
      other column refuses it.

      ## What a single value must fit

      | source | into | refused |
      | --- | --- | --- |
      | integers | integers, `Decimal` | what the target's range does not hold |
      | integers | `Float32`, `Float64` | what is not exact in binary, such as 2^53 + 1 in `Float64` |
      | `numeric` | `Decimal`, integers | NaN and the infinities; a digit below the target's scale, trailing zeros aside; what its precision or range does not hold |
      | `float4`, `float8` | `Float32`, `Float64` | a `float8` that is not exact in `Float32`; NaN, the infinities and -0 are kept |
      | texts, `json`, `jsonb` | `String` | text that is not well-formed UTF-8, as a database in SQL_ASCII may hold |
      | texts | `FixedString(n)` | more than n bytes, or a NUL at the end; shorter text is filled with NUL bytes, as ClickHouse does it |
      | texts, enums | `Enum8`, `Enum16` | a text that is none of the target's labels; an enum type with such a label is refused before |
      | `bytea` | `FixedString(n)` | other than n bytes |
      | `date` | `Date`, `Date32` | the infinities; days outside 1970-01-01 to 2149-06-06, or 1900-01-01 to 2299-12-31 |
      | `timestamp`, `timestamptz` | `DateTime`, `DateTime64` | the infinities; a fraction finer than the target's precision; instants that the connected server would not keep |
      | `timestamp`, `timestamptz` | `Date`, `Date32` | all but midnight in UTC |
      | `inet`, `cidr` | `IPv4`, `IPv6` | the other family; a prefix shorter than the address |
      | arrays | `Array(T)` | NULL; other than one dimension; a lower bound other than 1; elements that `T` refuses |

      - `char(n)` keeps the blanks that PostgreSQL fills it with, as COPY prints it.
      - `json` keeps its text byte for byte; `jsonb` has the text that PostgreSQL prints for it.
      - A `timestamp` names no instant. It goes only into columns in `UTC`, which show the same wall
        clock. A `timestamptz` is an instant, whatever zones the servers, the role and the JVM are in.
      - In the window column, NULL and the infinities are outside every window: not read, not an error.
      - An empty array stays empty. An array of no dimension is empty.
      """;

  private static final Map<String, List<String>> FAMILIES = new LinkedHashMap<>();

  static {
    FAMILIES.put("`Bool`", List.of("Bool"));
    FAMILIES.put(
        "`Int8..256`, `UInt8..256`",
        List.of(
            "Int8", "Int16", "Int32", "Int64", "Int128", "Int256", "UInt8", "UInt16", "UInt32",
            "UInt64", "UInt128", "UInt256"));
    FAMILIES.put(
        "`Decimal`",
        List.of("Decimal(1, 0)", "Decimal(18, 9)", "Decimal(38, 2)", "Decimal(76, 76)"));
    FAMILIES.put("`Float32`, `Float64`", List.of("Float32", "Float64"));
    FAMILIES.put("`String`", List.of("String"));
    FAMILIES.put("`FixedString`", List.of("FixedString(1)", "FixedString(100)"));
    FAMILIES.put("`Enum8`, `Enum16`", List.of("Enum8('a' = 1)", "Enum16('a' = 1)"));
    FAMILIES.put("`UUID`", List.of("UUID"));
    FAMILIES.put("`Date`, `Date32`", List.of("Date", "Date32"));
    FAMILIES.put(
        "`DateTime`, `DateTime64` in `UTC`",
        List.of("DateTime('UTC')", "DateTime64(0, 'UTC')", "DateTime64(9, 'UTC')"));
    FAMILIES.put(
        "`DateTime`, `DateTime64` in another zone or none",
        List.of(
            "DateTime",
            "DateTime('Asia/Tokyo')",
            "DateTime64(6)",
            "DateTime64(3, 'Europe/Paris')"));
    FAMILIES.put("`IPv4`, `IPv6`", List.of("IPv4", "IPv6"));
    FAMILIES.put("`Array(T)`", List.of("Array(Int8)", "Array(String)"));
  }

  @Test
  void thePageSaysWhatTheCodeDoes() {
    GeneratedDocument.assertCurrent("types.md", HEAD + matrix() + RULES);
  }

  private static String matrix() {
    StringBuilder table = new StringBuilder("| source | goes into |\n| --- | --- |\n");
    for (SourceKind kind : SourceKind.values()) {
      String targets =
          FAMILIES.keySet().stream().filter(family -> admits(kind, family)).collect(joining("; "));
      if (!targets.isEmpty()) {
        table.append("| %s | %s |\n".formatted(quoted(kind), targets));
      }
    }
    return table + "| arrays of these | `Array(T)`, where the element goes into `T` |\n";
  }

  private static String quoted(SourceKind kind) {
    return kind == SourceKind.ENUM
        ? "enums"
        : Arrays.stream(kind.types().split(", "))
            .map(type -> "`" + type + "`")
            .collect(joining(", "));
  }

  /** A family is one line's one word: all its types are admitted, or none is. */
  private static boolean admits(SourceKind kind, String family) {
    List<Boolean> admitted =
        FAMILIES.get(family).stream().map(type -> admitted(kind, type)).distinct().toList();
    assertEquals(1, admitted.size(), kind + " into " + family);
    return admitted.get(0);
  }

  private static boolean admitted(SourceKind kind, String type) {
    SourceType source =
        switch (kind) {
          case ARRAY ->
              new SourceType(
                  kind,
                  "array",
                  false,
                  List.of(),
                  Optional.of(SourceType.of(SourceKind.OTHER, "other")));
          case ENUM -> SourceType.enumeration("enum", List.of("a"));
          default -> SourceType.of(kind, kind.types());
        };
    return TypePairs.resolve(source, ColumnType.parse(type)) instanceof TypePair.Admitted;
  }
}
