package io.rollingwindow.clickhouse.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RunCancelledException;
import io.rollingwindow.error.TransientChunkException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Payloads pass in order, two at a time, and a failure on one side ends both. */
@Timeout(60)
class PayloadHandOffTest {

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(20);

  private final ExecutorService sender = Executors.newSingleThreadExecutor();

  @AfterEach
  void stop() {
    sender.shutdownNow();
  }

  private static PayloadHandOff handOff(Duration patience) {
    return new PayloadHandOff(patience, RowBinaryPayload::new);
  }

  private static byte[] bytes(Payload payload) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      payload.writeTo(bytes);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return bytes.toByteArray();
  }

  @Test
  void everyPayloadArrivesOnceAndInOrder() throws Exception {
    PayloadHandOff handOff = handOff(LONG);
    Future<Long> sum =
        sender.submit(
            () -> {
              Random expected = new Random(1);
              long count = 0;
              while (handOff.awaitPayload()) {
                Payload payload = handOff.poll(LONG);
                byte[] wanted = new byte[1 + expected.nextInt(5000)];
                expected.nextBytes(wanted);
                assertArrayEquals(wanted, bytes(payload));
                handOff.release(payload);
                count++;
              }
              return count;
            });
    Random random = new Random(1);
    byte[] reused = new byte[6000];
    for (int i = 0; i < 2000; i++) {
      byte[] content = new byte[1 + random.nextInt(5000)];
      random.nextBytes(content);
      int offset = i % 7;
      System.arraycopy(content, 0, reused, offset, content.length);
      handOff.put(reused, offset, content.length);
      Arrays.fill(reused, (byte) 0);
    }
    handOff.end();

    assertEquals(2000, sum.get(30, TimeUnit.SECONDS));
  }

  @Test
  void aSourceThatIsTwoAheadWaitsAndGivesUpInTime() {
    PayloadHandOff handOff = handOff(SHORT);
    handOff.put(new byte[] {1}, 0, 1);
    handOff.put(new byte[] {2}, 0, 1);

    TransientChunkException failure =
        assertThrows(TransientChunkException.class, () -> handOff.put(new byte[] {3}, 0, 1));
    assertEquals(ErrorCode.TRANSIENT_FAILURE, failure.code());
    assertArrayEquals(new byte[] {1}, bytes(handOff.poll(SHORT)));
  }

  @Test
  void aSenderThatGetsNothingInTimeIsToldSo() {
    PayloadHandOff handOff = handOff(LONG);

    assertNull(handOff.poll(SHORT));
    handOff.end();
    assertNull(handOff.poll(LONG));
    assertFalse(handOff.awaitPayload());
  }

  @Test
  void whatWasPassedBeforeTheEndIsStillSent() {
    PayloadHandOff handOff = handOff(LONG);
    handOff.put(new byte[] {1}, 0, 1);
    handOff.end();

    assertTrue(handOff.awaitPayload());
    assertArrayEquals(new byte[] {1}, bytes(handOff.poll(LONG)));
    assertFalse(handOff.awaitPayload());
  }

  @Test
  void aPayloadPassesWhenItIsFullAndTheRestAtTheEnd() {
    PayloadHandOff handOff = new PayloadHandOff(LONG, Triples::new);
    handOff.put(new byte[] {9, 1, 2}, 1, 2);
    assertNull(handOff.poll(SHORT));

    handOff.put(new byte[] {3, 4}, 0, 2);
    Payload first = handOff.poll(LONG);
    assertArrayEquals(new byte[] {1, 2, 3}, bytes(first));
    handOff.release(first);
    assertNull(handOff.poll(SHORT));

    handOff.end();
    assertTrue(handOff.awaitPayload());
    assertArrayEquals(new byte[] {4}, bytes(handOff.poll(LONG)));
    assertFalse(handOff.awaitPayload());
  }

  @Test
  void aSourceLearnsOfAFailureThoughThereIsRoom() {
    PayloadHandOff handOff = new PayloadHandOff(LONG, Triples::new);
    handOff.put(new byte[] {1}, 0, 1);
    TransientChunkException failure =
        new TransientChunkException(ErrorCode.TRANSIENT_FAILURE, "broken");
    handOff.breakOff(failure);

    assertSame(
        failure,
        assertThrows(TransientChunkException.class, () -> handOff.put(new byte[] {2}, 0, 1)));
  }

  /** Rows of one byte, three to a payload. */
  private static final class Triples implements Payload {

    private static final int ROWS = 3;

    private final byte[] bytes = new byte[ROWS];
    private int size;

    @Override
    public int add(byte[] rows, int offset, int length) {
      int taken = Math.min(length, ROWS - size);
      System.arraycopy(rows, offset, bytes, size, taken);
      size += taken;
      return taken;
    }

    @Override
    public boolean isFull() {
      return size == ROWS;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
      out.write(bytes, 0, size);
    }

    @Override
    public void clear() {
      size = 0;
    }
  }

  @Test
  void aFailureReachesAWaitingSourceAndTheFirstOneStays() throws Exception {
    PayloadHandOff handOff = handOff(LONG);
    TransientChunkException first =
        new TransientChunkException(ErrorCode.TRANSIENT_FAILURE, "first");
    handOff.put(new byte[] {1}, 0, 1);
    handOff.put(new byte[] {2}, 0, 1);
    Future<?> waiting = sender.submit(() -> handOff.put(new byte[] {3}, 0, 1));
    handOff.breakOff(first);
    handOff.breakOff(new TransientChunkException(ErrorCode.TRANSIENT_FAILURE, "second"));

    Exception thrown = assertThrows(Exception.class, () -> waiting.get(30, TimeUnit.SECONDS));
    assertSame(first, thrown.getCause());
    assertSame(first, assertThrows(TransientChunkException.class, handOff::throwFailure));
    assertSame(first, assertThrows(TransientChunkException.class, () -> handOff.poll(LONG)));
    assertFalse(handOff.awaitPayload());
  }

  @Test
  void anInterruptEndsTheWaitAndStaysSet() throws Exception {
    PayloadHandOff handOff = handOff(LONG);
    Future<Boolean> interrupted =
        sender.submit(
            () -> {
              Thread.currentThread().interrupt();
              assertThrows(RunCancelledException.class, () -> handOff.poll(LONG));
              return Thread.currentThread().isInterrupted();
            });

    assertTrue(interrupted.get(30, TimeUnit.SECONDS));
  }
}
