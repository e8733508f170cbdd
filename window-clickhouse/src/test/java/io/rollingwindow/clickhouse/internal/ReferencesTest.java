package io.rollingwindow.clickhouse.internal;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** References to a table are told from names that merely occur. */
class ReferencesTest {

  private static final TableRef TARGET = new TableRef("d", "t");

  private static boolean refers(String definition) {
    return References.to(TARGET, SqlLexer.tokens(definition));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE VIEW d.v AS SELECT * FROM d.t",
        "CREATE VIEW x.v AS SELECT 1 FROM (SELECT id FROM a.b INNER JOIN `d`.`t` USING (id))",
        "CREATE MATERIALIZED VIEW d.v TO d.t (`id` Int64) AS SELECT id FROM d.u",
        "CREATE TABLE d.x (`a` Int64) ENGINE = Buffer('d', 't', 16)",
        "CREATE TABLE d.x (`a` Int64) ENGINE = Distributed('c', 'd', 't')",
        "CREATE TABLE d.x (`a` Int64) ENGINE = Merge('d', '^t$')",
        "CREATE TABLE d.x (`a` Int64) ENGINE = Merge(REGEXP('^d'), 't')",
        "CREATE VIEW d.v AS SELECT * FROM merge('d', '.*')",
        "CREATE VIEW d.v AS SELECT * FROM merge('[')",
        "CREATE VIEW d.v AS SELECT * FROM remote('h', 'd.t')",
        "CREATE DICTIONARY d.x (`a` UInt64) PRIMARY KEY a SOURCE(CLICKHOUSE(DB 'd' TABLE 't'))",
        "CREATE DICTIONARY d.x (`a` UInt64) PRIMARY KEY a SOURCE(CLICKHOUSE(TABLE 't'))"
      })
  void isFound(String definition) {
    assertTrue(refers(definition));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE VIEW d.v AS SELECT t FROM d.u",
        "CREATE VIEW d.v AS SELECT d.tt FROM e.t",
        "CREATE TABLE d.x (`t` Int64 COMMENT 'd.t') ENGINE = MergeTree ORDER BY t COMMENT 'd.t'",
        "CREATE TABLE d.x (`a` Int64) ENGINE = Merge('d', '^u$')",
        "CREATE TABLE d.x (`a` Int64) ENGINE = Merge('e', 't')",
        "CREATE TABLE d.x (`a` Int64) ENGINE = Buffer('e', 't', 16)",
        "CREATE DICTIONARY d.x (`a` UInt64) PRIMARY KEY a SOURCE(CLICKHOUSE(DB 'e' TABLE 't'))"
      })
  void isNotImagined(String definition) {
    assertFalse(refers(definition));
  }
}
