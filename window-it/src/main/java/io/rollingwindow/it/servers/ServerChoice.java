package io.rollingwindow.it.servers;

import java.util.Locale;

/** Which servers to use. */
public enum ServerChoice {
  /** The first that is possible: the servers given by URL, containers, embedded servers. */
  AUTO,
  /** Servers that are started on this machine from packages. */
  EMBEDDED,
  /** Servers in containers. */
  TESTCONTAINERS,
  /** Servers that run already, given by URL. */
  URL;

  /** The system property that holds the choice. */
  public static final String PROPERTY = "window.it.servers";

  /** Reads the choice from the system property; {@link #AUTO} if there is none. */
  public static ServerChoice fromProperty() {
    String value = System.getProperty(PROPERTY);
    if (value == null || value.isBlank()) {
      return AUTO;
    }
    try {
      return valueOf(value.strip().toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "-D" + PROPERTY + " is auto, embedded, testcontainers or url, not " + value, e);
    }
  }
}
