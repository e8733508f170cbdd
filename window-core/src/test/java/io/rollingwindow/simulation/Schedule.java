package io.rollingwindow.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * One course of a simulated world. Its text, as it prints itself, makes the same course again.
 *
 * @param seed where all chance comes from
 * @param settings what the world is like
 * @param listed what goes wrong where; empty when chance decides
 */
record Schedule(long seed, Settings settings, Optional<List<Listed>> listed) {

  private static final long LISTED_SEED = 1;

  private static final List<String> DELICATE =
      List.of(
          "store.acquire",
          "store.renew",
          "store.commit",
          "store.save",
          "store.release",
          "target.discard",
          "target.hold",
          "hold.prepare",
          "hold.exchange",
          "hold.exchange",
          "hold.settle",
          "hold.settle",
          "hold.settle",
          "evidence.record",
          "state.advance");

  /** One fault at the call of that number. */
  record Listed(int index, Fault fault) {}

  static Schedule of(Settings settings, List<Listed> listed) {
    return new Schedule(LISTED_SEED, settings, Optional.of(List.copyOf(listed)));
  }

  static Schedule random(long seed) {
    return new Schedule(seed, Settings.random(new Random(seed)), Optional.empty());
  }

  boolean isListed() {
    return listed.isPresent();
  }

  Schedule with(int index, Fault fault) {
    List<Listed> more = new ArrayList<>(listed.orElseThrow());
    more.add(new Listed(index, fault));
    return of(settings, more);
  }

  Faults.Plan plan(Random random) {
    return listed.map(Schedule::listedPlan).orElseGet(() -> randomPlan(random));
  }

  private static Faults.Plan listedPlan(List<Listed> faults) {
    return (index, name, nature) -> {
      for (Listed fault : faults) {
        if (fault.index() == index) {
          return Optional.of(fault.fault());
        }
      }
      return Optional.empty();
    };
  }

  private static Faults.Plan randomPlan(Random random) {
    double everywhere = 0.2 * random.nextDouble() * random.nextDouble();
    // Half of the schedules dwell on one kind of call.
    String hot = DELICATE.get(random.nextInt(DELICATE.size()));
    double there = random.nextBoolean() ? 0.5 : everywhere;
    int[] left = {random.nextInt(8)};
    return (index, name, nature) -> {
      if (left[0] == 0 || random.nextDouble() >= (hot.equals(name) ? there : everywhere)) {
        return Optional.empty();
      }
      left[0]--;
      List<Fault> applicable = Fault.applicable(nature);
      return Optional.of(applicable.get(random.nextInt(applicable.size())));
    };
  }

  @Override
  public String toString() {
    if (listed.isEmpty()) {
      return "seed=" + seed;
    }
    StringBuilder text = new StringBuilder(settings.toString());
    for (Listed fault : listed.get()) {
      text.append(',').append(fault.index()).append('=').append(fault.fault());
    }
    return text.toString();
  }

  /** The schedule that printed itself so. */
  static Schedule parse(String text) {
    if (text.startsWith("seed=")) {
      return random(Long.parseLong(text.substring("seed=".length())));
    }
    String[] parts = text.split(",", -1);
    Schedule schedule = of(Settings.parse(parts[0]), List.of());
    for (int i = 1; i < parts.length; i++) {
      String[] fault = parts[i].split("=", -1);
      schedule = schedule.with(Integer.parseInt(fault[0]), Fault.valueOf(fault[1]));
    }
    return schedule;
  }
}
