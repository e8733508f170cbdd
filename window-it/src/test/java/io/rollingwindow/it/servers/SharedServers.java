package io.rollingwindow.it.servers;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Hands the servers to tests as parameters: {@link Servers}, {@link PostgresServer} or {@link
 * ClickHouseServer}.
 *
 * <p>They are started for the first test that asks, shared by all tests of the run, and stopped at
 * its end.
 */
public final class SharedServers implements ParameterResolver {

  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(SharedServers.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == Servers.class || type == PostgresServer.class || type == ClickHouseServer.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Servers servers =
        context
            .getRoot()
            .getStore(NAMESPACE)
            .getOrComputeIfAbsent(Servers.class, key -> Servers.start(), Servers.class);
    Class<?> type = parameter.getParameter().getType();
    if (type == PostgresServer.class) {
      return servers.postgres();
    }
    return type == ClickHouseServer.class ? servers.clickHouse() : servers;
  }
}
