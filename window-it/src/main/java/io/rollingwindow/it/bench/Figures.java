package io.rollingwindow.it.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Figures as text, the same in every language. */
final class Figures {

  private Figures() {}

  static String decimal(double value, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }

  static String whole(double value) {
    return String.format(Locale.ROOT, "%,d", Math.round(value));
  }

  static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  /** The figures of all processes. */
  static String each(Function<Role, String> figure) {
    return Arrays.stream(Role.values()).map(figure).collect(Collectors.joining(", "));
  }
}
