package io.rollingwindow.it.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementTest {

  static Stream<Arguments> inserts() {
    return Stream.of(
        arguments("INSERT INTO t ", "FORMAT CSV\n", "CSV", "1,2"),
        arguments("insert into db.t (a, `b`) ", "format RowBinary\n", "RowBinary", ""),
        arguments("INSERT INTO t ", "VALUES", "Values", " (1)"),
        arguments("INSERT INTO format (values, format) ", "VALUES", "Values", " (1)"),
        arguments("INSERT INTO `VALUES` ", "VALUES", "Values", "(1)"),
        arguments("INSERT INTO t SETTINGS a = 'FORMAT x' ", "FORMAT TSV \n", "TSV", "1"),
        arguments("-- FORMAT a\nINSERT /* VALUES */ INTO TABLE t ", "FORMAT TSV\r\n", "TSV", "1"),
        arguments("INSERT INTO t ", "FORMAT TSV\n", "TSV", "\n\n1"),
        arguments("INSERT INTO FUNCTION null('a Int8') ", "VALUES", "Values", " (1)"));
  }

  @ParameterizedTest
  @MethodSource("inserts")
  void insertIsSplitFromItsData(String text, String clause, String format, String data) {
    String sql = text + clause + data;
    assertEquals(
        new Statement.InsertData(text, format, sql.length() - data.length()), of(sql, true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO t SELECT 1",
        "INSERT INTO t (a) WITH 1 AS x SELECT x",
        "INSERT INTO t (SELECT a FROM s FORMAT CSV)",
        "INSERT INTO t FROM INFILE 'f' FORMAT CSV",
        "EXPLAIN INSERT INTO t VALUES (1)",
        "SELECT 'INSERT INTO t VALUES (1)'",
      })
  void statementsWithoutDataAreLeftWhole(String sql) {
    assertInstanceOf(Statement.Plain.class, of(sql, true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "INS",
        "INSERT INTO t",
        "INSERT INTO t VALUES",
        "INSERT INTO t FORMAT",
        "INSERT INTO t FORMAT Row",
        "INSERT INTO t FORMAT CSV ",
        "INSERT INTO t FORMAT CSV\r",
        "SELECT 1",
      })
  void whatMayGoOnIsNotJudgedYet(String sql) {
    assertInstanceOf(Statement.Incomplete.class, of(sql, false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"INSERT INTO t VALUES ", "INSERT INTO t FORMAT CSV\n"})
  void insertIsKnownBeforeItsDataCame(String sql) {
    assertInstanceOf(Statement.InsertData.class, of(sql, false));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "SELECT 1 FORMAT JSON|JSON",
        "SELECT 1 format TSV;|TSV",
        "SELECT 1 FORMAT CSV SETTINGS max_threads = 1|CSV",
        "SELECT 1 -- FORMAT CSV|",
        "SELECT 'FORMAT CSV'|",
        "SELECT format FROM t|",
        "SELECT 1 FORMAT|",
      })
  void outputFormatIsTheClauseAtTheEnd(String sql, String format) {
    assertEquals(new Statement.Plain(Optional.ofNullable(format)), of(sql, true));
  }

  @Test
  void bytesBehindTheStatementMayBeAnything() {
    byte[] head = "INSERT INTO t FORMAT RowBinary\n".getBytes(StandardCharsets.UTF_8);
    byte[] bytes = new byte[head.length + 256];
    System.arraycopy(head, 0, bytes, 0, head.length);
    for (int i = 0; i < 256; i++) {
      bytes[head.length + i] = (byte) i;
    }
    Statement.InsertData insert =
        assertInstanceOf(Statement.InsertData.class, Statement.of(bytes, bytes.length, false));
    assertEquals(head.length, insert.dataOffset());
  }

  @Test
  void namesOutsideAsciiSurvive() {
    Statement.InsertData insert =
        assertInstanceOf(Statement.InsertData.class, of("INSERT INTO `größe` VALUES (1)", true));
    assertEquals("INSERT INTO `größe` ", insert.text());
  }

  private static Statement of(String sql, boolean ended) {
    byte[] bytes = sql.getBytes(StandardCharsets.UTF_8);
    return Statement.of(bytes, bytes.length, ended);
  }
}
