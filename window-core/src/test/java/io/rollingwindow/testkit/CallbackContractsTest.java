package io.rollingwindow.testkit;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rollingwindow.EvidenceCallback;
import io.rollingwindow.StateCallback;
import io.rollingwindow.plan.RunId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The contracts of callbacks accept one that keeps them and catch those that do not. */
final class CallbackContractsTest {

  @Nested
  final class AnEvidenceThatKeepsIt extends EvidenceCallbackContract {

    private final Map<RunId, Long> tokens = new HashMap<>();

    @Override
    protected EvidenceCallback callback() {
      return (plan, generation, receipts, lease, metrics) -> {
        synchronized (tokens) {
          long first = tokens.computeIfAbsent(plan.runId(), run -> lease.fencingToken());
          if (first > lease.fencingToken()) {
            throw new IllegalStateException("stale");
          }
        }
      };
    }

    @Override
    protected Object recorded() {
      return Map.copyOf(tokens);
    }
  }

  @Nested
  final class AStateThatKeepsIt extends StateCallbackContract {

    private final Watermark state = new Watermark();

    @Override
    protected StateCallback callback() {
      return (plan, lease) -> {
        synchronized (state) {
          if (state.end == null || plan.interval().end().isAfter(state.end)) {
            state.requireCurrent(lease.fencingToken());
            state.end = plan.interval().end();
            state.token = lease.fencingToken();
          }
        }
      };
    }

    @Override
    protected Optional<Instant> advancedTo(String routeId, String targetId) {
      return state.end();
    }
  }

  private static final class Watermark {
    private Instant end;
    private long token;

    Optional<Instant> end() {
      return Optional.ofNullable(end);
    }

    void requireCurrent(long fencingToken) {
      if (fencingToken < token) {
        throw new IllegalStateException("stale");
      }
    }
  }

  private static final class OverMemory extends EvidenceCallbackContract {

    private final List<Object> memory;
    private final EvidenceCallback callback;

    OverMemory(List<Object> memory, EvidenceCallback callback) {
      this.memory = memory;
      this.callback = callback;
    }

    @Override
    protected EvidenceCallback callback() {
      return callback;
    }

    @Override
    protected Object recorded() {
      return List.copyOf(memory);
    }
  }

  private static final class OverWatermark extends StateCallbackContract {

    private final Watermark state;
    private final StateCallback callback;

    OverWatermark(Watermark state, StateCallback callback) {
      this.state = state;
      this.callback = callback;
    }

    @Override
    protected StateCallback callback() {
      return callback;
    }

    @Override
    protected Optional<Instant> advancedTo(String routeId, String targetId) {
      return state.end();
    }
  }

  private static void caught(Executable test) {
    assertThrows(AssertionError.class, test);
  }

  @Test
  void evidenceThatIsRecordedAgainAtEveryCallIsCaught() {
    List<Object> memory = new ArrayList<>();
    OverMemory contract =
        new OverMemory(
            memory, (plan, generation, receipts, lease, metrics) -> memory.add(plan.runId()));

    caught(contract::calledAgainForTheSamePublicationItChangesNothing);
  }

  @Test
  void evidenceThatFollowsTheLatestLeaseIsCaught() {
    List<Object> memory = new ArrayList<>();
    OverMemory contract =
        new OverMemory(
            memory,
            (plan, generation, receipts, lease, metrics) -> {
              memory.clear();
              memory.add(lease.fencingToken());
            });

    caught(contract::calledAgainForTheSamePublicationItChangesNothing);
    caught(contract::aStaleLeaseIsRefusedAndChangesNothing);
  }

  @Test
  void evidenceThatIsRecordedOnceForAllRunsIsCaught() {
    List<Object> memory = new ArrayList<>();
    OverMemory contract =
        new OverMemory(
            memory,
            (plan, generation, receipts, lease, metrics) -> {
              if (memory.isEmpty()) {
                memory.add(plan.targetId());
              }
            });

    caught(contract::everyRunIsRecorded);
  }

  @Test
  void aStateThatIsSetWhateverItWasIsCaught() {
    Watermark state = new Watermark();
    OverWatermark contract =
        new OverWatermark(state, (plan, lease) -> state.end = plan.interval().end());

    caught(contract::itNeverGoesBackAlsoUnderANewerLease);
    caught(contract::aLateRepeatOfAnOlderRunIsHarmless);
    caught(contract::aStaleLeaseMovesNothing);
  }

  @Test
  void aStateThatIsSetOnceIsCaught() {
    Watermark state = new Watermark();
    OverWatermark contract =
        new OverWatermark(
            state,
            (plan, lease) -> {
              if (state.end == null) {
                state.end = plan.interval().end();
              }
            });

    caught(contract::everyRunAdvancesItToTheEndOfItsWindow);
  }

  @Test
  void aStateThatRefusesARepeatIsCaught() {
    Watermark state = new Watermark();
    OverWatermark contract =
        new OverWatermark(
            state,
            (plan, lease) -> {
              if (plan.interval().end().equals(state.end)) {
                throw new IllegalStateException("already there");
              }
              state.end = plan.interval().end();
            });

    assertThrows(IllegalStateException.class, contract::calledAgainItChangesNothing);
  }
}
