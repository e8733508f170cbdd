package io.rollingwindow.it.bridge;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How an embedded ClickHouse is set up. The {@code with} methods return changed copies.
 *
 * @param directory where data, configuration and log are kept
 * @param user the one user that may log in
 * @param password its password
 * @param timezone the server's time zone; UTC if not given
 * @param profile settings of the user's profile, which every request starts from
 * @param rowPolicies the row policies of the user
 * @param serverConfig further elements of the server configuration, as XML
 * @param receiveTimeout how long the server waits for the next byte of a client that has gone
 *     silent inside a request, or that takes nothing of its answer
 */
public record ClickHouseOptions(
    Path directory,
    String user,
    String password,
    Optional<ZoneId> timezone,
    Map<String, String> profile,
    List<RowPolicy> rowPolicies,
    String serverConfig,
    Duration receiveTimeout) {

  private static final Duration RECEIVE_TIMEOUT = Duration.ofMinutes(1);

  /** Requires every part and copies the collections. */
  public ClickHouseOptions {
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(password, "password");
    Objects.requireNonNull(timezone, "timezone");
    Objects.requireNonNull(serverConfig, "serverConfig");
    Objects.requireNonNull(receiveTimeout, "receiveTimeout");
    directory = directory.toAbsolutePath();
    profile = Map.copyOf(profile);
    rowPolicies = List.copyOf(rowPolicies);
  }

  /** A server in the directory, with a user and a password of its own and no special settings. */
  public static ClickHouseOptions in(Path directory) {
    return new ClickHouseOptions(
        directory,
        "window",
        "window-it",
        Optional.empty(),
        Map.of(),
        List.of(),
        "",
        RECEIVE_TIMEOUT);
  }

  /** With another user and password. */
  public ClickHouseOptions withLogin(String newUser, String newPassword) {
    return new ClickHouseOptions(
        directory,
        newUser,
        newPassword,
        timezone,
        profile,
        rowPolicies,
        serverConfig,
        receiveTimeout);
  }

  /** With a time zone of the server. */
  public ClickHouseOptions withTimezone(ZoneId zone) {
    return new ClickHouseOptions(
        directory,
        user,
        password,
        Optional.of(zone),
        profile,
        rowPolicies,
        serverConfig,
        receiveTimeout);
  }

  /** With one more setting in the user's profile. */
  public ClickHouseOptions withProfileSetting(String name, String value) {
    Map<String, String> settings = new LinkedHashMap<>(profile);
    settings.put(name, value);
    return new ClickHouseOptions(
        directory, user, password, timezone, settings, rowPolicies, serverConfig, receiveTimeout);
  }

  /** With these row policies. */
  public ClickHouseOptions withRowPolicies(List<RowPolicy> policies) {
    return new ClickHouseOptions(
        directory, user, password, timezone, profile, policies, serverConfig, receiveTimeout);
  }

  /** With further elements of the server configuration. */
  public ClickHouseOptions withServerConfig(String xml) {
    return new ClickHouseOptions(
        directory, user, password, timezone, profile, rowPolicies, xml, receiveTimeout);
  }

  /** With another patience for silent clients. */
  public ClickHouseOptions withReceiveTimeout(Duration timeout) {
    return new ClickHouseOptions(
        directory, user, password, timezone, profile, rowPolicies, serverConfig, timeout);
  }
}
