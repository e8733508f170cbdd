package io.rollingwindow.callbacks;

import java.util.List;

/** Rows by UTC day as a drawing of bars, with a title on each. */
final class DayChart {

  private static final double RIGHT = 944;
  private static final double TOP = 28;
  private static final double BOTTOM = 228;
  private static final double SMALLEST_BAR = 1;
  private static final double LETTER = 7;
  private static final int LABELS = 7;
  private static final int LINES = 4;

  private final DayBars days;
  private final long scale;
  private final double left;

  DayChart(DayBars days) {
    this.days = days;
    this.scale = roundedUp(days.mostRows());
    this.left = 24 + LETTER * Figures.count(scale).length();
  }

  void draw(Html html) {
    html.markup(
        "<div class=\"drawing\"><svg id=\"days\" viewBox=\"0 0 960 262\" role=\"img\""
            + " aria-label=\"Rows by UTC day\">\n");
    lines(html);
    List<DayBars.Bar> bars = days.bars();
    double slot = (RIGHT - left) / bars.size();
    boolean counts =
        bars.stream().allMatch(bar -> Figures.count(bar.rows()).length() * LETTER < slot);
    int every = (bars.size() - 1) / LABELS + 1;
    for (int i = 0; i < bars.size(); i++) {
      DayBars.Bar bar = bars.get(i);
      double middle = left + (i + 0.5) * slot;
      double height = height(bar.rows());
      if (bar.rows() > 0) {
        bar(html, bar, middle, slot * 0.8, height);
      }
      if (counts) {
        label(html, "middle", middle, BOTTOM - height - 5, Figures.count(bar.rows()));
      }
      if (i % every == 0) {
        label(html, "middle", middle, BOTTOM + 20, bar.first().toString());
      }
    }
    html.markup("</svg></div>\n");
  }

  private void lines(Html html) {
    for (int i = 0; i <= LINES; i++) {
      long rows = scale / LINES * i;
      double y = BOTTOM - (BOTTOM - TOP) * i / LINES;
      html.markup(
          "<line class=\"%s\" x1=\"%s\" x2=\"%s\" y1=\"%s\" y2=\"%s\"/>"
              .formatted(
                  i == 0 ? "axis" : "grid",
                  Figures.coordinate(left),
                  Figures.coordinate(RIGHT),
                  Figures.coordinate(y),
                  Figures.coordinate(y)));
      label(html, "end", left - 8, y + 4, Figures.count(rows));
    }
  }

  private static void bar(Html html, DayBars.Bar bar, double middle, double width, double height) {
    html.markup(
            "<rect class=\"bar\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"><title>"
                .formatted(
                    Figures.coordinate(middle - width / 2),
                    Figures.coordinate(BOTTOM - height),
                    Figures.coordinate(width),
                    Figures.coordinate(height)))
        .text(bar.label() + ": " + Figures.count(bar.rows()) + " rows")
        .markup("</title></rect>\n");
  }

  private static void label(Html html, String anchor, double x, double y, String text) {
    html.markup(
            "<text text-anchor=\"%s\" x=\"%s\" y=\"%s\">"
                .formatted(anchor, Figures.coordinate(x), Figures.coordinate(y)))
        .text(text)
        .markup("</text>\n");
  }

  /** One row in a million is still to be seen. */
  private double height(long rows) {
    return rows == 0 ? 0 : Math.max(SMALLEST_BAR, (BOTTOM - TOP) * (rows / (double) scale));
  }

  /** The next larger number of one digit and zeros that the lines divide, or nearly so. */
  private static long roundedUp(long rows) {
    double lines = Math.max(1, Math.ceil(rows / (double) LINES));
    double power = Math.pow(10, Math.floor(Math.log10(lines)));
    for (double digit : new double[] {1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10}) {
      double step = digit * power;
      if (step >= lines && step == Math.rint(step)) {
        return (long) (step * LINES);
      }
    }
    throw new IllegalArgumentException("no scale for " + rows + " rows");
  }
}
