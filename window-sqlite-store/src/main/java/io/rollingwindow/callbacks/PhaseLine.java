package io.rollingwindow.callbacks;

import java.util.List;
import java.util.OptionalLong;

/**
 * Phases one below the other on one time line, each from where the one before it ends. A phase
 * whose duration was lost says so and takes no time.
 *
 * @param phases in order of time
 */
record PhaseLine(List<Phase> phases) {

  private static final double LEFT = 240;
  private static final double RIGHT = 944;
  private static final double ROW = 34;
  private static final double BAR = 20;
  private static final double SMALLEST_BAR = 1;
  private static final double TEXT_WIDTH = 110;

  /**
   * One phase.
   *
   * @param name what happened
   * @param nanos how long it took; empty when that is not known
   */
  record Phase(String name, OptionalLong nanos) {

    String duration() {
      return nanos.isPresent() ? Figures.duration(nanos.getAsLong()) : "unavailable";
    }
  }

  void draw(Html html) {
    double height = ROW * phases.size() + 8;
    html.markup(
        ("<div class=\"drawing\"><svg id=\"phases\" viewBox=\"0 0 960 %s\" role=\"img\""
                + " aria-label=\"Durations of the phases\">\n")
            .formatted(Figures.coordinate(height)));
    double all = 0;
    for (Phase phase : phases) {
      all += phase.nanos().orElse(0);
    }
    double before = 0;
    for (int i = 0; i < phases.size(); i++) {
      Phase phase = phases.get(i);
      double share = all == 0 ? 0 : phase.nanos().orElse(0) / all;
      row(html, phase, ROW * i + 4, all == 0 ? 0 : before / all, share);
      before += phase.nanos().orElse(0);
    }
    html.markup("</svg></div>\n");
  }

  private static void row(Html html, Phase phase, double top, double before, double share) {
    double room = RIGHT - LEFT;
    double x = LEFT + room * before;
    double width = room * share;
    text(html, "end", LEFT - 12, top + BAR - 5, phase.name());
    html.markup(
        "<line class=\"grid\" x1=\"%s\" x2=\"%s\" y1=\"%s\" y2=\"%s\"/>"
            .formatted(
                Figures.coordinate(LEFT),
                Figures.coordinate(RIGHT),
                Figures.coordinate(top + BAR / 2),
                Figures.coordinate(top + BAR / 2)));
    if (phase.nanos().isPresent()) {
      double drawn = Math.min(Math.max(width, SMALLEST_BAR), RIGHT - LEFT);
      double from = Math.min(x, RIGHT - drawn);
      html.markup(
              "<rect class=\"bar\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"><title>"
                  .formatted(
                      Figures.coordinate(from),
                      Figures.coordinate(top),
                      Figures.coordinate(drawn),
                      Figures.coordinate(BAR)))
          .text(phase.name() + ": " + phase.duration())
          .markup("</title></rect>\n");
    }
    duration(html, phase, x, x + width, top + BAR - 5);
  }

  /** After the bar where there is room, else before it, else inside of it. */
  private static void duration(Html html, Phase phase, double from, double to, double y) {
    if (RIGHT - to >= TEXT_WIDTH) {
      text(html, "start", to + 8, y, phase.duration());
    } else if (from - LEFT >= TEXT_WIDTH) {
      text(html, "end", from - 8, y, phase.duration());
    } else {
      html.markup(
              "<text class=\"inside\" text-anchor=\"middle\" x=\"%s\" y=\"%s\">"
                  .formatted(Figures.coordinate((from + to) / 2), Figures.coordinate(y)))
          .text(phase.duration())
          .markup("</text>\n");
    }
  }

  private static void text(Html html, String anchor, double x, double y, String text) {
    html.markup(
            "<text text-anchor=\"%s\" x=\"%s\" y=\"%s\">"
                .formatted(anchor, Figures.coordinate(x), Figures.coordinate(y)))
        .text(text)
        .markup("</text>\n");
  }
}
