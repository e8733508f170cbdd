package io.rollingwindow.simulation;

import io.rollingwindow.WindowOperations;
import io.rollingwindow.WindowOperations.RunSummary;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Recovery;
import io.rollingwindow.plan.RunId;
import io.rollingwindow.simulation.Event.End;
import io.rollingwindow.spi.PublicationRecord;
import io.rollingwindow.spi.Stored;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A caller that wants one window refreshed and does after each failure exactly what its code
 * advises, until it is done.
 */
final class Operator {

  private static final int MOST_ROUNDS = 40;
  private static final int MOST_WAITS = 200;
  private static final long PATIENCE_NANOS = 5 * World.LEASE_NANOS / 2;
  private static final long PAUSE_NANOS = World.LEASE_NANOS / 4;

  private final World world;
  private final String name;
  private HostProcess process;
  private int ids;
  private int rounds;
  private int waits;
  private long blockedSince = Kernel.NEVER;
  private String complaint;

  Operator(World world, String name) {
    this.world = world;
    this.name = name;
    this.process = world.newProcess();
  }

  /** What it could not bring to an end, if anything. */
  Optional<String> complaint() {
    return Optional.ofNullable(complaint);
  }

  /** Calls until the window is refreshed; returns the id under which it was. */
  String refresh() {
    return drive(name, false);
  }

  private String drive(String first, boolean toItsEndOnly) {
    String invocation = first;
    while (complaint == null) {
      if (++rounds > MOST_ROUNDS) {
        complain("is not done after " + MOST_ROUNDS + " calls");
        break;
      }
      Optional<End> end = world.call(process, invocation).await(PATIENCE_NANOS);
      if (end.isEmpty()) {
        process = world.newProcess();
        invocation =
            world.settings().story() == Settings.Story.OTHER && !toItsEndOnly
                ? another()
                : invocation;
      } else if (end.get() instanceof End.Succeeded) {
        return invocation;
      } else if (end.get() instanceof End.Died) {
        process = world.newProcess();
      } else if (end.get() instanceof End.Failed failed) {
        String next = follow(failed, invocation);
        if (toItsEndOnly && !next.equals(invocation)) {
          return invocation;
        }
        invocation = next;
      } else {
        complain("got " + end.get());
      }
    }
    return invocation;
  }

  private String follow(End.Failed failed, String invocation) {
    if (failed.code() != ErrorCode.LEASE_UNAVAILABLE) {
      blockedSince = Kernel.NEVER;
    }
    switch (failed.code()) {
      case LEASE_UNAVAILABLE -> awaitLease();
      case OUTCOME_UNKNOWN -> decideWhatStaysUnknown();
      case OBLIGATION_OWED -> finish(owing(), "owed");
      case UNSETTLED_PUBLICATION -> finish(unsettled(), "unsettled");
      default -> {
        if (failed.code().recovery() == Recovery.CORRECT_CONFIGURATION) {
          complain("is told to correct a right configuration: " + failed);
        }
        return failed.code().recovery() == Recovery.NEW_INVOCATION ? another() : invocation;
      }
    }
    return invocation;
  }

  /** A lease that nobody uses any more must end by itself. */
  private void awaitLease() {
    rounds--;
    if (world.calls().stream().allMatch(Call::isOver)) {
      long now = world.kernel().now();
      blockedSince = Math.max(Math.min(blockedSince, now), world.vault().touchedAt());
      if (now - blockedSince > World.LEASE_NANOS) {
        complain("is kept out by a lease that nobody uses for longer than it lasts");
      }
    } else {
      blockedSince = Kernel.NEVER;
    }
    if (++waits > MOST_WAITS) {
      complain("never gets the lease");
    }
    world.kernel().sleep(PAUSE_NANOS);
  }

  private void finish(List<String> older, String what) {
    if (older.isEmpty()) {
      // Whoever it was has ended it in the meantime.
      return;
    }
    drive(older.get(0), true);
    if (complaint != null) {
      complaint += " (" + what + ")";
    }
  }

  /**
   * Looks again where it could not be looked at; where it was looked at and could not be told,
   * somebody has meddled with the tables, and it is decided by what the target's name stands for.
   * The decision that contradicts it is tried first.
   */
  private void decideWhatStaysUnknown() {
    List<PublicationRecord> open =
        world.vault().unsettled().stream()
            .map(Stored::record)
            .filter(record -> record.status() == PublicationRecord.Status.UNKNOWN)
            .toList();
    if (open.isEmpty()) {
      return;
    }
    PublicationRecord record = open.get(0);
    RunId run = record.intent().run();
    boolean isPublished =
        world.warehouse().table(Warehouse.TARGET).uuid.equals(record.intent().generationUuid());
    Optional<End> wrong =
        decide(
            run,
            operations ->
                isPublished
                    ? operations.declareNotPublished(run, name)
                    : operations.adoptPublished(run, name));
    if (wrong.filter(End.Decided.class::isInstance).isPresent()) {
      complain("could decide against what the tables show");
    }
    decide(
        run,
        operations ->
            isPublished
                ? operations.adoptPublished(run, name)
                : operations.declareNotPublished(run, name));
  }

  private Optional<End> decide(RunId run, Function<WindowOperations, RunSummary> decision) {
    Optional<End> end =
        world
            .call(
                process,
                invocationOf(run),
                (runtime, cancellation) ->
                    new End.Decided(decision.apply(runtime.operations()).run().value()))
            .await(PATIENCE_NANOS);
    if (end.isEmpty() || end.get() instanceof End.Died) {
      process = world.newProcess();
    }
    return end;
  }

  private List<String> owing() {
    return world.vault().unfinished().stream()
        .filter(run -> run.record().phase().isOwing())
        .map(run -> run.record().invocationId())
        .toList();
  }

  private List<String> unsettled() {
    return world.vault().unsettled().stream()
        .map(open -> invocationOf(open.record().intent().run()))
        .toList();
  }

  private String invocationOf(RunId run) {
    return world.vault().run(run).orElseThrow().record().invocationId();
  }

  private String another() {
    return name + "-" + ++ids;
  }

  private void complain(String what) {
    if (complaint == null) {
      complaint = name + " " + what;
    }
  }
}
