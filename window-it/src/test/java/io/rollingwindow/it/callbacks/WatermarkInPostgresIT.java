package io.rollingwindow.it.callbacks;

import io.rollingwindow.StateCallback;
import io.rollingwindow.callbacks.JdbcWatermarkState;
import io.rollingwindow.it.servers.PostgresEndpoint;
import io.rollingwindow.it.servers.PostgresServer;
import io.rollingwindow.it.servers.WithServers;
import io.rollingwindow.testkit.StateCallbackContract;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;

/** The watermark in a PostgreSQL table keeps the contract of state. */
@WithServers
final class WatermarkInPostgresIT extends StateCallbackContract {

  private JdbcWatermarkState state;

  @BeforeEach
  void createTable(PostgresServer server) throws SQLException {
    PostgresEndpoint database = server.freshDatabase();
    state = new JdbcWatermarkState(database::connect, "public.window_state");
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
}
