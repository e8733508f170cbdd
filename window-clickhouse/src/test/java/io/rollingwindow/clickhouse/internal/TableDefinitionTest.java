package io.rollingwindow.clickhouse.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clauses are told from names, comments and expressions that merely look like them. */
class TableDefinitionTest {

  private static List<String> foreign(String definition) {
    return TableDefinition.parse(definition).foreign().stream()
        .map(foreign -> foreign.place() + " " + foreign.keyword())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TABLE d.t (`id` Int64) ENGINE = MergeTree ORDER BY id",
        "CREATE TABLE d.t (`id` Int64) ENGINE = MergeTree() ORDER BY tuple() SETTINGS a = 1",
        "CREATE TABLE d.`TTL` (`ttl` Int64) ENGINE = MergeTree ORDER BY ttl",
        "CREATE TABLE d.t (`ttl` Int64, `projection` Int8) ENGINE = MergeTree"
            + " PARTITION BY ttl PRIMARY KEY ttl ORDER BY (ttl, projection) SAMPLE BY ttl",
        "CREATE TABLE d.t (`a` Int64 COMMENT 'TTL a + 1') ENGINE = MergeTree ORDER BY a"
            + " COMMENT 'it''s \\'PROJECTION\\' p'",
        "CREATE TABLE d.t (`a` Nullable(DateTime64(6, 'UTC')) CODEC(Delta(8), ZSTD(1))"
            + " STATISTICS(tdigest), INDEX `ttl` a TYPE minmax GRANULARITY 1,"
            + " CONSTRAINT c CHECK a > 0) ENGINE = MergeTree ORDER BY tuple()",
        "CREATE TABLE d.t (`a` Int64) ENGINE = MergeTree PARTITION BY a % 10 + ttl ORDER BY -a",
        "CREATE TABLE d.t (`a` Int64) ENGINE = MergeTree ORDER BY a DESC SETTINGS x = 'TTL', y = 2"
      })
  void leavesHarmlessDefinitionsAlone(String definition) {
    assertEquals(List.of(), foreign(definition));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "`a` Int64 DEFAULT 1 | a DEFAULT",
        "`a` Int64 MATERIALIZED b + 1 COMMENT 'x' | a MATERIALIZED",
        "`a` Int64 ALIAS b | a ALIAS",
        "`a` Int64 EPHEMERAL | a EPHEMERAL",
        "`a` Int64 TTL b + toIntervalDay(1) | a TTL",
        "`a` Int64 CODEC(ZSTD(1)) TTL b + toIntervalDay(1) | a TTL",
        "`a` Int64, PROJECTION p (SELECT a ORDER BY a) | p PROJECTION",
        "`a` Int64, CONSTRAINT c ASSUME a > 0 | c ASSUME",
        "`a` Int64 SOMETHING_NEW | a SOMETHING_NEW"
      })
  void namesWhatAColumnListHides(String columns, String expected) {
    assertEquals(
        List.of(expected),
        foreign("CREATE TABLE d.t (" + columns + ") ENGINE = MergeTree ORDER BY tuple()"));
  }

  @Test
  void aTtlBehindADefaultIsNamedToo() {
    assertEquals(
        List.of("a DEFAULT", "a TTL"),
        foreign(
            "CREATE TABLE d.t (`a` Int64 DEFAULT 1 TTL b + toIntervalDay(1)) ENGINE = MergeTree"
                + " ORDER BY tuple()"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ORDER BY id TTL w + toIntervalDay(1) | table TTL",
        "ORDER BY ttl TTL w + toIntervalDay(1) DELETE | table TTL",
        "ORDER BY id UNIQUE KEY id | table UNIQUE",
        "ORDER BY (a, b) SETTINGS x = 1 REMOTE x | table REMOTE"
      })
  void namesWhatFollowsTheEngine(String clauses, String expected) {
    assertEquals(
        expected, foreign("CREATE TABLE d.t (`id` Int64) ENGINE = MergeTree " + clauses).get(0));
  }

  @Test
  void namesArgumentsOfTheEngine() {
    assertEquals(
        List.of("ENGINE ENGINE ARGUMENTS"),
        foreign("CREATE TABLE d.t (`a` Date) ENGINE = MergeTree(a, a, 8192)"));
  }

  @Test
  void readsTheTablesOwnSettings() {
    assertEquals(
        Map.of("async_insert", "1", "storage_policy", "a b", "ratio", "0.5"),
        TableDefinition.parse(
                "CREATE TABLE d.t (`a` Int64) ENGINE = MergeTree ORDER BY a SETTINGS async_insert ="
                    + " 1, storage_policy = 'a b', ratio = 0.5 COMMENT 'c'")
            .settings());
  }

  @Test
  void theShapeIsEverythingButNameAndComment() {
    String definition =
        "CREATE TABLE %s (`a` Int64 COMMENT 'x') ENGINE = MergeTree ORDER BY a SETTINGS b = 1%s";
    List<SqlToken> shape = TableDefinition.parse(definition.formatted("d.t", "")).shape();

    assertEquals(
        shape,
        TableDefinition.parse(definition.formatted("`e e`.`u (`", " COMMENT 'other'")).shape());
    assertNotEquals(
        shape,
        TableDefinition.parse(definition.formatted("d.t", "").replace("Int64", "Int32")).shape());
    assertNotEquals(
        shape,
        TableDefinition.parse(definition.formatted("d.t", "").replace("= 1", "= 2")).shape());
    assertNotEquals(
        shape,
        TableDefinition.parse(definition.formatted("d.t", "").replace("'x'", "'y'")).shape());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TABLE d.t",
        "CREATE TABLE d.t (`a` Int64",
        "CREATE TABLE d.t (`a` Int64)",
        "CREATE TABLE d.t (`a Int64)"
      })
  void whatIsNoDefinitionIsNotGuessedAt(String text) {
    assertThrows(IllegalArgumentException.class, () -> TableDefinition.parse(text));
  }
}
