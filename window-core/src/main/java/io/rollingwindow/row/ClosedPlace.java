package io.rollingwindow.row;

import java.util.function.Function;

/**
 * A place in the stream where no value may stand: behind a row's last column, behind a failure,
 * behind the end.
 */
final class ClosedPlace extends ColumnWriter {

  private final Function<String, RuntimeException> refusal;

  /**
   * Makes a closed place.
   *
   * @param refusal makes what to throw of the name of what came
   */
  ClosedPlace(Function<String, RuntimeException> refusal) {
    super(null, null, "nothing", false);
    this.refusal = refusal;
  }

  @Override
  void nul() {
    throw refusal("NULL");
  }

  @Override
  RuntimeException missing() {
    return refusal("the end of the row");
  }

  @Override
  RuntimeException endOfArray() {
    return refusal("the end of an array");
  }

  @Override
  RuntimeException refusal(String kind) {
    return refusal.apply(kind);
  }
}
