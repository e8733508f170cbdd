package io.rollingwindow.plan;

import java.time.Duration;
import java.util.Objects;

/**
 * A fixed, positive length of time in whole microseconds. It knows no calendar: a day is 24 hours,
 * whatever clocks are set forward or back meanwhile.
 *
 * <p>The text form is {@code P[nD][T[nH][nM][n[.f]S]]}: days, hours, minutes and seconds, in this
 * order, at least one of them, in ASCII digits and capital letters, seconds with one to six digits
 * after a point. Weeks, months, years, signs and a length of zero are refused.
 *
 * @param micros the length in microseconds, at least 1
 */
public record WindowDuration(long micros) {

  private static final String TOO_LONG = "a duration must fit 64-bit microseconds";
  private static final long MICROS_PER_SECOND = 1_000_000L;
  private static final long MICROS_PER_MINUTE = 60 * MICROS_PER_SECOND;
  private static final long MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;
  private static final long MICROS_PER_DAY = 24 * MICROS_PER_HOUR;

  /**
   * Checks the sign.
   *
   * @throws IllegalArgumentException when the length is zero or negative
   */
  public WindowDuration {
    if (micros <= 0) {
      throw new IllegalArgumentException("a duration must be longer than zero");
    }
  }

  /**
   * Reads the text form.
   *
   * @param text e.g. {@code P7D}, {@code PT36H}, {@code P1DT0.5S}
   * @return the length
   * @throws IllegalArgumentException when the text is not of that form, is zero, or does not fit
   *     64-bit microseconds; the message says which
   */
  public static WindowDuration parse(String text) {
    return new WindowDuration(new Parser(Objects.requireNonNull(text, "text")).micros());
  }

  /**
   * A length given as a Java duration.
   *
   * @param duration positive, in whole microseconds
   * @return the length
   * @throws IllegalArgumentException when it has a finer part, is zero or negative, or does not fit
   */
  public static WindowDuration of(Duration duration) {
    if (duration.getNano() % 1_000 != 0) {
      throw new IllegalArgumentException("a duration must be a whole number of microseconds");
    }
    try {
      long seconds = Math.multiplyExact(duration.getSeconds(), MICROS_PER_SECOND);
      return new WindowDuration(Math.addExact(seconds, duration.getNano() / 1_000));
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(TOO_LONG, e);
    }
  }

  /**
   * The text form with the largest units first: {@code P1DT12H}, never {@code PT36H}.
   *
   * @return text that {@link #parse} reads back to the same length
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("P");
    append(text, micros / MICROS_PER_DAY, 'D');
    long rest = micros % MICROS_PER_DAY;
    if (rest > 0) {
      text.append('T');
      append(text, rest / MICROS_PER_HOUR, 'H');
      append(text, rest % MICROS_PER_HOUR / MICROS_PER_MINUTE, 'M');
      appendSeconds(text, rest % MICROS_PER_MINUTE);
    }
    return text.toString();
  }

  private static void append(StringBuilder text, long amount, char unit) {
    if (amount > 0) {
      text.append(amount).append(unit);
    }
  }

  private static void appendSeconds(StringBuilder text, long micros) {
    if (micros == 0) {
      return;
    }
    text.append(micros / MICROS_PER_SECOND);
    long fraction = micros % MICROS_PER_SECOND;
    if (fraction > 0) {
      text.append('.');
      for (long digit = MICROS_PER_SECOND / 10; fraction > 0; digit /= 10) {
        text.append(fraction / digit);
        fraction %= digit;
      }
    }
    text.append('S');
  }

  /** Reads one text from left to right. */
  private static final class Parser {

    private static final String DATE_UNITS = "D";
    private static final String TIME_UNITS = "HMS";

    private final String text;
    private int position;
    private long micros;

    Parser(String text) {
      this.text = text;
    }

    long micros() {
      try {
        expect('P');
        boolean hasDays = components(DATE_UNITS);
        if (take('T')) {
          if (!components(TIME_UNITS)) {
            throw malformed("hours, minutes or seconds must follow T");
          }
        } else if (!hasDays) {
          throw malformed("at least one of days, hours, minutes and seconds is needed");
        }
      } catch (ArithmeticException e) {
        throw new IllegalArgumentException(TOO_LONG, e);
      }
      if (position < text.length()) {
        throw malformed("nothing may follow");
      }
      return micros;
    }

    /** Reads numbers with the given units, each unit at most once and in order. */
    private boolean components(String units) {
      boolean any = false;
      int next = 0;
      while (isDigit()) {
        long number = digits();
        long fraction = take('.') ? fraction() : -1;
        int unit = position < text.length() ? units.indexOf(text.charAt(position), next) : -1;
        if (unit < 0) {
          throw malformed("a number must be followed by one of D, then T and H, M, S, in order");
        }
        add(number, fraction, text.charAt(position++));
        next = unit + 1;
        any = true;
      }
      return any;
    }

    private void add(long number, long fraction, char unit) {
      if (fraction >= 0 && unit != 'S') {
        throw malformed("only seconds may have a fraction");
      }
      long length =
          switch (unit) {
            case 'D' -> MICROS_PER_DAY;
            case 'H' -> MICROS_PER_HOUR;
            case 'M' -> MICROS_PER_MINUTE;
            default -> MICROS_PER_SECOND;
          };
      micros = Math.addExact(micros, Math.multiplyExact(number, length));
      micros = Math.addExact(micros, Math.max(fraction, 0));
    }

    private long digits() {
      long number = 0;
      while (isDigit()) {
        number = Math.addExact(Math.multiplyExact(number, 10L), digit());
      }
      return number;
    }

    private long fraction() {
      long fraction = 0;
      int count = 0;
      for (; isDigit(); count++) {
        if (count == 6) {
          throw malformed("seconds have at most six digits after the point");
        }
        fraction = fraction * 10 + digit();
      }
      if (count == 0) {
        throw malformed("a digit must follow the point");
      }
      for (; count < 6; count++) {
        fraction *= 10;
      }
      return fraction;
    }

    private boolean isDigit() {
      return position < text.length()
          && text.charAt(position) >= '0'
          && text.charAt(position) <= '9';
    }

    private int digit() {
      return text.charAt(position++) - '0';
    }

    private boolean take(char wanted) {
      boolean found = position < text.length() && text.charAt(position) == wanted;
      if (found) {
        position++;
      }
      return found;
    }

    private void expect(char wanted) {
      if (!take(wanted)) {
        throw malformed("it must start with " + wanted);
      }
    }

    private IllegalArgumentException malformed(String rule) {
      return new IllegalArgumentException(
          "a duration has the form P[nD][T[nH][nM][n[.f]S]]: at position "
              + position
              + ", "
              + rule);
    }
  }
}
