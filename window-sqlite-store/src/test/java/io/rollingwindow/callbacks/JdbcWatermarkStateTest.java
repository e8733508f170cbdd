package io.rollingwindow.callbacks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rollingwindow.StateCallback;
import io.rollingwindow.testkit.StateCallbackContract;
import io.rollingwindow.testkit.TestWorld;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The watermark in a SQLite table. */
final class JdbcWatermarkStateTest extends StateCallbackContract {

  @TempDir Path directory;

  private JdbcWatermarkState state;

  @BeforeEach
  void createTable() throws SQLException {
    state =
        new JdbcWatermarkState(
            () -> DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("state.sqlite")),
            "window_state");
    state.createTable();
  }

  @Override
  protected StateCallback callback() {
    return state;
  }

  @Override
  protected Optional<Instant> advancedTo(String routeId, String targetId) throws SQLException {
    return state.watermark(routeId, targetId);
  }

  @Test
  void aRunMovesItToTheEndOfItsWindow() throws SQLException {
    new TestWorld().runtime().state(state).build().run(TestWorld.config(1), "i1");

    assertEquals(
        Optional.of(TestWorld.END), state.watermark("memory-to-memory-v1", TestWorld.TARGET_ID));
  }

  @Test
  void creatingTheTableAgainKeepsWhatIsInIt() throws SQLException {
    aRunMovesItToTheEndOfItsWindow();
    state.createTable();

    assertEquals(
        Optional.of(TestWorld.END), state.watermark("memory-to-memory-v1", TestWorld.TARGET_ID));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a;b", "a.b.c", "1a", "a\"b", "a--"})
  void aTableHasAPlainName(String table) {
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new JdbcWatermarkState(
                () -> {
                  throw new SQLException("nothing is opened");
                },
                table));
  }
}
