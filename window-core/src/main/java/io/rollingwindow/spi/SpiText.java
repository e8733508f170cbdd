package io.rollingwindow.spi;

import java.util.Objects;

/** The one rule for names in records. */
final class SpiText {

  private SpiText() {}

  static void requireText(String value, String name) {
    if (Objects.requireNonNull(value, name).isBlank()) {
      throw new IllegalArgumentException(name + " must not be blank");
    }
  }
}
