package io.rollingwindow.it.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A process, with or without its children, as Linux tells of it under {@code /proc}. Elsewhere
 * every figure is zero.
 *
 * @param root the process id
 * @param withChildren whether its children count, living and dead: a server with a process for
 *     every connection
 */
record ProcessTree(long root, boolean withChildren) {

  private static final double TICKS_PER_SECOND = 100;

  /** Where the fields of {@code stat} stand, counted from behind the name of the command. */
  private static final int USER_TICKS = 11;

  /** The CPU time that was used so far, in seconds. */
  double cpuSeconds() {
    // The server reaps its children, so those that have ended are in its own figures.
    double ticks = ticks(root, withChildren ? 4 : 2);
    for (long child : children()) {
      ticks += ticks(child, 2);
    }
    return ticks / TICKS_PER_SECOND;
  }

  /**
   * The memory in use now, in bytes. Of several processes: what is private to each, and the shared
   * part of the one that has touched most of it.
   */
  long residentBytes() {
    if (!withChildren) {
      return status(root, "VmRSS:");
    }
    long own = 0;
    long shared = 0;
    List<Long> all = new ArrayList<>(children());
    all.add(root);
    for (long process : all) {
      own += status(process, "RssAnon:");
      shared = Math.max(shared, status(process, "RssShmem:"));
    }
    return own + shared;
  }

  private List<Long> children() {
    if (!withChildren) {
      return List.of();
    }
    List<Long> children = new ArrayList<>();
    for (String word : read(root, "task/" + root + "/children").split(" ", -1)) {
      if (!word.isBlank()) {
        children.add(Long.valueOf(word.strip()));
      }
    }
    return children;
  }

  private static double ticks(long process, int fields) {
    String stat = read(process, "stat");
    String[] words = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
    double sum = 0;
    for (int i = 0; i < fields && USER_TICKS + i < words.length; i++) {
      sum += Long.parseLong(words[USER_TICKS + i]);
    }
    return sum;
  }

  private static long status(long process, String name) {
    for (String line : read(process, "status").split("\n", -1)) {
      if (line.startsWith(name)) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
      }
    }
    return 0;
  }

  /** A file of the process, empty when the process has ended. */
  private static String read(long process, String file) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process), file));
    } catch (IOException e) {
      return "";
    }
  }
}
