package io.rollingwindow.simulation;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.simulation.Event.End;
import io.rollingwindow.spi.PublicationRecord;
import io.rollingwindow.spi.RunPhase;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads what happened in a world and tells which promises were broken. It knows rows, names and
 * phases, and nothing of how the product works.
 */
final class Auditor {

  private static final int MOST_ATTEMPTS = 3;

  private static final Set<ErrorCode> TARGET_AS_IT_WAS =
      EnumSet.of(
          ErrorCode.RUN_CANCELLED,
          ErrorCode.RETRIES_EXHAUSTED,
          ErrorCode.SNAPSHOT_EXPIRED,
          ErrorCode.NOT_PUBLISHED,
          ErrorCode.RUN_ENDED);

  /** What no fault of a server, network or process looks like, and nobody here does. */
  private static final Set<ErrorCode> NEVER =
      EnumSet.of(
          ErrorCode.JOURNAL_CORRUPT,
          ErrorCode.JOURNAL_CONFLICT,
          ErrorCode.INVOCATION_CONFLICT,
          ErrorCode.STAGING_MISMATCH,
          ErrorCode.TARGET_CHANGED,
          ErrorCode.TARGET_REFUSED,
          ErrorCode.VALUE_REFUSED,
          ErrorCode.COMPOSITION_INVALID);

  private final long start;
  private final long end;
  private final List<String> violations = new ArrayList<>();

  private final Map<String, List<Row>> snapshots = new HashMap<>();
  private final Map<String, Run> runs = new HashMap<>();
  private final Map<String, Run> byGeneration = new HashMap<>();
  private final Map<String, Run> byInvocation = new HashMap<>();
  private final List<Row> outside = new ArrayList<>();
  private final List<Row> firstInside = new ArrayList<>();
  private final Map<String, Run> sentInCall = new HashMap<>();
  private Run visible;
  private boolean meddled;
  private long token;
  private long leaseUntil;

  /** What is known of one run. */
  private static final class Run {
    final String id;
    String snapshot;
    RunPhase phase;
    PublicationRecord.Status publication;
    int sent;
    int exchanged;
    long rows = -1;
    boolean evidence;
    boolean state;
    boolean promisedAbsent;
    final Map<Integer, Integer> journaledAttempts = new HashMap<>();
    final Set<String> staged = new HashSet<>();

    Run(String id) {
      this.id = id;
    }

    boolean isOwing() {
      return phase == RunPhase.PUBLISHED || phase == RunPhase.EVIDENCED;
    }

    boolean isUnsettled() {
      return publication == PublicationRecord.Status.INTENDED
          || publication == PublicationRecord.Status.UNKNOWN;
    }

    boolean isEnded() {
      return phase != null && phase.compareTo(RunPhase.SUCCEEDED) >= 0;
    }
  }

  Auditor(long startMicros, long endMicros, List<Row> first) {
    this.start = startMicros;
    this.end = endMicros;
    for (Row row : first) {
      (row.isInside(start, end) ? firstInside : outside).add(row);
    }
  }

  List<String> audit(List<Event> events) {
    events.forEach(this::look);
    return violations;
  }

  private void look(Event event) {
    if (event instanceof Event.SnapshotOpened opened) {
      snapshots.put(opened.snapshot(), opened.rows());
    } else if (event instanceof Event.LeaseGranted granted) {
      require(granted.token() > token, "a fencing token grows", event);
      token = granted.token();
      leaseUntil = granted.until();
    } else if (event instanceof Event.LeaseRenewed renewed) {
      leaseUntil = renewed.until();
    } else if (event instanceof Event.LeaseEnded) {
      leaseUntil = 0;
    } else if (event instanceof Event.RunStored stored) {
      stored(stored);
    } else if (event instanceof Event.ChunkStored stored) {
      requireLease(stored.token(), stored.at(), event);
      run(stored.run()).journaledAttempts.merge(stored.chunk(), stored.attempts(), Math::max);
      require(stored.attempts() <= MOST_ATTEMPTS, "a chunk is attempted three times", event);
    } else if (event instanceof Event.PublicationStored stored) {
      published(stored);
    } else if (event instanceof Event.Staged staged) {
      staged(staged);
    } else if (event instanceof Event.Built built) {
      byGeneration.put(built.uuid(), run(built.run()));
    } else {
      lookAtPublication(event);
    }
  }

