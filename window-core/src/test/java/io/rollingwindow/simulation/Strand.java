package io.rollingwindow.simulation;

/** A thread of the simulated world. Its fields belong to the {@link Kernel}. */
final class Strand {

  /** Where it is. */
  enum State {
    READY,
    WAITING,
    ENDED
  }

  final String name;
  final HostProcess process;
  final Runnable body;
  final Baton baton = new Baton();

  State state = State.READY;
  boolean begun;
  boolean interrupted;
  boolean interruptible;
  Strand joining;
  long deadline;
  int gatesHeld;

  Strand(String name, HostProcess process, Runnable body) {
    this.name = name;
    this.process = process;
    this.body = body;
  }

  @Override
  public String toString() {
    return process == null ? name : process.name() + "/" + name;
  }
}
