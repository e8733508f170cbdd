package io.rollingwindow.it.clickhouse;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One HTTP/1.1 message as it went over the wire: everything up to the empty line, and the rest. */
final class HttpMessage {

  private final String head;
  private final byte[] body;

  private HttpMessage(String head, byte[] body) {
    this.head = head;
    this.body = body;
  }

  /** Reads the head of the next message; null when the peer is done. */
  static String readHead(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int state = 0;
    while (state < 4) {
      int b = in.read();
      if (b < 0) {
        if (head.size() == 0) {
          return null;
        }
        throw new EOFException();
      }
      head.write(b);
      boolean expected = b == (state % 2 == 0 ? '\r' : '\n');
      state = expected ? state + 1 : b == '\r' ? 1 : 0;
    }
    return head.toString(StandardCharsets.ISO_8859_1);
  }

  static HttpMessage withBody(String head, InputStream in) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    if (header(head, "transfer-encoding").equals("chunked")) {
      int size;
      do {
        String line = line(in, body);
        size = Integer.parseInt(line.split(";", -1)[0].trim(), 16);
        copy(in, body, size + 2);
      } while (size > 0);
    } else {
      String length = header(head, "content-length");
      copy(in, body, length.isEmpty() ? 0 : Integer.parseInt(length));
    }
    return new HttpMessage(head, body.toByteArray());
  }

  private static String line(InputStream in, ByteArrayOutputStream copy) throws IOException {
    StringBuilder line = new StringBuilder();
    int b = in.read();
    while (b != '\n') {
      if (b < 0) {
        throw new EOFException();
      }
      copy.write(b);
      line.append((char) b);
      b = in.read();
    }
    copy.write(b);
    return line.toString();
  }

  private static void copy(InputStream in, OutputStream out, int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException();
    }
    out.write(bytes);
  }

  private static String header(String head, String name) {
    for (String line : head.split("\r\n", -1)) {
      int colon = line.indexOf(':');
      if (colon > 0 && line.substring(0, colon).toLowerCase(Locale.ROOT).equals(name)) {
        return line.substring(colon + 1).trim().toLowerCase(Locale.ROOT);
      }
    }
    return "";
  }

  void writeTo(OutputStream out) throws IOException {
    out.write(head.getBytes(StandardCharsets.ISO_8859_1));
    out.write(body);
    out.flush();
  }

  /** Head and body as text, to look for a statement. */
  String text() {
    return head + new String(body, StandardCharsets.UTF_8);
  }
}
