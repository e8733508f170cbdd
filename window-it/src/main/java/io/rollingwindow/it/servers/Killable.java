package io.rollingwindow.it.servers;

/** A server that can be made to die and to come back. */
public interface Killable {

  /** Kills the server at once: nothing is flushed, no connection is closed in an orderly way. */
  void kill();

  /** Starts the server again on the same data and port, and returns when it answers. */
  void restart();
}
