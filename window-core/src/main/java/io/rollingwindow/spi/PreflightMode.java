package io.rollingwindow.spi;

/** How far a look at the target may go. */
public enum PreflightMode {
  /** Nothing is written; whether the server can EXCHANGE tables is not tried. */
  DRY_RUN,
  /** The EXCHANGE is tried on two empty scratch tables, which are dropped again. */
  RUN
}