  private void lookAtPublication(Event event) {
    if (event instanceof Event.ExchangeSent sent) {
      Run run = run(sent.run());
      sentInCall.put(sent.process(), run);
      require(++run.sent == 1, "an EXCHANGE is sent once", event);
      require(run.publication != null, "the intent is written before the EXCHANGE", event);
    } else if (event instanceof Event.Exchanged exchanged) {
      exchanged(exchanged);
    } else if (event instanceof Event.Meddled) {
      meddled = true;
    } else if (event instanceof Event.OutsideWritten written) {
      outside.add(written.row());
    } else if (event instanceof Event.EvidenceRecorded recorded) {
      Run run = run(recorded.run());
      require(isPublished(run), "evidence follows publication", event);
      run.evidence = true;
    } else if (event instanceof Event.StateAdvanced advanced) {
      Run run = run(advanced.run());
      require(run.evidence, "state follows evidence", event);
      require(run == visible, "state never goes back", event);
      run.state = true;
    } else if (event instanceof Event.CallEnded ended) {
      callEnded(ended);
    } else if (event instanceof Event.Ended ended) {
      ended(ended);
    }
  }

  private void stored(Event.RunStored stored) {
    requireLease(stored.token(), stored.at(), stored);
    Run run = run(stored.run());
    if (run.phase == null) {
      require(
          runs.values().stream().noneMatch(r -> r.isOwing() || r.isUnsettled()),
          "an older run that owes something blocks a new one",
          stored);
      byInvocation.put(stored.invocation(), run);
      run.snapshot = stored.snapshot();
    } else {
      require(!run.isEnded(), "an end is final", stored);
      require(
          stored.phase().compareTo(run.phase) >= 0
              || (run.phase == RunPhase.PREPARED && stored.phase() == RunPhase.STAGING),
          "phases go on",
          stored);
    }
    run.phase = stored.phase();
    switch (run.phase) {
      case PUBLISHED, EVIDENCED -> require(isPublished(run), "published means published", stored);
      case SUCCEEDED ->
          require(run.evidence && run.state, "success follows evidence and state", stored);
      case REFUSED, ABANDONED -> {
        require(run.publication == null, "a run with an intent is settled", stored);
        run.promisedAbsent = true;
      }
      case NOT_PUBLISHED ->
          require(
              run.publication == PublicationRecord.Status.NOT_PUBLISHED,
              "absence is settled first",
              stored);
      default -> {}
    }
    if (run.phase == RunPhase.EVIDENCED) {
      require(run.evidence, "evidence is durable before it is journaled", stored);
    }
  }

  private void published(Event.PublicationStored stored) {
    requireLease(stored.token(), stored.at(), stored);
    Run run = run(stored.run());
    require(run.publication == null || run.isUnsettled(), "a settled publication is final", stored);
    run.publication = stored.status();
    if (run.publication == PublicationRecord.Status.PUBLISHED) {
      require(visible == run, "only what is visible is published", stored);
    } else if (run.publication == PublicationRecord.Status.NOT_PUBLISHED) {
      require(visible != run, "what is visible is published", stored);
      run.promisedAbsent = true;
    } else if (run.publication == PublicationRecord.Status.UNKNOWN) {
      require(meddled, "only a hand from outside leaves an outcome unknown", stored);
    }
  }

  private void staged(Event.Staged staged) {
    Run run = run(staged.run());
    require(
        run.staged.add(staged.chunk() + "/" + staged.attempt()),
        "an attempt's number is used once",
        staged);
    require(
        run.journaledAttempts.getOrDefault(staged.chunk(), 0) >= staged.attempt(),
        "an attempt is journaled before it begins",
        staged);
  }

