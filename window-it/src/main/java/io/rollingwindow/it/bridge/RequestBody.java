package io.rollingwindow.it.bridge;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * The statement and its data as one stream: first the {@code query} parameter and a line break,
 * then the body.
 */
final class RequestBody {

  /** How far the start of an INSERT's data is looked for: a server's {@code max_query_size}. */
  private static final int HEAD_BYTES = 1 << 18;

  private static final int LONGEST_STATEMENT = 1 << 26;
  private static final int FIRST_BYTES = 1 << 13;

  private final InputStream stream;
  private byte[] bytes = new byte[FIRST_BYTES];
  private int length;

  private RequestBody(InputStream stream) {
    this.stream = stream;
  }

  static RequestBody of(HttpRequest request, Optional<Encoding> encoding, InputStream plain)
      throws IOException {
    InputStream decoded = encoding.isPresent() ? encoding.get().decode(plain) : plain;
    InputStream body = request.decompressBody() ? new Lz4BlockInputStream(decoded) : decoded;
    if (request.query().isEmpty()) {
      return new RequestBody(body);
    }
    byte[] query = (request.query() + "\n").getBytes(StandardCharsets.UTF_8);
    return new RequestBody(new SequenceInputStream(new ByteArrayInputStream(query), body));
  }

  /**
   * Reads until the statement is known: an INSERT's up to its data, which may be slow to come, any
   * other's to the end.
   */
  Statement statement() throws IOException, EngineException {
    while (true) {
      boolean ended = !readMore();
      if (ended || length <= HEAD_BYTES) {
        Statement statement = Statement.of(bytes, length, ended);
        if (!(statement instanceof Statement.Incomplete)) {
          return statement;
        }
      }
      if (length > LONGEST_STATEMENT) {
        throw EngineException.of(307, "The statement is too long", "QUERY_IS_TOO_LARGE");
      }
    }
  }

  private boolean readMore() throws IOException {
    if (length == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    int read = stream.read(bytes, length, bytes.length - length);
    length += Math.max(read, 0);
    return read >= 0;
  }

  /** What was read to know the statement, in whole or from some place on. */
  byte[] readFrom(int offset) {
    return Arrays.copyOfRange(bytes, offset, length);
  }

  /** What was not yet read. */
  InputStream rest() {
    return stream;
  }
}
