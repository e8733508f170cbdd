package io.rollingwindow.it.bridge;

import java.time.Duration;
import java.util.Map;

/**
 * What the bridge is started with. It travels in the environment, so that the password is not seen
 * among the arguments of the process.
 */
record BridgeOptions(
    String library,
    String dataDirectory,
    String configFile,
    int port,
    Duration receiveTimeout,
    String user,
    String password) {

  private static final String PREFIX = "WINDOW_IT_BRIDGE_";

  void toEnvironment(Map<String, String> environment) {
    environment.put(PREFIX + "LIBRARY", library);
    environment.put(PREFIX + "DATA", dataDirectory);
    environment.put(PREFIX + "CONFIG", configFile);
    environment.put(PREFIX + "PORT", Integer.toString(port));
    environment.put(PREFIX + "RECEIVE_TIMEOUT", receiveTimeout.toString());
    environment.put(PREFIX + "USER", user);
    environment.put(PREFIX + "PASSWORD", password);
  }

  static BridgeOptions fromEnvironment(Map<String, String> environment) {
    return new BridgeOptions(
        required(environment, "LIBRARY"),
        required(environment, "DATA"),
        required(environment, "CONFIG"),
        Integer.parseInt(required(environment, "PORT")),
        Duration.parse(required(environment, "RECEIVE_TIMEOUT")),
        required(environment, "USER"),
        required(environment, "PASSWORD"));
  }

  private static String required(Map<String, String> environment, String name) {
    String value = environment.get(PREFIX + name);
    if (value == null) {
      throw new IllegalStateException(
          "The environment has no " + PREFIX + name + "; EmbeddedClickHouse starts this process");
    }
    return value;
  }
}
