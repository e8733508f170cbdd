package io.rollingwindow.it.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@WithServers
class ServersIT {

  @Test
  void bothServersAnswer(PostgresServer postgres, ClickHouseServer clickHouse) throws SQLException {
    assertEquals("3", value(postgres.freshDatabase().connect(), "SELECT 1 + 2"));
    assertEquals("3", value(clickHouse.freshDatabase().connect(), "SELECT 1 + 2"));
  }

  @Test
  void freshDatabaseOfClickHouseIsAtomic(ClickHouseServer clickHouse) throws SQLException {
    ClickHouseEndpoint database = clickHouse.freshDatabase();
    assertEquals(
        "Atomic",
        value(
            database.connect(),
            "SELECT engine FROM system.databases WHERE name = currentDatabase()"));
  }

  @ParameterizedTest
  @EnumSource
  void everyMajorStarts(PostgresVersion version) throws SQLException {
    try (EmbeddedPostgresServer server = EmbeddedPostgresServer.start(version, Map.of())) {
      String number = value(server.endpoint().connect(), "SHOW server_version_num");
      assertEquals(version.major(), Integer.parseInt(number) / 10_000);
    }
  }

  @Test
  void killedPostgresKeepsItsRows() throws SQLException {
    try (EmbeddedPostgresServer server = EmbeddedPostgresServer.start()) {
      execute(server.endpoint(), "CREATE TABLE t AS SELECT generate_series(1, 1000) AS a");
      server.kill();
      server.restart();
      assertEquals("1000", value(server.endpoint().connect(), "SELECT count(*) FROM t"));
    }
  }

  @Test
  void standbyIsReadOnlyAndFollows() throws SQLException {
    try (EmbeddedPostgresServer primary = EmbeddedPostgresServer.start()) {
      execute(primary.endpoint(), "CREATE TABLE t (a int)");
      try (EmbeddedPostgresServer standby = primary.startStandby()) {
        assertEquals("t", value(standby.endpoint().connect(), "SELECT pg_is_in_recovery()"));
        execute(primary.endpoint(), "INSERT INTO t VALUES (7)");
        assertTrue(standby.catchUpWith(primary), "the standby catches up");
        assertEquals("7", value(standby.endpoint().connect(), "SELECT a FROM t"));
      }
    }
  }

  private static void execute(PostgresEndpoint endpoint, String sql) throws SQLException {
    try (Connection connection = endpoint.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String value(Connection connection, String sql) throws SQLException {
    try (connection;
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      assertTrue(result.next());
      return result.getString(1);
    }
  }
}
