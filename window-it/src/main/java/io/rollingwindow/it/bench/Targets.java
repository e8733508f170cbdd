package io.rollingwindow.it.bench;

/** Publishes a window into targets of growing size. */
final class Targets {

  /** A partition for each day. */
  static final String BY_DAY = "toYYYYMMDD(at)";

  /** A partition for each month. */
  static final String BY_MONTH = "toYYYYMM(at)";

  private Targets() {}
}
