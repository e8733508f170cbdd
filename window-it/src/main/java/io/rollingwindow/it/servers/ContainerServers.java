package io.rollingwindow.it.servers;

import java.util.Map;
import java.util.Optional;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.clickhouse.ClickHouseContainer;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * Servers in containers. The images are pinned; the system properties {@code
 * window.it.postgres.image} and {@code window.it.clickhouse.image} name others.
 */
final class ContainerServers {

  // postgres:18.3
  private static final String POSTGRES =
      "postgres@sha256:7e32e9833a6fb1c92c32552794cb6ed569d51b445a54907d35fc112ef39684db";
  // clickhouse/clickhouse-server:26.3 (26.3.33.24)
  private static final String CLICKHOUSE =
      "clickhouse/clickhouse-server@sha256:810861a2e2d0188744f5f23b2d3ec9ff95812bcb9ddbb8fed13a377a7f305893";
  private static final int CLICKHOUSE_HTTP = 8123;
  private static final String USER = "window";
  private static final String PASSWORD = "window-it";

  private ContainerServers() {}

  /** Whether containers can be started here. */
  static boolean present() {
    return DockerClientFactory.instance().isDockerAvailable();
  }

  static PostgresServer postgres() {
    PostgreSQLContainer container =
        new PostgreSQLContainer(image("window.it.postgres.image", POSTGRES))
            .withUsername(USER)
            .withPassword(PASSWORD);
    container.start();
    return new ContainerPostgres(
        container,
        new PostgresEndpoint(
            container.getHost(),
            container.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT),
            container.getDatabaseName(),
            USER,
            PASSWORD));
  }

  static ClickHouseServer clickHouse() {
    // Images of today close the network to an account without a password.
    ClickHouseContainer container =
        new ClickHouseContainer(image("window.it.clickhouse.image", CLICKHOUSE))
            .withUsername(USER)
            .withPassword(PASSWORD)
            .withEnv(Map.of("CLICKHOUSE_DEFAULT_ACCESS_MANAGEMENT", "1"));
    container.start();
    return new ContainerClickHouse(
        container,
        new ClickHouseEndpoint(
            container.getHost(),
            container.getMappedPort(CLICKHOUSE_HTTP),
            "default",
            USER,
            PASSWORD));
  }

  private static DockerImageName image(String property, String otherwise) {
    return DockerImageName.parse(System.getProperty(property, otherwise));
  }

  private record ContainerPostgres(GenericContainer<?> container, PostgresEndpoint endpoint)
      implements PostgresServer {

    @Override
    public Optional<Killable> killable() {
      return Optional.empty();
    }

    @Override
    public void close() {
      container.close();
    }
  }

  private record ContainerClickHouse(GenericContainer<?> container, ClickHouseEndpoint endpoint)
      implements ClickHouseServer {

    @Override
    public Optional<Killable> killable() {
      return Optional.empty();
    }

    @Override
    public void close() {
      container.close();
    }
  }
}
