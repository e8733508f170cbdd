package io.rollingwindow.it.bridge;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Response;

/** The answer to one request: headers as a ClickHouse server sets them, and the body. */
final class Answer implements AutoCloseable {

  private static final int TAG_LENGTH = 16;

  private final Response response;
  private final HttpRequest request;
  private final ServerIdentity identity;
  private final Optional<Encoding> encoding;
  private final HeldOutput held;
  private final OutputStream body;
  private final String exceptionTag =
      UUID.randomUUID().toString().replace("-", "").substring(0, TAG_LENGTH);
  private final long started = System.nanoTime();
  private Progress progress = Progress.NONE;
  private String format;

  Answer(
      Response response, HttpRequest request, ServerIdentity identity, Optional<Encoding> encoding)
      throws IOException {
    this.response = response;
    this.request = request;
    this.identity = identity;
    this.encoding = encoding;
    this.format = request.defaultFormat();
    this.held = new HeldOutput(this::open, request.waitEndOfQuery());
    this.body = encoded(held);
  }

  private OutputStream encoded(OutputStream out) throws IOException {
    if (encoding.isPresent()) {
      return encoding.get().encode(out);
    }
    return request.compressAnswer() ? new Lz4BlockOutputStream(out) : out;
  }

  /** The stream of the result; what is written is encoded as the client asked for. */
  OutputStream body() {
    return body;
  }

  void format(String name) {
    this.format = name;
  }

  void add(Progress more) {
    progress = progress.plus(more);
  }

  private OutputStream open() {
    headers(response.getHeaders()::put);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, OutputFormat.contentType(format));
    response.getHeaders().put("X-ClickHouse-Format", format);
    encoding.ifPresent(it -> response.getHeaders().put(HttpHeader.CONTENT_ENCODING, it.token()));
    return Content.Sink.asOutputStream(response);
  }

  private void headers(BiConsumer<String, String> put) {
    put.accept("X-ClickHouse-Query-Id", request.queryId());
    put.accept("X-ClickHouse-Server-Display-Name", identity.displayName());
    put.accept("X-ClickHouse-Timezone", identity.timezone());
    put.accept("X-ClickHouse-Exception-Tag", exceptionTag);
    put.accept("X-ClickHouse-Summary", progress.toJson(System.nanoTime() - started));
  }

  /** Sends what is left of the result. */
  void finish() throws IOException {
    body.flush();
    if (encoding.isPresent()) {
      body.close();
    }
    held.release();
    held.raw().close();
  }

  /**
   * Answers with an error: in place of the result where nothing of it was sent, else after it, in
   * the form in which servers put it there.
   *
   * @return whether the answer is complete; if not, the connection has to be broken
   */
  boolean fail(EngineException error) throws IOException {
    String text = error.textWith(identity.version()) + "\n";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (held.isReleased()) {
      String tail =
          "\r\n__exception__\r\n"
              + exceptionTag
              + "\r\n"
              + text
              + bytes.length
              + ' '
              + exceptionTag
              + "\r\n__exception__\r\n";
      held.raw().write(tail.getBytes(StandardCharsets.UTF_8));
      held.raw().flush();
      return false;
    }
    int status = HttpStatus.of(error.code());
    response.setStatus(status);
    headers(response.getHeaders()::put);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=UTF-8");
    response.getHeaders().put("X-ClickHouse-Exception-Code", Integer.toString(error.code()));
    try (OutputStream out = Content.Sink.asOutputStream(response)) {
      // Clients take the answer to a refused login as it is, and any other as they asked for it.
      if (request.compressAnswer() && encoding.isEmpty() && status != 401 && status != 403) {
        Lz4BlockOutputStream blocks = new Lz4BlockOutputStream(out);
        blocks.write(bytes);
        blocks.flush();
      } else {
        out.write(bytes);
      }
    }
    return true;
  }

  @Override
  public void close() {
    held.discard();
  }
}
