package io.rollingwindow.it.bridge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the configuration that the engine reads when it starts. */
final class ServerFiles {

  private ServerFiles() {}

  /** Writes both files and returns the path of the server's. */
  static Path write(ClickHouseOptions options) throws IOException {
    Files.createDirectories(options.directory());
    Path users = options.directory().resolve("users.xml");
    Files.writeString(users, users(options));
    Path config = options.directory().resolve("config.xml");
    Files.writeString(
        config,
        """
        <clickhouse>
          <users_config>%s</users_config>
          %s
        </clickhouse>
        """
            .formatted(escape(users.toString()), options.serverConfig()));
    return config;
  }

  private static String users(ClickHouseOptions options) {
    // The engine runs everything as "default"; the login is the bridge's to check.
    return """
    <clickhouse>
      <profiles><default>%s</default></profiles>
      <quotas><default/></quotas>
      <users>
        <default>
          <password></password>
          <networks><ip>::/0</ip></networks>
          <profile>default</profile>
          <quota>default</quota>
          <access_management>1</access_management>
          <databases>%s</databases>
        </default>
      </users>
    </clickhouse>
    """
        .formatted(profile(options.profile()), policies(options.rowPolicies()));
  }

  private static String profile(Map<String, String> settings) {
    return settings.entrySet().stream()
        .map(setting -> element(setting.getKey(), escape(setting.getValue())))
        .collect(Collectors.joining());
  }

  private static String policies(List<RowPolicy> policies) {
    return policies.stream()
        .map(
            policy ->
                element(
                    policy.database(),
                    element(policy.table(), element("filter", escape(policy.filter())))))
        .collect(Collectors.joining());
  }

  private static String element(String name, String content) {
    if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
      throw new IllegalArgumentException(
          "A name in the users file has to be a plain identifier: " + name);
    }
    return "<" + name + ">" + content + "</" + name + ">";
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
