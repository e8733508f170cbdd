package io.rollingwindow.it.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Servers that are named by URL. The properties are those of this JVM, so they are put back. */
@WithServers
class GivenServersIT {

  private static final List<String> PROPERTIES =
      List.of(
          "window.it.postgres.url",
          "window.it.postgres.user",
          "window.it.postgres.password",
          "window.it.clickhouse.url",
          "window.it.clickhouse.user",
          "window.it.clickhouse.password");

  private List<String> before;

  @BeforeEach
  void remember() {
    before = PROPERTIES.stream().map(name -> System.getProperty(name, "")).toList();
  }

  @AfterEach
  void restore() {
    for (int i = 0; i < PROPERTIES.size(); i++) {
      if (before.get(i).isEmpty()) {
        System.clearProperty(PROPERTIES.get(i));
      } else {
        System.setProperty(PROPERTIES.get(i), before.get(i));
      }
    }
  }

  @Test
  void theyAreUsedAndLeftRunning(Servers running) throws SQLException {
    PostgresEndpoint postgres = running.postgres().endpoint();
    ClickHouseEndpoint clickHouse = running.clickHouse().endpoint();
    give(
        List.of(
            postgres.jdbcUrl(),
            postgres.user(),
            postgres.password(),
            clickHouse.httpUrl() + "/" + clickHouse.database(),
            clickHouse.user(),
            clickHouse.password()));
    try (Servers given = Servers.start(ServerChoice.AUTO)) {
      assertEquals(postgres, given.postgres().endpoint());
      assertEquals(clickHouse, given.clickHouse().endpoint());
      assertTrue(given.postgres().killable().isEmpty());
      assertTrue(given.clickHouse().killable().isEmpty());
    }
    try (Connection first = postgres.connect();
        Connection second = clickHouse.connect()) {
      assertTrue(first.isValid(10));
      assertTrue(second.isValid(10));
    }
  }

  @Test
  void missingPropertyIsNamed() {
    give(List.of("jdbc:postgresql://localhost/db", "u"));
    IllegalStateException refused =
        assertThrows(IllegalStateException.class, () -> Servers.start(ServerChoice.URL).close());
    assertTrue(refused.getMessage().contains("window.it.postgres.password"));
  }

  @Test
  void urlOfAnotherFormIsRefused() {
    give(List.of("postgres://localhost/db", "u", "p", "http://localhost", "u", "p"));
    assertThrows(IllegalArgumentException.class, () -> Servers.start(ServerChoice.URL).close());
  }

  private static void give(List<String> values) {
    PROPERTIES.forEach(System::clearProperty);
    for (int i = 0; i < values.size(); i++) {
      System.setProperty(PROPERTIES.get(i), values.get(i));
    }
  }
}
