package io.rollingwindow.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.OffsetDateTime;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class WindowIntervalTest {

  private static final Instant START = Instant.parse("2026-09-02T00:00:00Z");
  private static final Instant END = Instant.parse("2026-09-09T00:00:00Z");

  @Test
  void itHoldsItsStartAndNotItsEnd() {
    WindowInterval interval = new WindowInterval(10, 20);

    assertFalse(interval.contains(9));
    assertTrue(interval.contains(10));
    assertTrue(interval.contains(19));
    assertFalse(interval.contains(20));
    assertEquals(10, interval.lengthMicros());
  }

  @Test
  void twoSpellingsOfOneInstantAreOneBound() {
    Instant moscow = OffsetDateTime.parse("2026-09-09T03:00:00+03:00").toInstant();

    assertEquals(WindowInterval.of(START, END), WindowInterval.of(START, moscow));
  }

  @Test
  void itPrintsBothBoundsInUtc() {
    assertEquals(
        "[2026-09-02T00:00:00Z, 2026-09-09T00:00:00Z)", WindowInterval.of(START, END).toString());
  }

  @Test
  void anEmptyOrReversedIntervalIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> WindowInterval.of(END, END));
    assertThrows(IllegalArgumentException.class, () -> WindowInterval.of(END, START));
    assertThrows(IllegalArgumentException.class, () -> new WindowInterval(1, 1));
    assertThrows(IllegalArgumentException.class, () -> new WindowInterval(2, 1));
  }

  @Test
  void anIntervalLongerThan64BitsIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new WindowInterval(-2, Long.MAX_VALUE));
    assertThrows(
        IllegalArgumentException.class, () -> new WindowInterval(Long.MIN_VALUE, Long.MAX_VALUE));
    assertEquals(Long.MAX_VALUE, new WindowInterval(0, Long.MAX_VALUE).lengthMicros());
  }

  @Test
  void aPartBelowAMicrosecondIsRefusedAndNotCut() {
    assertThrows(IllegalArgumentException.class, () -> WindowInterval.micros(END.plusNanos(1)));
    assertThrows(IllegalArgumentException.class, () -> WindowInterval.micros(END.plusNanos(999)));
    assertEquals(WindowInterval.micros(END) + 1, WindowInterval.micros(END.plusNanos(1_000)));
  }

  @Test
  void anInstantBefore1970IsNegative() {
    assertEquals(-500_000, WindowInterval.micros(Instant.parse("1969-12-31T23:59:59.500Z")));
  }

  @Test
  void anInstantBeyond64BitsIsRefused() {
    long lastSecond = Long.MAX_VALUE / 1_000_000;

    assertEquals(
        Long.MAX_VALUE, WindowInterval.micros(Instant.ofEpochSecond(lastSecond, 775_807_000)));
    assertThrows(
        IllegalArgumentException.class,
        () -> WindowInterval.micros(Instant.ofEpochSecond(lastSecond, 775_808_000)));
    assertEquals(
        Long.MIN_VALUE, WindowInterval.micros(Instant.ofEpochSecond(-lastSecond - 1, 224_192_000)));
    assertThrows(
        IllegalArgumentException.class,
        () -> WindowInterval.micros(Instant.ofEpochSecond(-lastSecond - 1, 224_191_000)));
    assertThrows(IllegalArgumentException.class, () -> WindowInterval.micros(Instant.MIN));
  }

  @Property
  void everyBoundIsReadBackFromItsInstant(@ForAll long one, @ForAll long other) {
    Assume.that(one != other && Math.max(one, other) - Math.min(one, other) > 0);
    WindowInterval interval = new WindowInterval(Math.min(one, other), Math.max(one, other));

    assertEquals(interval, WindowInterval.of(interval.start(), interval.end()));
  }
}
