package io.rollingwindow.callbacks;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Numbers as people read them. */
final class Figures {

  private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  private Figures() {}

  /** All digits, in groups of three. */
  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A duration with the unit that suits its length. */
  static String duration(long nanos) {
    if (nanos < NANOS_PER_SECOND) {
      return String.format(Locale.ROOT, "%.3f ms", nanos / NANOS_PER_MILLI);
    }
    long minutes = TimeUnit.NANOSECONDS.toMinutes(nanos);
    if (minutes == 0) {
      return String.format(Locale.ROOT, "%.3f s", nanos / NANOS_PER_SECOND);
    }
    long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos) - minutes * 60;
    return minutes < 60
        ? String.format(Locale.ROOT, "%d min %02d s", minutes, seconds)
        : String.format(Locale.ROOT, "%d h %02d min %02d s", minutes / 60, minutes % 60, seconds);
  }

  /** A coordinate in a drawing. */
  static String coordinate(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
