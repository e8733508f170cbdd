package io.rollingwindow.it.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.it.servers.EmbeddedClickHouseServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What goes through the server does not stay in it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MemoryIT {

  private static final long GIGABYTE = 1L << 30;
  private static final long LOOK_EVERY = GIGABYTE / 16;
  private static final long MOST_GROWTH = GIGABYTE / 2;

  private final EmbeddedClickHouseServer server = EmbeddedClickHouseServer.start();
  private final RawClient client = new RawClient(server.endpoint());

  @AfterAll
  void stop() {
    server.close();
  }

  @Test
  void resultsAreStreamed() throws IOException {
    client.query("SELECT number FROM numbers(10000000) FORMAT RowBinary");
    long before = residentBytes();
    HttpResponse<InputStream> response =
        client.send(
            client
                .request(Map.of())
                .POST(
                    BodyPublishers.ofString(
                        "SELECT number FROM numbers(" + GIGABYTE / 8 + ") FORMAT RowBinary")),
            BodyHandlers.ofInputStream());
    long most = 0;
    long received = 0;
    try (InputStream body = response.body()) {
      byte[] buffer = new byte[1 << 20];
      long nextLook = 0;
      for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
        received += read;
        if (received >= nextLook) {
          most = Math.max(most, residentBytes());
          nextLook += LOOK_EVERY;
        }
      }
    }
    assertEquals(GIGABYTE, received);
    assertTrue(most - before < MOST_GROWTH, "grew from " + before + " to " + most);
  }

  @Test
  void insertedDataIsStreamed() throws IOException {
    client.query("CREATE TABLE sink (a UInt64) ENGINE = Null");
    client.query("INSERT INTO sink SELECT number FROM numbers(10000000)");
    long before = residentBytes();
    AtomicLong most = new AtomicLong();
    HttpResponse<byte[]> response =
        client.bytes(
            BodyPublishers.ofInputStream(
                () -> new Zeros(GIGABYTE, () -> most.accumulateAndGet(residentBytes(), Math::max))),
            Map.of("query", "INSERT INTO sink FORMAT RowBinary"));
    String summary = response.headers().firstValue("X-ClickHouse-Summary").orElse("");
    assertTrue(summary.contains("\"written_rows\":\"" + GIGABYTE / 8 + "\""), summary);
    assertTrue(most.get() - before < MOST_GROWTH, "grew from " + before + " to " + most);
  }

  /** The resident memory of the server's process, as every Unix tells it. */
  private long residentBytes() {
    try {
      Process ps =
          new ProcessBuilder("ps", "-o", "rss=", "-p", Long.toString(server.process().pid()))
              .start();
      String kilobytes =
          new String(ps.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
      return Long.parseLong(kilobytes) * 1024;
    } catch (IOException e) {
      throw new AssertionError("ps cannot be run", e);
    }
  }

  /** So many zeros, with a look at something else every now and then. */
  private static final class Zeros extends InputStream {

    private final Runnable look;
    private long left;
    private long untilLook;

    Zeros(long length, Runnable look) {
      this.left = length;
      this.look = look;
    }

    @Override
    public int read() {
      return read(new byte[1], 0, 1) < 0 ? -1 : 0;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      if (left == 0) {
        return -1;
      }
      if (untilLook <= 0) {
        look.run();
        untilLook = LOOK_EVERY;
      }
      int size = (int) Math.min(length, left);
      Arrays.fill(bytes, offset, offset + size, (byte) 0);
      left -= size;
      untilLook -= size;
      return size;
    }
  }
}
