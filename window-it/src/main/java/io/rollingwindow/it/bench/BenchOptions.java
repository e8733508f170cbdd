package io.rollingwindow.it.bench;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What is measured. Given as {@code name=value} words; what is not given has its default.
 *
 * @param narrowRows rows of the narrow table
 * @param wideRows rows of the wide table
 * @param repeats how often each contender runs; the median counts
 * @param connections the connections of contenders that use several
 * @param targetRows sizes of the targets that a window is published into
 * @param chunkCounts numbers of chunks of an empty window
 * @param output where the report and files for loading are written
 * @param plots where the plots are written
 * @param parts which parts run, of {@link Part}
 */
record BenchOptions(
    long narrowRows,
    long wideRows,
    int repeats,
    int connections,
    List<Long> targetRows,
    List<Integer> chunkCounts,
    Path output,
    Path plots,
    Set<Part> parts) {

  /** The parts of the benchmark. */
  enum Part {
    /** Moving the rows of the narrow table, against the peers. */
    NARROW,
    /** Moving the rows of the wide table, against the peers. */
    WIDE,
    /** Publishing into targets of growing size. */
    TARGETS,
    /** What a run costs besides moving rows. */
    OVERHEAD,
    /** Time against window rows, parallelism and chunks. */
    SCALING,
    /** A run in a Java process with a small heap. */
    SMALL_HEAP
  }

  private static final Map<String, String> DEFAULTS =
      Map.of(
          "rows", "5000000",
          "wide", "200000",
          "repeats", "3",
          "connections", "2",
          "targets", "1000000,10000000",
          "chunks", "10,100,1000,10000",
          "output", "target/bench",
          "plots", "docs/plots",
          "parts", "narrow,wide,targets,overhead,scaling,small_heap");

  /**
   * Reads the words.
   *
   * @throws IllegalArgumentException when a name is unknown or a value is not what it should be
   */
  static BenchOptions parse(String words) {
    Map<String, String> values = new LinkedHashMap<>(DEFAULTS);
    for (String word : words.split("\\s+", -1)) {
      if (word.isEmpty()) {
        continue;
      }
      int equals = word.indexOf('=');
      if (equals < 0 || !DEFAULTS.containsKey(word.substring(0, equals))) {
        throw new IllegalArgumentException(
            "An option is name=value with a name of " + new TreeSet<>(DEFAULTS.keySet()));
      }
      values.put(word.substring(0, equals), word.substring(equals + 1));
    }
    return new BenchOptions(
        Long.parseLong(values.get("rows")),
        Long.parseLong(values.get("wide")),
        Integer.parseInt(values.get("repeats")),
        Integer.parseInt(values.get("connections")),
        Arrays.stream(values.get("targets").split(",", -1)).map(Long::valueOf).toList(),
        Arrays.stream(values.get("chunks").split(",", -1)).map(Integer::valueOf).toList(),
        Path.of(values.get("output")),
        Path.of(values.get("plots")),
        Arrays.stream(values.get("parts").split(",", -1))
            .map(part -> Part.valueOf(part.toUpperCase(java.util.Locale.ROOT)))
            .collect(Collectors.toUnmodifiableSet()));
  }
}
