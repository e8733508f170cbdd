package io.rollingwindow.postgres.internal;

/** Whether, and how, a source type is carried into a target type. */
sealed interface TypePair {

  /**
   * Every value is carried exactly or refused by itself.
   *
   * @param decoder hands a value on
   */
  record Admitted(FieldDecoder decoder) implements TypePair {}

  /**
   * The pair has no exact way, whatever the values.
   *
   * @param reason a sentence that names both types
   */
  record Refused(String reason) implements TypePair {}
}
