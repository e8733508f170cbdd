package io.rollingwindow.it.servers;

import java.net.URI;
import java.util.Optional;

/** Servers that run already and are named by system properties. */
final class GivenServers {

  private static final String POSTGRES = "window.it.postgres.";
  private static final String CLICKHOUSE = "window.it.clickhouse.";

  private GivenServers() {}

  /** Whether both servers are named. */
  static boolean present() {
    return System.getProperty(POSTGRES + "url") != null
        && System.getProperty(CLICKHOUSE + "url") != null;
  }

  static PostgresServer postgres() {
    String url = required(POSTGRES + "url");
    String prefix = "jdbc:";
    if (!url.startsWith(prefix + "postgresql://")) {
      throw new IllegalArgumentException(
          "-D" + POSTGRES + "url has the form jdbc:postgresql://host:port/database, not " + url);
    }
    URI uri = URI.create(url.substring(prefix.length()));
    return new Given(
        new PostgresEndpoint(
            uri.getHost(),
            uri.getPort() < 0 ? 5432 : uri.getPort(),
            database(uri, "postgres"),
            required(POSTGRES + "user"),
            required(POSTGRES + "password")));
  }

  static ClickHouseServer clickHouse() {
    String url = required(CLICKHOUSE + "url");
    if (!url.startsWith("http://")) {
      throw new IllegalArgumentException(
          "-D" + CLICKHOUSE + "url has the form http://host:port/database, not " + url);
    }
    URI uri = URI.create(url);
    return new GivenClickHouse(
        new ClickHouseEndpoint(
            uri.getHost(),
            uri.getPort() < 0 ? 8123 : uri.getPort(),
            database(uri, "default"),
            required(CLICKHOUSE + "user"),
            required(CLICKHOUSE + "password")));
  }

  private static String database(URI uri, String otherwise) {
    String path = uri.getPath();
    return path == null || path.length() <= 1 ? otherwise : path.substring(1);
  }

  private static String required(String property) {
    String value = System.getProperty(property);
    if (value == null) {
      throw new IllegalStateException(
          "Set -D" + property + " to run against servers that run already");
    }
    return value;
  }

  private record Given(PostgresEndpoint endpoint) implements PostgresServer {

    @Override
    public Optional<Killable> killable() {
      return Optional.empty();
    }

    @Override
    public void close() {
      // Not ours to stop.
    }
  }

  private record GivenClickHouse(ClickHouseEndpoint endpoint) implements ClickHouseServer {

    @Override
    public Optional<Killable> killable() {
      return Optional.empty();
    }

    @Override
    public void close() {
      // Not ours to stop.
    }
  }
}
