package io.rollingwindow.it.bridge;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The statement and its data as one stream: first the {@code query} parameter and a line break,
 * then the body.
 */
final class RequestBody {

  /** Enough for any statement of the tests; a server's default for {@code max_query_size}. */
  private static final int HEAD_BYTES = 1 << 18;

  private static final int LONGEST_STATEMENT = 1 << 26;

  private final InputStream stream;
  private byte[] head = new byte[0];
  private boolean ended;

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

  /** Reads as far as a statement can be told from its data. */
  byte[] head() throws IOException {
    head = stream.readNBytes(HEAD_BYTES);
    ended = head.length < HEAD_BYTES;
    return head;
  }

  /** Reads the rest of a statement that no data follows. */
  byte[] wholeStatement() throws IOException, EngineException {
    if (ended) {
      return head;
    }
    byte[] rest = stream.readNBytes(LONGEST_STATEMENT);
    if (rest.length == LONGEST_STATEMENT) {
      throw EngineException.of(307, "The statement is too long", "QUERY_IS_TOO_LARGE");
    }
    byte[] whole = new byte[head.length + rest.length];
    System.arraycopy(head, 0, whole, 0, head.length);
    System.arraycopy(rest, 0, whole, head.length, rest.length);
    return whole;
  }

  /** The stream of what comes after the head. */
  InputStream afterHead() {
    return stream;
  }
}
