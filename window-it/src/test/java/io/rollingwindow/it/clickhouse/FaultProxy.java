package io.rollingwindow.it.clickhouse;

import io.rollingwindow.it.servers.ClickHouseEndpoint;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Stands between the library and a server and disturbs the requests that a test names. */
final class FaultProxy implements AutoCloseable {

  /** What happens to a request. */
  enum Fault {
    /** The connection ends before the request reaches the server. */
    CUT_BEFORE,
    /** The server carries it out; the answer is lost. */
    DROP_REPLY,
    /** The server carries it out; a middlebox answers 503 in its place. */
    ANSWER_503,
    /** The server gets it twice; the first answer is passed on. */
    DELIVER_TWICE,
    /** It reaches the server only when the test lets it. */
    HOLD,
    /** Half of its body reaches the server. */
    CUT_DURING
  }

  private final ClickHouseEndpoint server;
  private final ServerSocket listener;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger disturbed = new AtomicInteger();
  private final AtomicInteger delivered = new AtomicInteger();
  private final CountDownLatch release = new CountDownLatch(1);
  private final CountDownLatch lateAnswer = new CountDownLatch(1);
  private volatile String marker;
  private volatile Fault fault;
  private volatile int times;
  private volatile Consumer<String> observer = statement -> {};

  FaultProxy(ClickHouseEndpoint server) {
    this.server = server;
    try {
      this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start("fault-proxy", this::acceptAll);
  }

  /** The same database, reached through this proxy. */
  ClickHouseEndpoint endpoint() {
    return new ClickHouseEndpoint(
        listener.getInetAddress().getHostAddress(),
        listener.getLocalPort(),
        server.database(),
        server.user(),
        server.password());
  }

  /** Disturbs the next requests whose text holds the marker. */
  void disturb(Fault next, String holding, int howOften) {
    times = howOften;
    fault = next;
    marker = holding;
  }

  /** Tells every request's text before it is forwarded. */
  void observe(Consumer<String> next) {
    observer = next;
  }

  /** How many requests were disturbed. */
  int disturbed() {
    return disturbed.get();
  }

  /** How often a marked request reached the server, disturbed or not. */
  int delivered() {
    return delivered.get();
  }

  /** Lets a held request go, and waits for the server's answer to it. */
  void releaseHeld() throws InterruptedException {
    release.countDown();
    if (!lateAnswer.await(30, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the held request was not answered");
    }
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        open.add(client);
        start("fault-proxy-connection", () -> serve(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      String head = HttpMessage.readHead(client.getInputStream());
      while (head != null) {
        if (!handle(client, head)) {
          return;
        }
        head = HttpMessage.readHead(client.getInputStream());
      }
    } catch (IOException e) {
      // The other side went away, as faults make it do.
    } finally {
      open.remove(client);
    }
  }

  private boolean handle(Socket client, String head) throws IOException {
    if (fault == Fault.CUT_DURING && isMarked(head) && takeOne()) {
      cutDuring(client, head);
      return false;
    }
    HttpMessage request = HttpMessage.withBody(head, client.getInputStream());
    observer.accept(request.text());
    boolean marked = isMarked(request.text());
    if (!marked || !takeOne()) {
      if (marked) {
        delivered.incrementAndGet();
      }
      exchange(request).writeTo(client.getOutputStream());
      return true;
    }
    return disturbed(client, request);
  }

  private boolean disturbed(Socket client, HttpMessage request) throws IOException {
    return switch (fault) {
      case CUT_BEFORE -> false;
      case HOLD -> {
        hold(request);
        yield false;
      }
      case DROP_REPLY -> {
        delivered.incrementAndGet();
        exchange(request);
        yield false;
      }
      case ANSWER_503 -> {
        delivered.incrementAndGet();
        exchange(request);
        client
            .getOutputStream()
            .write(
                "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n"
                    .getBytes(StandardCharsets.ISO_8859_1));
        yield true;
      }
      case DELIVER_TWICE -> {
        delivered.addAndGet(2);
        HttpMessage answer = exchange(request);
        exchange(request);
        answer.writeTo(client.getOutputStream());
        yield true;
      }
      case CUT_DURING -> throw new IllegalStateException("cut before the body was read");
    };
  }

  private void hold(HttpMessage request) {
    start(
        "fault-proxy-held",
        () -> {
          try {
            release.await();
            delivered.incrementAndGet();
            exchange(request);
          } catch (IOException e) {
            // The server may be gone by then; that is an answer too.
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          } finally {
            lateAnswer.countDown();
          }
        });
  }

  /** Passes a little of the body on and breaks both connections. */
  private void cutDuring(Socket client, String head) throws IOException {
    try (Socket upstream = new Socket(server.host(), server.port())) {
      upstream.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
      InputStream body = client.getInputStream();
      byte[] some = new byte[4096];
      int length = body.read(some);
      upstream.getOutputStream().write(some, 0, Math.max(length / 2, 0));
      upstream.getOutputStream().flush();
    }
  }

  private HttpMessage exchange(HttpMessage request) throws IOException {
    try (Socket upstream = new Socket(server.host(), server.port())) {
      request.writeTo(upstream.getOutputStream());
      InputStream in = upstream.getInputStream();
      String head = HttpMessage.readHead(in);
      if (head == null) {
        throw new IOException("the server closed without an answer");
      }
      return HttpMessage.withBody(head, in);
    }
  }

  private boolean isMarked(String text) {
    String wanted = marker;
    return wanted != null && text.contains(wanted);
  }

  private synchronized boolean takeOne() {
    if (times <= 0) {
      return false;
    }
    times--;
    disturbed.incrementAndGet();
    return true;
  }

  private static void start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    release.countDown();
    try {
      listener.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
