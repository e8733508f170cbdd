package io.rollingwindow.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The table of {@code docs/guarantees.md} that says how hard the promises were tried. Every test
 * that tries them has a row of its own there and writes the figures of its run into it.
 */
public final class RecordedFigures {

  private static final Path PAGE = Path.of("docs", "guarantees.md");

  private RecordedFigures() {}

  /**
   * Prints what a run did, and writes it into its row when the system property {@value
   * GeneratedDocument#WRITE} is true. Fails when there is no such row.
   *
   * @param row the text of the row's first cell
   * @param figures what goes into its second cell
   */
  public static void record(String row, String figures) {
    System.out.println(row + ": " + figures);
    Path page = GeneratedDocument.root().resolve(PAGE);
    try {
      List<String> lines = new ArrayList<>(Files.readAllLines(page));
      String start = "| " + row + " |";
      int place = 0;
      while (place < lines.size() && !lines.get(place).startsWith(start)) {
        place++;
      }
      if (place == lines.size()) {
        throw new AssertionError(PAGE + " has no row \"" + row + "\"");
      }
      if (Boolean.getBoolean(GeneratedDocument.WRITE)) {
        lines.set(place, start + " " + figures + " |");
        Files.write(page, lines);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
