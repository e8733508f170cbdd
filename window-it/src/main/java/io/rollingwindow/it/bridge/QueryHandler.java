package io.rollingwindow.it.bridge;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Answers requests as ClickHouse's HTTP interface does, with the engine of this process. */
final class QueryHandler extends Handler.Abstract {

  private static final int COPY_BYTES = 1 << 18;
  private static final int AUTHENTICATION_FAILED = 516;
  private static final int BAD_ARGUMENTS = 36;
  private static final int CANNOT_DECOMPRESS = 271;
  private static final int SYNTAX_ERROR = 62;
  private static final String NOT_STREAMABLE = "Streaming query is not supported for query";

  private final Engine engine;
  private final Login login;
  private final ServerIdentity identity;

  QueryHandler(Engine engine, Login login, ServerIdentity identity) {
    this.engine = engine;
    this.login = login;
    this.identity = identity;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    // Silence counts only where the client is waited for; a statement may run as long as it likes.
    request.addIdleTimeoutListener(timeout -> false);
    try {
      String path = Request.getPathInContext(request);
      boolean complete =
          switch (path) {
            case "/ping" -> plain(response, "Ok.\n");
            case "/", "" -> query(request, response);
            default -> {
              response.setStatus(404);
              yield plain(response, "There is no handle " + path + "\n");
            }
          };
      if (complete) {
        callback.succeeded();
      } else {
        callback.failed(new IOException("The result ends early, in an error"));
      }
    } catch (IOException e) {
      callback.failed(e);
    }
    return true;
  }

  private static boolean plain(Response response, String text) throws IOException {
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/html; charset=UTF-8");
    try (var out = Content.Sink.asOutputStream(response)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return true;
  }

  private boolean query(Request raw, Response response) throws IOException {
    HttpRequest request;
    Optional<Encoding> bodyEncoding;
    try {
      request = HttpRequest.of(raw);
      bodyEncoding = Encoding.ofBody(raw.getHeaders().get(HttpHeader.CONTENT_ENCODING));
    } catch (EngineException e) {
      return refuse(raw, response, e);
    }
    boolean httpCompression = "1".equals(request.settings().get("enable_http_compression"));
    Optional<Encoding> answerEncoding =
        httpCompression
            ? Encoding.accepted(raw.getHeaders().get(HttpHeader.ACCEPT_ENCODING))
            : Optional.empty();
    InputStream plainBody = Content.Source.asInputStream(raw);
    try (Answer answer = new Answer(response, request, identity, answerEncoding)) {
      try {
        login.check(request);
        execute(request, RequestBody.of(request, bodyEncoding, plainBody), answer);
        answer.finish();
        return true;
      } catch (EngineException e) {
        drain(plainBody);
        return answer.fail(e);
      } catch (CorruptDataException e) {
        drain(plainBody);
        return answer.fail(
            EngineException.of(CANNOT_DECOMPRESS, e.getMessage(), "CANNOT_DECOMPRESS"));
      }
    }
  }

  private boolean refuse(Request raw, Response response, EngineException error) throws IOException {
    drain(Content.Source.asInputStream(raw));
    response.setStatus(HttpStatus.of(error.code()));
    response.getHeaders().put("X-ClickHouse-Exception-Code", Integer.toString(error.code()));
    return plain(response, error.getMessage() + "\n");
  }

  /** Takes the rest of the request, as a client reads no answer before it has sent all of it. */
  private static void drain(InputStream body) throws IOException {
    byte[] dropped = new byte[COPY_BYTES];
    while (body.read(dropped) >= 0) {
      // Nothing to keep.
    }
  }

  private void execute(HttpRequest request, RequestBody body, Answer answer)
      throws IOException, EngineException {
    Statement statement = body.statement();
    try (EngineConnection connection = engine.connect()) {
      connection.apply(request.settings());
      if (request.readOnly() && !request.settings().containsKey("readonly")) {
        connection.apply(Map.of("readonly", "2"));
      }
      if (!request.database().equals(HttpRequest.DEFAULT_DATABASE)) {
        connection.use(request.database());
      }
      if (statement instanceof Statement.InsertData insert) {
        insert(connection, request, insert, body, answer);
      } else if (statement instanceof Statement.Plain plain) {
        String format = plain.outputFormat().orElse(request.defaultFormat());
        answer.format(format);
        select(connection, request, body.readFrom(0), format, answer);
      }
    }
  }

  private static void insert(
      EngineConnection connection,
      HttpRequest request,
      Statement.InsertData insert,
      RequestBody body,
      Answer answer)
      throws IOException, EngineException {
    try (InsertStream stream =
        connection.insert(insert.text(), insert.format(), request.queryParameters())) {
      byte[] buffer = body.readFrom(insert.dataOffset());
      boolean wanted = stream.append(buffer, 0, buffer.length);
      buffer = new byte[COPY_BYTES];
      // A body that breaks off throws here, and leaving the block abandons the insert.
      for (int read = body.rest().readNBytes(buffer, 0, COPY_BYTES);
          wanted && read > 0;
          read = body.rest().readNBytes(buffer, 0, COPY_BYTES)) {
        wanted = stream.append(buffer, 0, read);
      }
      answer.add(stream.finish());
    }
  }

  private static void select(
      EngineConnection connection, HttpRequest request, byte[] sql, String format, Answer answer)
      throws IOException, EngineException {
    OutputFormat shape = OutputFormat.of(format);
    if (shape != OutputFormat.WHOLE) {
      try (ResultStream stream = connection.stream(sql, format, request.queryParameters())) {
        copy(stream, shape, answer);
        return;
      } catch (EngineException e) {
        if (e.code() != BAD_ARGUMENTS || !e.getMessage().contains(NOT_STREAMABLE)) {
          throw e;
        }
        // The engine streams SELECTs only and refuses others before it does anything.
      }
    }
    if (connection.countStatements(sql) > 1) {
      throw EngineException.of(
          SYNTAX_ERROR, "Syntax error (Multi-statements are not allowed)", "SYNTAX_ERROR");
    }
    try (EngineResult result = connection.run(sql, format, request.queryParameters())) {
      answer.add(result.progress());
      result.copyTo(answer.body(), 0);
    }
  }

  private static void copy(ResultStream stream, OutputFormat shape, Answer answer)
      throws IOException, EngineException {
    boolean first = true;
    for (Optional<EngineResult> next = stream.next(); next.isPresent(); next = stream.next()) {
      try (EngineResult block = next.get()) {
        answer.add(block.progress());
        block.copyTo(answer.body(), first ? 0 : shape.headingLength(block));
        first = false;
      }
    }
  }

  /** Who may use the server. */
  record Login(String user, String password) {

    void check(HttpRequest request) throws EngineException {
      if (!request.user().equals(user) || !request.password().equals(password)) {
        throw EngineException.of(
            AUTHENTICATION_FAILED,
            request.user()
                + ": Authentication failed: password is incorrect, or there is no user with such"
                + " name.",
            "AUTHENTICATION_FAILED");
      }
    }
  }
}
