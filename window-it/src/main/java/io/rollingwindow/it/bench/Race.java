package io.rollingwindow.it.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lets contenders take turns, so that a slow minute of the machine hits them all. The first round
 * warms up and does not count.
 */
final class Race {

  private final Meter meter;
  private final Report report;
  private final int repeats;

  Race(Meter meter, Report report, int repeats) {
    this.meter = meter;
    this.report = report;
    this.repeats = repeats;
  }

  List<Result> run(List<Contender> contenders) throws Exception {
    Map<Contender, List<Usage>> usages = new LinkedHashMap<>();
    for (int round = 0; round <= repeats; round++) {
      for (Contender contender : contenders) {
        contender.prepare();
        Usage usage = meter.measure(contender::run);
        contender.check();
        report.progress("round " + round + ", " + contender.name() + ": " + usage.seconds() + " s");
        if (round > 0) {
          usages.computeIfAbsent(contender, first -> new ArrayList<>()).add(usage);
        }
      }
    }
    List<Result> results = new ArrayList<>();
    usages.forEach((contender, runs) -> results.add(new Result(contender.name(), runs)));
    return results;
  }
}
