package io.rollingwindow.simulation;

import io.rollingwindow.simulation.Event.End;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Runs schedules of the simulated world, one after the other, each in a world of its own. */
final class Simulation implements AutoCloseable {

  private static final long LONG_NANOS = 40 * World.LEASE_NANOS;
  private static final Set<String> REPEAT_CALLS = Set.of("store.invocation", "store.run");

  private final ExecutorService carriers =
      Executors.newCachedThreadPool(
          body -> {
            Thread thread = new Thread(body, "simulated");
            thread.setDaemon(true);
            return thread;
          });

  // What the product logs of injected faults would drown everything else. Kept, or it is collected.
  private final Logger quiet = Logger.getLogger("io.rollingwindow");
  private final Level before = quiet.getLevel();

  Simulation() {
    quiet.setLevel(Level.OFF);
  }

  /**
   * What came of a schedule.
   *
   * @param schedule which
   * @param points every call that was made, in order
   * @param reachable how many of them were made while something could go wrong
   * @param events everything that happened, in order
   * @param violations the broken promises
   */
  record Report(
      Schedule schedule,
      List<Faults.Point> points,
      int reachable,
      List<Event> events,
      List<String> violations) {

    /** What a failing schedule prints of itself. */
    String text() {
      StringBuilder text = new StringBuilder("schedule ").append(schedule).append('\n');
      violations.forEach(violation -> text.append("  broken: ").append(violation).append('\n'));
      for (int i = 0; i < points.size(); i++) {
        Faults.Point point = points.get(i);
        if (point.fault().isPresent()) {
          text.append("  call ").append(i).append(": ").append(point).append('\n');
        }
      }
      events.forEach(event -> text.append("  ").append(event).append('\n'));
      return text.toString();
    }
  }

  Report run(Schedule schedule) {
    return run(schedule, Flaw.NONE);
  }

  Report run(Schedule schedule, Flaw flaw) {
    World world = new World(schedule, flaw, carriers);
    Optional<String> complaint;
    try {
      complaint = play(world);
    } catch (IllegalStateException e) {
      complaint = Optional.of("the world stopped: " + e.getMessage());
    }
    world.kernel().shutDown();
    Warehouse.Table target = world.warehouse().table(Warehouse.TARGET);
    world.ledger().add(new Event.Ended(target.uuid, List.copyOf(target.rows), complaint));
    List<Event> events = world.ledger().events();
    List<String> violations =
        new Auditor(World.startMicros(), world.endMicros(), world.firstRows()).audit(events);
    return new Report(
        schedule, world.faults().points(), world.faults().reachable(), events, violations);
  }

  private static Optional<String> play(World world) {
    List<String> done = new ArrayList<>();
    Optional<String> complaint = refreshAll(world, done);
    if (complaint.isPresent()) {
      return complaint;
    }
    world.kernel().sleep(LONG_NANOS);
    for (Call call : world.calls()) {
      if (call.await(LONG_NANOS).isEmpty()) {
        return Optional.of("a call never ended");
      }
    }
    world.faults().stop();
    Operator last = new Operator(world, "last");
    done.add(last.refresh());
    return last.complaint().or(() -> repeat(world, done));
  }

  private static Optional<String> refreshAll(World world, List<String> done) {
    boolean twins = world.settings().story() == Settings.Story.TWINS;
    Operator first = new Operator(world, "a");
    if (!twins && world.settings().story() != Settings.Story.TWO) {
      done.add(first.refresh());
      return first.complaint();
    }
    Operator second = new Operator(world, twins ? "a" : "b");
    Strand other =
        world
            .kernel()
            .start("second", new HostProcess("operator"), () -> done.add(second.refresh()));
    done.add(first.refresh());
    try {
      if (!world.kernel().join(other, world.kernel().now() + 4 * LONG_NANOS)) {
        return Optional.of("the second caller never ended");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return first.complaint().or(second::complaint);
  }

  /** A repeat of what has succeeded looks it up and does nothing else. */
  private static Optional<String> repeat(World world, List<String> done) {
    for (String invocation : done) {
      int pointsBefore = world.faults().points().size();
      int eventsBefore = world.ledger().events().size();
      Optional<End> end = world.call(world.newProcess(), invocation).await(LONG_NANOS);
      if (end.isEmpty() || !(end.get() instanceof End.Succeeded)) {
        return Optional.of("a repeat of " + invocation + " ended with " + end);
      }
      List<Faults.Point> points = world.faults().points();
      if (!points.subList(pointsBefore, points.size()).stream()
          .allMatch(point -> REPEAT_CALLS.contains(point.name()))) {
        return Optional.of("a repeat of " + invocation + " did more than look it up");
      }
      if (world.ledger().events().size() != eventsBefore + 1) {
        return Optional.of("a repeat of " + invocation + " had an effect");
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    carriers.shutdown();
    quiet.setLevel(before);
  }
}
