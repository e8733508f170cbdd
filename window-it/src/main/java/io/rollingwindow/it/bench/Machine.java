package io.rollingwindow.it.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the benchmark ran on. */
final class Machine {

  private Machine() {}

  static void describe(Report report) {
    report.line(
        Runtime.getRuntime().availableProcessors()
            + " processors ("
            + processor()
            + "), Java "
            + Runtime.version()
            + ", "
            + System.getProperty("os.name")
            + ", load "
            + load());
  }

  private static String processor() {
    try {
      return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
          .filter(line -> line.startsWith("model name"))
          .findFirst()
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .orElse("unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }

  private static String load() {
    double load =
        java.lang.management.ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return Figures.decimal(load, 2);
  }
}
