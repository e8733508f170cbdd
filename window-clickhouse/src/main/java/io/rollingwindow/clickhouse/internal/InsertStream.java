package io.rollingwindow.clickhouse.internal;

import com.clickhouse.client.api.ClientConfigProperties;
import com.clickhouse.client.api.ClientFaultCause;
import com.clickhouse.client.api.DataStreamWriter;
import com.clickhouse.client.api.insert.InsertSettings;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.error.RunCancelledException;
import io.rollingwindow.error.TransientChunkException;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.row.RowValueException;
import io.rollingwindow.spi.StagingStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/**
 * One stream of rows into a staging table. The source's thread encodes; a thread of the stream's
 * own sends. An insert is opened once a payload is ready and takes as many as come without a pause;
 * when the source stalls it is completed, because the server gives up on a silent request.
 */
final class InsertStream implements StagingStream {

  private final TargetContext context;
  private final AttemptTable table;
  private final String name;
  private final PayloadHandOff handOff;
  private final RowEncoder encoder;
  private Thread sender;
  private int requests;
  private volatile String openRequest;
  private boolean finished;

  /**
   * An idle stream.
   *
   * @param table takes the rows; it is made before the first insert
   * @param name tells the streams of an attempt apart
   * @param encoders makes the encoder for a sink
   */
  InsertStream(
      TargetContext context,
      AttemptTable table,
      String name,
      Function<RowEncoder.Builder, RowEncoder.Builder> encoders) {
    this.context = context;
    this.table = table;
    this.name = name;
    this.handOff = new PayloadHandOff(context.limits().answer(), context.wireFormat().payloads());
    this.encoder =
        encoders
            .apply(RowEncoder.builder(context.schema()))
            .maxEncodedBytes(context.maxEncodedBytes())
            .sink(this::accept)
            .build();
  }

  @Override
  public RowEncoder rows() {
    return encoder;
  }

  private void accept(byte[] buffer, int offset, int length) {
    if (sender == null) {
      // An empty chunk needs no thread and no request.
      sender = new Thread(this::send, "rollingwindow-" + table.operation() + "-" + name);
      sender.setDaemon(true);
      sender.start();
    }
    handOff.put(buffer, offset, length);
  }

  @Override
  public RowTotals finish() {
    RowTotals totals = encodedTotals();
    handOff.end();
    join();
    handOff.throwFailure();
    finished = true;
    return totals;
  }

  private RowTotals encodedTotals() {
    try {
      return encoder.finish();
    } catch (RowValueException e) {
      ErrorCode code =
          e.reason() == RowValueException.Reason.ROW_TOO_LARGE
              ? ErrorCode.ROW_TOO_LARGE
              : ErrorCode.VALUE_REFUSED;
      throw new RefusedException(
          code, "A row has no exact form in the target: " + e.getMessage() + ".", e);
    } catch (IOException e) {
      throw new TransientChunkException(
          ErrorCode.TRANSIENT_FAILURE,
          "The last payload was not taken. The attempt is discarded.",
          e);
    }
  }

  private void join() {
    if (sender == null) {
      return;
    }
    try {
      sender.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunCancelledException(
          ErrorCode.RUN_CANCELLED,
          "The work was interrupted while the server took the last rows. The attempt is discarded.",
          e);
    }
  }

  private void send() {
    try {
      while (handOff.awaitPayload()) {
        table.made();
        // It takes a while, in which the stream may have been closed.
        handOff.throwFailure();
        insert();
      }
    } catch (WindowException e) {
      handOff.breakOff(e);
    } catch (ExecutionException | RuntimeException | Error e) {
      handOff.breakOff(Failures.typed("Loading a chunk", StatementFailure.of(e)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      handOff.breakOff(
          new RunCancelledException(
              ErrorCode.RUN_CANCELLED, "The sending thread was interrupted.", e));
    }
  }

  private void insert() throws ExecutionException, InterruptedException {
    requests++;
    String queryId = table.operation() + "/" + name + "-" + requests;
    openRequest = queryId;
    context
        .bulk()
        .insert(
            table.ref().sql(),
            context.rows().columnNames().stream().map(Sql::name).toList(),
            new OneRequest(),
            context.wireFormat().format(),
            settings(queryId))
        .get()
        .close();
    openRequest = null;
  }

  private InsertSettings settings(String queryId) {
    InsertSettings settings = new InsertSettings();
    context.profile().pins().values().forEach(settings::serverSetting);
    settings.setQueryId(queryId);
    settings.logComment(table.operation());
    settings.compressClientRequest(context.compression());
    settings.setNetworkTimeout(context.limits().answer().toMillis(), ChronoUnit.MILLIS);
    settings.setOption(
        ClientConfigProperties.CLIENT_RETRY_ON_FAILURE.getKey(), List.of(ClientFaultCause.None));
    return settings;
  }

  /** Writes the body of one request, and never a second time: the payloads are gone by then. */
  private final class OneRequest implements DataStreamWriter {

    private boolean begun;

    @Override
    public void onOutput(OutputStream out) throws IOException {
      if (begun) {
        throw new IOException("an insert is never repeated");
      }
      begun = true;
      Payload payload = handOff.poll(context.limits().stall());
      while (payload != null) {
        payload.writeTo(out);
        handOff.release(payload);
        payload = handOff.poll(context.limits().stall());
      }
    }

    @Override
    public void onRetry() throws IOException {
      throw new IOException("an insert is never repeated");
    }
  }

  /** Whether the server acknowledged everything. */
  boolean isFinished() {
    return finished;
  }

  @Override
  public void close() {
    if (finished || sender == null) {
      return;
    }
    handOff.breakOff(
        new RunCancelledException(
            ErrorCode.RUN_CANCELLED, "The stream was closed before it was finished."));
    String open = openRequest;
    if (open != null) {
      context.bulk().cancelTransportRequest(open);
    }
    try {
      sender.join(context.limits().join().toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
