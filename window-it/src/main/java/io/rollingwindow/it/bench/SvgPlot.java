package io.rollingwindow.it.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A plot of time against something else, both on logarithmic axes, drawn as SVG. */
final class SvgPlot {

  private static final int WIDTH = 640;
  private static final int HEIGHT = 400;
  private static final int LEFT = 70;
  private static final int RIGHT = 170;
  private static final int TOP = 40;
  private static final int BOTTOM = 50;
  private static final List<String> COLOURS =
      List.of("#1b6ca8", "#d1495b", "#3a7d44", "#8e5ea2", "#c77d0a", "#555555");

  /**
   * A point.
   *
   * @param x above zero
   * @param y above zero
   */
  record Point(double x, double y) {}

  private record Line(String name, List<Point> points) {}

  private final String title;
  private final String xName;
  private final String yName;
  private final List<Line> lines = new ArrayList<>();

  SvgPlot(String title, String xName, String yName) {
    this.title = title;
    this.xName = xName;
    this.yName = yName;
  }

  SvgPlot line(String name, List<Point> points) {
    lines.add(new Line(name, List.copyOf(points)));
    return this;
  }

  void write(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, svg());
  }

  private String svg() {
    Axis x = Axis.over(points().mapToDouble(Point::x).toArray());
    Axis y = Axis.over(points().mapToDouble(Point::y).toArray());
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                + " font-family=\"sans-serif\" font-size=\"12\">%n"
                + "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>%n",
            WIDTH,
            HEIGHT,
            WIDTH,
            HEIGHT));
    text(svg, LEFT, TOP - 18, "start", title, 14);
    text(svg, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 12, "middle", xName, 12);
    text(svg, LEFT - 8, TOP - 18, "end", yName, 11);
    for (double tick : x.ticks()) {
      double at = across(x, tick);
      grid(svg, at, TOP, at, HEIGHT - BOTTOM);
      text(svg, at, HEIGHT - BOTTOM + 16, "middle", label(tick), 11);
    }
    for (double tick : y.ticks()) {
      double at = down(y, tick);
      grid(svg, LEFT, at, WIDTH - RIGHT, at);
      text(svg, LEFT - 6, at + 4, "end", label(tick), 11);
    }
    for (int i = 0; i < lines.size(); i++) {
      draw(svg, lines.get(i), COLOURS.get(i % COLOURS.size()), i, x, y);
    }
    return svg.append("</svg>\n").toString();
  }

  private java.util.stream.Stream<Point> points() {
    return lines.stream().flatMap(line -> line.points().stream());
  }

  private static void draw(StringBuilder svg, Line line, String colour, int index, Axis x, Axis y) {
    StringBuilder path = new StringBuilder();
    for (Point point : line.points()) {
      double across = across(x, point.x());
      double down = down(y, point.y());
      path.append(
          String.format(Locale.ROOT, "%s%.1f,%.1f", path.isEmpty() ? "" : " ", across, down));
      svg.append(
          String.format(
              Locale.ROOT,
              "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>%n",
              across,
              down,
              colour));
    }
    svg.append(
        String.format(
            Locale.ROOT,
            "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>%n",
            path,
            colour));
    int legend = TOP + 14 + 20 * index;
    svg.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"4\" fill=\"%s\"/>%n",
            WIDTH - RIGHT + 12,
            legend - 6,
            colour));
    text(svg, WIDTH - RIGHT + 30, legend, "start", line.name(), 11);
  }

  private static void grid(StringBuilder svg, double x1, double y1, double x2, double y2) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#dddddd\"/>%n",
            x1,
            y1,
            x2,
            y2));
  }

  private static void text(
      StringBuilder svg, double x, double y, String anchor, String text, int size) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\">%s</text>%n",
            x,
            y,
            anchor,
            size,
            text.replace("&", "&amp;").replace("<", "&lt;")));
  }

  private static double across(Axis axis, double value) {
    return LEFT + axis.share(value) * (WIDTH - LEFT - RIGHT);
  }

  private static double down(Axis axis, double value) {
    return HEIGHT - BOTTOM - axis.share(value) * (HEIGHT - TOP - BOTTOM);
  }

  private static String label(double value) {
    if (value >= 1_000_000) {
      return short_(value / 1_000_000) + " M";
    }
    return value >= 10_000 ? short_(value / 1000) + " k" : short_(value);
  }

  private static String short_(double value) {
    return value >= 1 ? Long.toString(Math.round(value)) : Double.toString(value);
  }

  /** A logarithmic axis over whole steps of 1, 2 and 5. */
  private record Axis(double least, double most, List<Double> ticks) {

    static Axis over(double[] values) {
      double least = Double.MAX_VALUE;
      double most = 0;
      for (double value : values) {
        least = Math.min(least, value);
        most = Math.max(most, value);
      }
      List<Double> ticks = new ArrayList<>();
      double from = 0;
      for (int exponent = -6; exponent <= 12; exponent++) {
        for (int step : new int[] {1, 2, 5}) {
          double tick = Double.parseDouble(step + "e" + exponent);
          if (tick <= least) {
            from = tick;
          } else if (ticks.isEmpty() || ticks.get(ticks.size() - 1) < most) {
            ticks.add(tick);
          }
        }
      }
      ticks.add(0, from);
      double end = ticks.get(ticks.size() - 1);
      double start = from;
      boolean wide = ticks.size() > 10;
      ticks.removeIf(tick -> wide && Math.abs(Math.log10(tick) % 1) > 1e-9);
      return new Axis(start, end, ticks);
    }

    double share(double value) {
      return (Math.log(value) - Math.log(least)) / (Math.log(most) - Math.log(least));
    }
  }
}
