package io.rollingwindow.it.bench;

/** One way to do the work. */
interface Contender {

  /** Its name in the report. */
  String name();

  /** Makes room for a run; not measured. */
  default void prepare() throws Exception {}

  /**
   * Does the work.
   *
   * @return how many rows it moved
   */
  long run() throws Exception;

  /** Checks what the run has left; not measured. */
  default void check() throws Exception {}
}
