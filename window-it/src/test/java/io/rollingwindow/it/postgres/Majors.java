package io.rollingwindow.it.postgres;

import io.rollingwindow.it.servers.EmbeddedPostgresServer;
import io.rollingwindow.it.servers.PostgresServer;
import io.rollingwindow.it.servers.PostgresVersion;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Hands out {@link Majors}: a server of each major version, started when first asked for, shared by
 * all tests of the run and stopped at its end.
 */
final class Majors implements AutoCloseable {

  private final Map<PostgresVersion, EmbeddedPostgresServer> servers =
      new EnumMap<>(PostgresVersion.class);

  synchronized PostgresServer server(PostgresVersion version) {
    return servers.computeIfAbsent(
        version, major -> EmbeddedPostgresServer.start(major, Map.of("jit", "on")));
  }

  @Override
  public synchronized void close() {
    servers.values().forEach(EmbeddedPostgresServer::close);
  }

  /** Gives the servers to tests. */
  static final class Provider implements ParameterResolver {

    private static final Namespace NAMESPACE = Namespace.create(Majors.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Majors.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getRoot()
          .getStore(NAMESPACE)
          .getOrComputeIfAbsent(Majors.class, key -> new Majors(), Majors.class);
    }
  }
}
