package io.rollingwindow.it.bridge;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;

/**
 * What a request says besides its body: the URL's parameters and the headers, sorted by meaning.
 *
 * @param settings the settings of the statement, in the order given
 * @param queryParameters the values of the statement's placeholders
 */
record HttpRequest(
    String query,
    String queryId,
    String user,
    String password,
    String database,
    String defaultFormat,
    boolean compressAnswer,
    boolean decompressBody,
    boolean waitEndOfQuery,
    boolean readOnly,
    Map<String, String> settings,
    Map<String, String> queryParameters) {

  static final String DEFAULT_DATABASE = "default";

  private static final String DEFAULT_USER = "default";
  private static final String PARAMETER_PREFIX = "param_";

  /** Parameters that carry no setting. */
  private static final Set<String> RESERVED =
      Set.of(
          "query",
          "query_id",
          "user",
          "password",
          "quota_key",
          "database",
          "default_format",
          "compress",
          "decompress",
          "wait_end_of_query",
          "buffer_size",
          "stacktrace",
          "client_protocol_version");

  /** Parameters that ask for what the bridge cannot do. */
  private static final Set<String> UNSUPPORTED =
      Set.of("session_id", "session_timeout", "session_check", "close_session", "role");

  static HttpRequest of(Request request) throws EngineException {
    String contentType = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
    if (contentType != null && contentType.startsWith("multipart/")) {
      throw EngineException.of(
          48, "A body of several parts is not supported here", "NOT_IMPLEMENTED");
    }
    Fields url = Request.extractQueryParameters(request, StandardCharsets.UTF_8);
    Map<String, String> settings = new LinkedHashMap<>();
    Map<String, String> parameters = new LinkedHashMap<>();
    for (Fields.Field field : url) {
      String name = field.getName();
      if (UNSUPPORTED.contains(name)) {
        throw EngineException.of(
            48, "The parameter " + name + " is not supported here", "NOT_IMPLEMENTED");
      } else if (name.startsWith(PARAMETER_PREFIX)) {
        parameters.put(name.substring(PARAMETER_PREFIX.length()), field.getValue());
      } else if (!RESERVED.contains(name)) {
        settings.put(name, field.getValue());
      }
    }
    Credentials credentials = Credentials.of(request, url);
    return new HttpRequest(
        Optional.ofNullable(url.getValue("query")).orElse(""),
        Optional.ofNullable(url.getValue("query_id"))
            .filter(id -> !id.isEmpty())
            .orElseGet(() -> UUID.randomUUID().toString()),
        credentials.user(),
        credentials.password(),
        first(url.getValue("database"), request.getHeaders().get("X-ClickHouse-Database"))
            .orElse(DEFAULT_DATABASE),
        first(url.getValue("default_format"), request.getHeaders().get("X-ClickHouse-Format"))
            .orElse("TabSeparated"),
        flag(url, "compress"),
        flag(url, "decompress"),
        flag(url, "wait_end_of_query"),
        request.getMethod().equals("GET") || request.getMethod().equals("HEAD"),
        settings,
        parameters);
  }

  private static Optional<String> first(String preferred, String other) {
    return Optional.ofNullable(preferred == null || preferred.isEmpty() ? other : preferred)
        .filter(value -> !value.isEmpty());
  }

  private static boolean flag(Fields url, String name) {
    String value = url.getValue(name);
    return value != null && (value.equals("1") || value.equalsIgnoreCase("true"));
  }

  private record Credentials(String user, String password) {

    static Credentials of(Request request, Fields url) throws EngineException {
      String header = request.getHeaders().get("X-ClickHouse-User");
      if (header != null) {
        String key = request.getHeaders().get("X-ClickHouse-Key");
        return new Credentials(header, key == null ? "" : key);
      }
      String authorization = request.getHeaders().get(HttpHeader.AUTHORIZATION);
      if (authorization != null) {
        return basic(authorization);
      }
      return new Credentials(
          first(url.getValue("user"), DEFAULT_USER).orElseThrow(),
          Optional.ofNullable(url.getValue("password")).orElse(""));
    }

    private static Credentials basic(String authorization) throws EngineException {
      String scheme = "Basic ";
      if (!authorization.regionMatches(true, 0, scheme, 0, scheme.length())) {
        throw EngineException.of(
            516, "Only basic authentication is supported here", "AUTHENTICATION_FAILED");
      }
      try {
        String decoded =
            new String(
                Base64.getDecoder().decode(authorization.substring(scheme.length()).strip()),
                StandardCharsets.UTF_8);
        int colon = decoded.indexOf(':');
        return colon < 0
            ? new Credentials(decoded, "")
            : new Credentials(decoded.substring(0, colon), decoded.substring(colon + 1));
      } catch (IllegalArgumentException e) {
        throw EngineException.of(
            516, "The credentials are not valid Base64", "AUTHENTICATION_FAILED");
      }
    }
  }
}
