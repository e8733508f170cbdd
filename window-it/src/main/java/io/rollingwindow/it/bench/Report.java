package io.rollingwindow.it.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What the benchmark says: figures on standard output and in a file, progress on standard error.
 */
final class Report implements AutoCloseable {

  private final PrintStream file;

  Report(Path path) {
    try {
      Files.createDirectories(path.toAbsolutePath().getParent());
      file = new PrintStream(Files.newOutputStream(path), true, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void heading(String text) {
    line("");
    line("## " + text);
    line("");
  }

  void line(String text) {
    System.out.println(text);
    file.println(text);
  }

  /** Prints a table in Markdown whose columns are aligned; the first line holds the names. */
  void table(List<List<String>> lines) {
    int columns = lines.get(0).size();
    List<Integer> widths = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      int column = i;
      widths.add(lines.stream().mapToInt(cells -> cells.get(column).length()).max().orElse(0));
    }
    line(row(lines.get(0), widths));
    line(row(Collections.nCopies(columns, "---"), widths));
    lines.stream().skip(1).forEach(cells -> line(row(cells, widths)));
  }

  void progress(String text) {
    System.err.println("[bench] " + text);
  }

  private static String row(List<String> cells, List<Integer> widths) {
    List<String> padded = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      String cell = cells.get(i);
      padded.add(cell + " ".repeat(Math.max(0, widths.get(i) - cell.length())));
    }
    return padded.stream().collect(Collectors.joining(" | ", "| ", " |"));
  }

  @Override
  public void close() {
    file.close();
  }
}
