package io.rollingwindow.simulation;

/**
 * Unwinds the threads of a process that has died. Everything that such a thread still asks of the
 * world throws it again, so nothing that it does while unwinding can be seen from outside.
 */
@SuppressWarnings("serial")
final class ProcessDied extends Error {

  ProcessDied() {
    super("the process has died", null, false, false);
  }
}
