package io.rollingwindow.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until it is moved. */
public final class TestClock implements InstantSource {

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-09-09T12:00:00Z"));

  /** A clock at a fixed instant. */
  public TestClock() {}

  @Override
  public Instant instant() {
    return now.get();
  }

  /**
   * Moves the clock.
   *
   * @param by how far
   */
  public void advance(Duration by) {
    now.updateAndGet(instant -> instant.plus(by));
  }
}
