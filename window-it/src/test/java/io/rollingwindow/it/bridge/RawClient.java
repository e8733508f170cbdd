package io.rollingwindow.it.bridge;

import io.rollingwindow.it.servers.ClickHouseEndpoint;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/** Speaks HTTP to a ClickHouse without an official client, to see every byte and header. */
record RawClient(ClickHouseEndpoint endpoint, HttpClient http) {

  private static final Duration WITHIN = Duration.ofMinutes(2);

  RawClient(ClickHouseEndpoint endpoint) {
    this(endpoint, HttpClient.newHttpClient());
  }

  /** Sends a statement and returns the answer, whatever its status. */
  HttpResponse<String> post(String sql, Map<String, String> parameters) {
    return text(request(parameters).POST(BodyPublishers.ofString(sql)));
  }

  /** Sends a statement in the URL and data in the body. */
  HttpResponse<String> insert(String sql, byte[] data) {
    return text(request(Map.of("query", sql)).POST(BodyPublishers.ofByteArray(data)));
  }

  /** Sends a statement, demands success and returns what came back. */
  String query(String sql) {
    return query(sql, Map.of());
  }

  String query(String sql, Map<String, String> parameters) {
    HttpResponse<String> response = post(sql, parameters);
    if (response.statusCode() != 200) {
      throw new AssertionError(sql + " failed: " + response.body());
    }
    return response.body().strip();
  }

  HttpResponse<byte[]> bytes(String sql, Map<String, String> parameters) {
    return send(request(parameters).POST(BodyPublishers.ofString(sql)), BodyHandlers.ofByteArray());
  }

  HttpResponse<byte[]> bytes(BodyPublisher body, Map<String, String> parameters) {
    return send(request(parameters).POST(body), BodyHandlers.ofByteArray());
  }

  /** A request to the server with the login in headers. */
  HttpRequest.Builder request(Map<String, String> parameters) {
    return anonymous("/", parameters)
        .header("X-ClickHouse-User", endpoint.user())
        .header("X-ClickHouse-Key", endpoint.password())
        .header("X-ClickHouse-Database", endpoint.database());
  }

  HttpRequest.Builder anonymous(String path, Map<String, String> parameters) {
    String query =
        parameters.entrySet().stream()
            .map(parameter -> encode(parameter.getKey()) + "=" + encode(parameter.getValue()))
            .collect(Collectors.joining("&"));
    return HttpRequest.newBuilder(URI.create(endpoint.httpUrl() + path + "?" + query))
        .timeout(WITHIN);
  }

  HttpResponse<String> text(HttpRequest.Builder request) {
    return send(request, BodyHandlers.ofString());
  }

  <T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler) {
    try {
      return http.send(request.build(), handler);
    } catch (IOException e) {
      throw new AssertionError("The request failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted", e);
    }
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
