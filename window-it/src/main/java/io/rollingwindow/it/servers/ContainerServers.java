package io.rollingwindow.it.servers;

import java.util.Map;
import java.util.Optional;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.clickhouse.ClickHouseContainer;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;

/** Servers in containers. */
final class ContainerServers {

  private static final DockerImageName POSTGRES = DockerImageName.parse("postgres:18.1");
  private static final DockerImageName CLICKHOUSE =
      DockerImageName.parse("clickhouse/clickhouse-server:26.3");
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
        new PostgreSQLContainer(POSTGRES).withUsername(USER).withPassword(PASSWORD);
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
        new ClickHouseContainer(CLICKHOUSE)
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
