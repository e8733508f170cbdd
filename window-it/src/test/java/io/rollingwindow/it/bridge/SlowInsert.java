package io.rollingwindow.it.bridge;

import io.rollingwindow.it.servers.ClickHouseEndpoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** An INSERT over a plain socket, whose data comes bit by bit, or stops coming. */
final class SlowInsert implements AutoCloseable {

  private static final Duration WITHIN = Duration.ofMinutes(1);

  private final Socket socket;
  private final OutputStream out;
  private final boolean chunked;

  private SlowInsert(Socket socket, boolean chunked) throws IOException {
    this.socket = socket;
    this.out = socket.getOutputStream();
    this.chunked = chunked;
  }

  /** Starts an insert whose length nobody knows. */
  static SlowInsert chunked(ClickHouseEndpoint endpoint, String sql, String comment)
      throws IOException {
    return open(endpoint, sql, comment, "Transfer-Encoding: chunked", true);
  }

  /** Starts an insert of so many bytes. */
  static SlowInsert ofLength(ClickHouseEndpoint endpoint, String sql, String comment, int length)
      throws IOException {
    return open(endpoint, sql, comment, "Content-Length: " + length, false);
  }

  private static SlowInsert open(
      ClickHouseEndpoint endpoint, String sql, String comment, String framing, boolean chunked)
      throws IOException {
    Socket socket = new Socket(endpoint.host(), endpoint.port());
    socket.setSoTimeout((int) WITHIN.toMillis());
    SlowInsert insert = new SlowInsert(socket, chunked);
    insert.send(
        """
        POST /?log_comment=%s&query=%s HTTP/1.1
        Host: localhost
        X-ClickHouse-User: %s
        X-ClickHouse-Key: %s
        X-ClickHouse-Database: %s
        %s

        """
            .formatted(
                comment,
                URLEncoder.encode(sql, StandardCharsets.UTF_8),
                endpoint.user(),
                endpoint.password(),
                endpoint.database(),
                framing)
            .replace("\n", "\r\n"));
    return insert;
  }

  /** Sends some data. */
  void write(String data) throws IOException {
    send(chunked ? Integer.toHexString(data.length()) + "\r\n" + data + "\r\n" : data);
  }

  /** Ends the data and returns the status of the answer. */
  int finish() throws IOException {
    if (chunked) {
      send("0\r\n\r\n");
    }
    return status();
  }

  /** Waits for the answer and returns its status. */
  int status() throws IOException {
    BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    String line = reader.readLine();
    return Integer.parseInt(line.split(" ", -1)[1]);
  }

  private void send(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  /** Goes away, whatever the state of the insert. */
  @Override
  public void close() throws IOException {
    socket.close();
  }
}
