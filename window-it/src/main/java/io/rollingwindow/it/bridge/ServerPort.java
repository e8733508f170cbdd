package io.rollingwindow.it.bridge;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Picks ports for servers that give theirs up for a while and come back to it.
 *
 * <p>They lie below the range from which systems take the ports of outgoing connections, so that no
 * such connection is found on the port of a server that was just killed.
 */
public final class ServerPort {

  private static final int LOWEST = 20_000;
  private static final int BELOW = 32_000;
  private static final int TRIES = 1000;

  private ServerPort() {}

  /** A port of the loopback address that nobody listens on. */
  public static int pick() {
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, BELOW);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException e) {
        // Taken; the next one may be free.
      }
    }
    throw new IllegalStateException("No free port between " + LOWEST + " and " + BELOW);
  }
}
