package io.rollingwindow.it.docs;

import io.rollingwindow.ProcessResult;
import io.rollingwindow.RollingWindowConfig;
import io.rollingwindow.RollingWindowRuntime;
import io.rollingwindow.WindowOperations;
import io.rollingwindow.WindowOperations.Obligation;
import io.rollingwindow.WindowOperations.RunSummary;
import io.rollingwindow.clickhouse.ClickHouseWindowTarget;
import io.rollingwindow.clickhouse.OwnedTable;
import io.rollingwindow.clickhouse.PublishedCheck;
import io.rollingwindow.clickhouse.TableStanding;
import io.rollingwindow.clickhouse.WindowMaintenance;
import io.rollingwindow.error.Finding;
import io.rollingwindow.error.Location;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.plan.RunId;
import io.rollingwindow.spi.WindowStore;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What an operator does, from looking to cleaning up. */
final class Operate {

  private Operate() {}

  static void tell(WindowException failure, PrintStream out) {
    // [failure]
    out.println(failure.code().code() + ": " + failure.recovery().advice());
    out.println("seen in " + failure.location().map(Location::toString).orElse("no phase"));
    for (Finding finding : failure.findings()) {
      out.println("- " + finding.code().code() + " at " + finding.subject());
    }
    // [/failure]
  }

  static WindowOperations look(RollingWindowRuntime runtime, PrintStream out) {
    // [look]
    WindowOperations operations = runtime.operations();
    for (RunSummary run : operations.runs()) {
      out.println(run.run() + " of " + run.invocationId() + ": " + run.phase());
      run.failure().ifPresent(failure -> out.println("  ended by " + failure.code().code()));
    }
    for (RunSummary run : operations.blocking()) {
      out.println(run.invocationId() + " blocks new invocations, owing " + run.obligations());
    }
    // [/look]
    return operations;
  }

  static List<ProcessResult> finish(
      RollingWindowRuntime runtime, WindowOperations operations, Duration chunk) {
    List<ProcessResult> finished = new ArrayList<>();
    // [finish]
    for (RunSummary run : operations.blocking()) {
      if (!run.obligations().contains(Obligation.SETTLEMENT)) {
        RollingWindowConfig asItWas =
            RollingWindowConfig.builder()
                .windowColumn("observed_at")
                .intervalEnd(run.window().end())
                .lookback(Duration.between(run.window().start(), run.window().end()))
                .chunkInterval(chunk)
                .build();
        finished.add(runtime.run(asItWas, run.invocationId()));
      }
    }
    // [/finish]
    return finished;
  }

  static void explain(WindowOperations operations, PrintStream out) {
    // [explain]
    for (RunSummary run : operations.blocking()) {
      operations.explain(run.run()).ifPresent(out::println);
    }
    // [/explain]
  }

  static RunSummary adopt(WindowOperations operations, RunId run) {
    // [adopt]
    RunSummary adopted = operations.adoptPublished(run, "Ada, after looking at both tables");
    // [/adopt]
    return adopted;
  }

  static RunSummary declare(WindowOperations operations, RunId run) {
    // [declare]
    RunSummary ended = operations.declareNotPublished(run, "Ada, after looking at both tables");
    // [/declare]
    return ended;
  }

  static RunSummary abandon(WindowOperations operations, RunId run) {
    // [abandon]
    RunSummary ended = operations.abandon(run, "Ada, nobody needs it any more");
    // [/abandon]
    return ended;
  }

  static List<OwnedTable> cleanUp(
      ClickHouseWindowTarget target, WindowStore store, PrintStream out) {
    // [clean-up]
    WindowMaintenance maintenance = WindowMaintenance.of(target, store);
    for (OwnedTable table : maintenance.list()) {
      out.printf("%-10s %-8s %s%n", table.kind(), table.standing(), table.name());
    }
    Duration grace = Duration.ofDays(2);
    long freed = maintenance.droppable(grace).stream().mapToLong(OwnedTable::heldBytes).sum();
    out.println("about " + freed + " bytes would be freed");
    List<OwnedTable> dropped = maintenance.dropSettled(grace);
    // [/clean-up]
    return dropped;
  }

  static void dropOrphans(WindowMaintenance maintenance, Duration grace) {
    // [orphans]
    for (OwnedTable table : maintenance.list()) {
      if (table.standing() == TableStanding.ORPHAN) {
        maintenance.drop(table.name(), grace);
      }
    }
    // [/orphans]
  }

  static boolean recount(WindowMaintenance maintenance, RunId run, PrintStream out) {
    // [recount]
    PublishedCheck check = maintenance.verifyPublished(run);
    if (!check.matches()) {
      out.println(check.difference());
      out.println(check.currentGeneration() ? "changed since" : "replaced by a newer run");
    }
    // [/recount]
    return check.matches();
  }
}
