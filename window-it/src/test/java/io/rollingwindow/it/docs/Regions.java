package io.rollingwindow.it.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The named parts of the source files in this package. */
final class Regions {

  private static final Pattern MARK = Pattern.compile("// \\[(/?)([a-z][a-z-]*)\\]");
  private static final Path SOURCES =
      Path.of("window-it", "src", "test", "java", "io", "rollingwindow", "it", "docs");

  private Regions() {}

  /** Every region of this package by its name, without indentation. */
  static Map<String, String> all() throws IOException {
    Map<String, String> regions = new LinkedHashMap<>();
    List<Path> sources;
    try (Stream<Path> files = Files.list(Pages.root().resolve(SOURCES))) {
      sources = files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
    for (Path source : sources) {
      of(source.getFileName().toString(), Files.readAllLines(source))
          .forEach(
              (name, text) -> {
                if (regions.put(name, text) != null) {
                  throw new IllegalStateException("two regions are named " + name);
                }
              });
    }
    return regions;
  }

  /** The regions of one file. */
  static Map<String, String> of(String file, List<String> lines) {
    Map<String, String> regions = new LinkedHashMap<>();
    String name = "";
    List<String> inside = new ArrayList<>();
    for (String line : lines) {
      Matcher mark = MARK.matcher(line.strip());
      if (!mark.matches()) {
        inside.add(line);
      } else if (mark.group(1).isEmpty() && name.isEmpty()) {
        name = mark.group(2);
        inside.clear();
      } else if (!mark.group(1).isEmpty() && mark.group(2).equals(name)) {
        regions.put(name, normal(String.join("\n", inside)));
        name = "";
      } else {
        throw new IllegalStateException(file + ": the mark " + line.strip() + " is misplaced");
      }
    }
    if (!name.isEmpty()) {
      throw new IllegalStateException(file + ": the region " + name + " has no end");
    }
    return regions;
  }

  /** Without indentation, and without empty lines at either end. */
  static String normal(String text) {
    return text.stripTrailing().stripIndent().strip() + "\n";
  }
}
