package io.rollingwindow.it.bench;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Medians of figures. */
final class Medians {

  private Medians() {}

  static double of(double[] figures) {
    double[] sorted = figures.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  static <T> double of(List<T> runs, ToDoubleFunction<T> figure) {
    return of(runs.stream().mapToDouble(figure).toArray());
  }
}
