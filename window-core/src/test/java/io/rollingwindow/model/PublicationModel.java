package io.rollingwindow.model;

import io.rollingwindow.model.Explorer.Step;
import io.rollingwindow.model.World.Change;
import io.rollingwindow.model.World.Journal;
import io.rollingwindow.model.World.Party;
import io.rollingwindow.model.World.Place;
import io.rollingwindow.model.World.Table;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The publication protocol and everything that may happen to it: two processes that die, are paused
 * past their lease and come back; requests that are lost, delayed or delivered twice; a hand from
 * outside that drops a table. Flaws can be built in, to see that the properties catch them.
 */
final class PublicationModel {

  /** What the surroundings may do besides killing processes and losing or delaying requests. */
  enum Hazard {
    /** A middlebox delivers the request a second time. */
    DUPLICATE,
    /** Somebody drops the table behind the generation's name. */
    OUTSIDE_DROP
  }

  /** Ways to get the protocol wrong. */
  enum Flaw {
    /** The EXCHANGE is sent before the intent is written. */
    SEND_BEFORE_INTENT,
    /** "Not there yet" is believed while the request may still arrive. */
    TRUST_ABSENCE,
    /** The old table keeps the generation's name after publication. */
    KEEP_BACKUP_NAME,
    /** A process that finds the exchange absent sends it again. */
    SEND_AGAIN,
    /** State is advanced before evidence is recorded. */
    STATE_BEFORE_EVIDENCE,
    /** The journal is written without looking at the lease. */
    WRITE_WITHOUT_LEASE,
    /** An outcome that cannot be told is taken for "not published". */
    GUESS
  }

  private static final int MAX_TOKEN = 4;

  private final Set<Hazard> hazards;
  private final Set<Flaw> flaws;

  PublicationModel(Set<Hazard> hazards, Set<Flaw> flaws) {
    this.hazards = hazards.isEmpty() ? EnumSet.noneOf(Hazard.class) : EnumSet.copyOf(hazards);
    this.flaws = flaws.isEmpty() ? EnumSet.noneOf(Flaw.class) : EnumSet.copyOf(flaws);
  }

  Explorer.Result explore() {
    return new Explorer<>(this::steps, this::broken).explore(World.first());
  }

  private List<Step<World>> steps(World world) {
    List<Step<World>> steps = new ArrayList<>();
    surroundings(world, steps);
    for (int index = 0; index < 2; index++) {
      disturb(world, index, steps);
      act(world, index, steps);
    }
    return steps;
  }

  private void surroundings(World world, List<Step<World>> steps) {
    if (world.wire() > 0) {
      add(steps, "the request arrives", world.change().deliver());
      add(steps, "the request is lost", world.change().lose());
      if (hazards.contains(Hazard.DUPLICATE) && !world.doubled()) {
        add(steps, "the request is doubled", world.change().doubled());
      }
    }
    if (hazards.contains(Hazard.OUTSIDE_DROP)
        && !world.meddled()
        && world.generation() != Table.NONE) {
      add(steps, "somebody drops a table", world.change().dropGeneration());
    }
  }

  private void disturb(World world, int index, List<Step<World>> steps) {
    Party process = world.process(index);
    if (process.place() != Place.STOPPED && process.place() != Place.IDLE) {
      add(steps, name(index) + " dies", world.change().stop(index));
    }
    if (world.holdsLease(index)) {
      add(steps, "the lease of " + name(index) + " expires", world.change().expire());
    }
    if (process.place() == Place.STOPPED && world.lastToken() < MAX_TOKEN) {
      add(steps, name(index) + " is started again", world.change().restart(index));
    }
  }

  private void act(World world, int index, List<Step<World>> steps) {
    Change change = world.change();
    switch (world.process(index).place()) {
      case IDLE -> {
        if (world.leaseToken() == 0 && world.lastToken() < MAX_TOKEN) {
          add(steps, name(index) + " takes the lease", change.acquire(index));
        }
      }
      case LOOKING -> look(world, index, steps);
      case READY -> {
        if (flaws.contains(Flaw.SEND_BEFORE_INTENT)) {
          add(steps, name(index) + " sends", change.send().place(index, Place.CHECKED));
        } else {
          write(world, index, steps, "writes the intent", change.intend(), Place.CHECKED);
        }
      }
      case CHECKED -> {
        if (flaws.contains(Flaw.SEND_BEFORE_INTENT)) {
          write(world, index, steps, "writes the intent", change.intend(), Place.WAITING);
        } else {
          // The lease was asserted; it may be lost before the request leaves.
          add(steps, name(index) + " sends", change.send().place(index, Place.WAITING));
        }
      }
      case WAITING -> {
        if (flaws.contains(Flaw.SEND_AGAIN) && world.target() == Table.OLD && world.sends() < 2) {
          add(steps, name(index) + " sends again", change.send());
        }
        add(steps, name(index) + " kills and joins", world.change().place(index, Place.JOINED));
      }
      case JOINED -> fence(world, index, steps);
      case FENCED ->
          add(
              steps,
              name(index) + " reads the identities",
              change.tell(index, Place.TELLING, outcome(world)));
      case TELLING -> tell(world, index, steps);
      case EVIDENCE -> add(steps, "evidence", evidence(world, index));
      case EVIDENCE_DONE ->
          write(
              world,
              index,
              steps,
              "journals evidence",
              change.journal(Journal.EVIDENCED),
              Place.STATE);
      case STATE -> add(steps, "state", state(world, index));
      case STATE_DONE ->
          write(
              world,
              index,
              steps,
              "journals success",
              change.journal(Journal.SUCCEEDED),
              Place.STOPPED);
      case STOPPED -> {}
    }
  }

