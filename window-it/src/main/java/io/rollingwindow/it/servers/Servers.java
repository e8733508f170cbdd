package io.rollingwindow.it.servers;

import java.util.function.Supplier;

/**
 * A PostgreSQL and a ClickHouse server, chosen by the system property {@value
 * ServerChoice#PROPERTY}.
 */
public final class Servers implements AutoCloseable {

  private final PostgresServer postgres;
  private final ClickHouseServer clickHouse;

  private Servers(PostgresServer postgres, ClickHouseServer clickHouse) {
    this.postgres = postgres;
    this.clickHouse = clickHouse;
  }

  /** Starts or finds the servers that the system properties ask for. */
  public static Servers start() {
    return start(ServerChoice.fromProperty());
  }

  /** Starts or finds servers of one kind. */
  public static Servers start(ServerChoice choice) {
    return switch (choice) {
      case AUTO -> start(possible());
      case EMBEDDED -> start(EmbeddedPostgresServer::start, EmbeddedClickHouseServer::start);
      case TESTCONTAINERS -> start(ContainerServers::postgres, ContainerServers::clickHouse);
      case URL -> start(GivenServers::postgres, GivenServers::clickHouse);
    };
  }

  private static ServerChoice possible() {
    if (GivenServers.present()) {
      return ServerChoice.URL;
    }
    return ContainerServers.present() ? ServerChoice.TESTCONTAINERS : ServerChoice.EMBEDDED;
  }

  private static Servers start(
      Supplier<PostgresServer> postgres, Supplier<ClickHouseServer> clickHouse) {
    PostgresServer started = postgres.get();
    try {
      return new Servers(started, clickHouse.get());
    } catch (RuntimeException | Error e) {
      started.close();
      throw e;
    }
  }

  /** The PostgreSQL server. */
  public PostgresServer postgres() {
    return postgres;
  }

  /** The ClickHouse server. */
  public ClickHouseServer clickHouse() {
    return clickHouse;
  }

  /** Stops what was started here. */
  @Override
  public void close() {
    try {
      clickHouse.close();
    } finally {
      postgres.close();
    }
  }
}