  private void exchanged(Event.Exchanged exchanged) {
    Run run = run(exchanged.run());
    visible = byGeneration.get(exchanged.uuid());
    require(run.publication != null, "nothing is exchanged without an intent", exchanged);
    require(!run.promisedAbsent, "what was told to be absent stays absent", exchanged);
    if (visible == run) {
      run.exchanged++;
      run.rows = exchanged.rows().size();
      require(run.exchanged == 1, "a run is exchanged once", exchanged);
    } else {
      // A middlebox has doubled the request: it is back where it was, and nobody was told
      // otherwise.
      require(run.isUnsettled(), "what was told to be published stays", exchanged);
    }
    requireRows(exchanged.rows(), exchanged);
  }

  private void callEnded(Event.CallEnded ended) {
    require(ended.left().isEmpty(), "nothing is left of a call", ended);
    Run run = byInvocation.get(ended.invocation());
    if (ended.end() instanceof End.Succeeded succeeded) {
      Run done = run(succeeded.run());
      require(done.phase == RunPhase.SUCCEEDED, "what returns has succeeded", ended);
      require(done == run, "a call returns its own run", ended);
      require(
          succeeded.windowRows() == snapshots.getOrDefault(done.snapshot, List.of()).size()
              && succeeded.totalRows() == done.rows,
          "the figures are true",
          ended);
    } else if (ended.end() instanceof End.Decided decided) {
      require(!run(decided.run()).isUnsettled(), "a decision settles", ended);
    } else if (ended.end() instanceof End.Failed failed) {
      failed(failed.code(), run, ended);
    } else {
      require(ended.end() instanceof End.Died, "a call throws its own exceptions", ended);
    }
    sentInCall.remove(ended.process());
  }

  private void failed(ErrorCode code, Run run, Event.CallEnded event) {
    require(!NEVER.contains(code), "a fault never looks like this", event);
    if (TARGET_AS_IT_WAS.contains(code)) {
      Run sent = sentInCall.get(event.process());
      require(
          sent == null || (sent != visible && !isPublished(sent)),
          "the call left the target as it was",
          event);
    }
    if (code == ErrorCode.EVIDENCE_FAILED || code == ErrorCode.STATE_FAILED) {
      require(run != null && isPublished(run), "what is owed was published", event);
    }
    if (code == ErrorCode.OUTCOME_UNKNOWN) {
      require(run != null && run.publication != null, "unknown means intended", event);
    }
  }

  private void ended(Event.Ended ended) {
    ended.complaint().ifPresent(what -> violations.add("recovery comes to an end: " + what));
    requireRows(ended.rows(), ended);
    for (Run run : runs.values()) {
      require(!run.isOwing(), "nothing is owed at the end: " + run.id, ended);
      require(!run.isUnsettled(), "nothing is unsettled at the end: " + run.id, ended);
      require(
          run != visible || run.phase == RunPhase.SUCCEEDED,
          "what is visible has succeeded at the end",
          ended);
    }
  }

  private boolean isPublished(Run run) {
    return run.exchanged > 0 && run.publication == PublicationRecord.Status.PUBLISHED;
  }

  private void requireRows(List<Row> found, Event event) {
    List<Row> expected = new ArrayList<>(outside);
    expected.addAll(
        visible == null ? firstInside : snapshots.getOrDefault(visible.snapshot, List.of()));
    require(
        expected.stream().sorted().toList().equals(found.stream().sorted().toList()),
        "no row is lost, doubled or foreign",
        event);
  }

  private void requireLease(long writer, long at, Event event) {
    require(writer == token && at < leaseUntil, "nothing is written under a stale lease", event);
  }

  private Run run(String id) {
    return runs.computeIfAbsent(id, Run::new);
  }

  private void require(boolean holds, String promise, Event event) {
    if (!holds) {
      violations.add(promise + ": " + event);
    }
  }
}
