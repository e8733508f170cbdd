package io.rollingwindow.it.bridge;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Serves the engine over HTTP.
 *
 * <p>It prints one line, {@value #READY}, when it answers, and ends when its standard input ends,
 * which is also when its parent dies.
 */
public final class BridgeMain {

  /** The line that says that requests are answered. */
  static final String READY = "ready";

  private static final int MOST_THREADS = 256;
  private static final int HEADER_BYTES = 1 << 20;
  private static final int BUFFER_BYTES = 1 << 17;

  private BridgeMain() {}

  /**
   * Runs the bridge.
   *
   * @param arguments none; the options come in the environment of the process
   * @throws Exception if it cannot start
   */
  public static void main(String[] arguments) throws Exception {
    BridgeOptions options = BridgeOptions.fromEnvironment(System.getenv());
    try (Engine engine =
        Engine.start(
            Path.of(options.library()),
            Path.of(options.dataDirectory()),
            Optional.of(Path.of(options.configFile())))) {
      Server server = server(options, engine);
      server.start();
      System.out.println(READY);
      awaitEndOfInput();
      server.stop();
    }
    // The engine leaves threads of its own, which must not keep the process.
    Runtime.getRuntime().halt(0);
  }

  private static Server server(BridgeOptions options, Engine engine) throws EngineException {
    Server server = new Server(new QueuedThreadPool(MOST_THREADS));
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(HEADER_BYTES);
    http.setOutputBufferSize(BUFFER_BYTES);
    HttpConnectionFactory connections = new HttpConnectionFactory(http);
    connections.setInputBufferSize(BUFFER_BYTES);
    ServerConnector connector = new ServerConnector(server, connections);
    connector.setHost("127.0.0.1");
    connector.setPort(options.port());
    connector.setIdleTimeout(options.receiveTimeout().toMillis());
    server.addConnector(connector);
    server.setHandler(
        new QueryHandler(
            engine, new QueryHandler.Login(options.user(), options.password()), identity(engine)));
    return server;
  }

  private static ServerIdentity identity(Engine engine) throws EngineException {
    try (EngineConnection connection = engine.connect();
        EngineResult result =
            connection.run(
                "SELECT displayName(), version(), timezone()".getBytes(StandardCharsets.UTF_8),
                "TabSeparated",
                Map.of())) {
      byte[] bytes = result.bytes(0, (int) result.length());
      String[] values = new String(bytes, StandardCharsets.UTF_8).strip().split("\t", -1);
      return new ServerIdentity(values[0], values[1], values[2]);
    }
  }

  private static void awaitEndOfInput() throws IOException {
    while (System.in.read() >= 0) {
      // Whatever is written is ignored; only the end says something.
    }
  }
}