  private void look(World world, int index, List<Step<World>> steps) {
    Change change = world.change();
    if (world.journal() == Journal.PUBLISHED) {
      add(steps, name(index) + " resumes evidence", change.place(index, Place.EVIDENCE));
    } else if (world.journal() == Journal.EVIDENCED) {
      add(steps, name(index) + " resumes state", change.place(index, Place.STATE));
    } else if (world.journal() == Journal.UNKNOWN
        || (world.journal() == Journal.PREPARED && world.intent())) {
      add(steps, name(index) + " resumes settling", change.place(index, Place.WAITING));
    } else if (world.journal() == Journal.PREPARED) {
      write(
          world,
          index,
          steps,
          "gives the run up",
          change.journal(Journal.ABANDONED),
          Place.STOPPED);
    } else {
      add(steps, name(index) + " has nothing to do", change.stop(index).expire());
    }
  }

  /**
   * Puts the table behind the generation's name out of reach of a request that may still arrive.
   */
  private void fence(World world, int index, List<Step<World>> steps) {
    boolean published = world.target() == Table.NEW;
    boolean skip =
        published ? flaws.contains(Flaw.KEEP_BACKUP_NAME) : flaws.contains(Flaw.TRUST_ABSENCE);
    Change change = world.change();
    if (!skip) {
      change.retire();
    }
    add(steps, name(index) + " fences", change.place(index, Place.FENCED));
  }

  private Journal outcome(World world) {
    Table pair = world.retired() != Table.NONE ? world.retired() : world.generation();
    if (world.target() == Table.NEW && pair == Table.OLD) {
      return Journal.PUBLISHED;
    }
    if (world.target() == Table.OLD && pair == Table.NEW) {
      return Journal.NOT_PUBLISHED;
    }
    return flaws.contains(Flaw.GUESS) ? Journal.NOT_PUBLISHED : Journal.UNKNOWN;
  }

  private void tell(World world, int index, List<Step<World>> steps) {
    Journal told = world.process(index).told();
    Place next =
        told != Journal.PUBLISHED
            ? Place.STOPPED
            : flaws.contains(Flaw.STATE_BEFORE_EVIDENCE) ? Place.STATE : Place.EVIDENCE;
    write(world, index, steps, "journals " + told, world.change().journal(told), next);
  }

  private static Change evidence(World world, int index) {
    return world.change().evidence().place(index, Place.EVIDENCE_DONE);
  }

  private Change state(World world, int index) {
    Place next =
        flaws.contains(Flaw.STATE_BEFORE_EVIDENCE) && !world.evidence()
            ? Place.EVIDENCE
            : Place.STATE_DONE;
    return world.change().state().place(index, next);
  }

  /** A journal write: refused, and the process stopped, when its lease is not the current one. */
  private void write(
      World world, int index, List<Step<World>> steps, String what, Change change, Place next) {
    boolean refused = !world.holdsLease(index) && !flaws.contains(Flaw.WRITE_WITHOUT_LEASE);
    if (refused) {
      add(steps, name(index) + " is refused: " + what, world.change().stop(index));
      return;
    }
    if (next == Place.STOPPED) {
      change.stop(index).expire();
    } else {
      change.place(index, next);
    }
    add(steps, name(index) + " " + what, change);
  }

  private Optional<String> broken(World world) {
    if (world.sends() > 1) {
      return Optional.of("the EXCHANGE is sent at most once");
    }
    if (world.swaps() > 1 && !hazards.contains(Hazard.DUPLICATE)) {
      return Optional.of("the tables are exchanged at most once");
    }
    if (world.swaps() > 0 && !world.intent()) {
      return Optional.of("an exchange has a written intent");
    }
    if (world.journal().claimsPublished() && world.target() != Table.NEW) {
      return Optional.of("what is journaled as published is published, for good");
    }
    boolean claimsAbsence =
        world.journal() == Journal.NOT_PUBLISHED || world.journal() == Journal.ABANDONED;
    if (claimsAbsence && world.target() != Table.OLD) {
      return Optional.of("what is journaled as not published is not, for good");
    }
    if (world.meddled() && world.journal() == Journal.NOT_PUBLISHED && world.wire() > 0) {
      return pairIsWhole(world)
          ? Optional.empty()
          : Optional.of("an unknown outcome is not guessed");
    }
    if (world.state() && !world.evidence()) {
      return Optional.of("no state before evidence");
    }
    if (world.evidence() && !world.journal().claimsPublished()) {
      return Optional.of("no evidence before publication is journaled");
    }
    return Optional.empty();
  }

  private static boolean pairIsWhole(World world) {
    return world.retired() != Table.NONE || world.generation() != Table.NONE;
  }

  private static String name(int index) {
    return index == 0 ? "A" : "B";
  }

  private static void add(List<Step<World>> steps, String action, Change change) {
    steps.add(new Step<>(action, change.done()));
  }
}
