package io.rollingwindow.it.postgres;

import io.rollingwindow.plan.Chunk;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.row.DateTime64Range;
import io.rollingwindow.row.DigestKey;
import io.rollingwindow.row.PayloadSink;
import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.spi.CancellationToken;
import io.rollingwindow.spi.SourceSlice;
import io.rollingwindow.spi.SourceSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** What a read brought: the totals, and the rows in RowBinary. */
record ReadRows(RowTotals totals, ByteBuffer rowBinary) {

  static final DigestKey KEY = new DigestKey(1, 2);
  static final int LIMIT = 4 << 20;

  /** Reads the whole window, slice by slice, each chunk in as many slices as it gives. */
  static ReadRows all(SourceSnapshot snapshot, WindowRequest request, int slices) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    RowTotals totals = RowTotals.empty(request.schema().columns().size());
    for (int i = 0; i < request.grid().count(); i++) {
      Chunk chunk = request.grid().chunk(i);
      for (SourceSlice slice : snapshot.slices(chunk, slices)) {
        totals = totals.plus(read(slice, request, chunk, bytes::write));
      }
    }
    return new ReadRows(totals, ByteBuffer.wrap(bytes.toByteArray()));
  }

  static ReadRows all(SourceSnapshot snapshot, WindowRequest request) {
    return all(snapshot, request, 1);
  }

  static ReadRows chunk(SourceSnapshot snapshot, WindowRequest request, int index) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Chunk chunk = request.grid().chunk(index);
    SourceSlice slice = snapshot.slices(chunk, 1).get(0);
    return new ReadRows(
        read(slice, request, chunk, bytes::write), ByteBuffer.wrap(bytes.toByteArray()));
  }

  static RowTotals read(SourceSlice slice, WindowRequest request, Chunk chunk, PayloadSink sink) {
    RowEncoder encoder = encoder(request, chunk, sink, LIMIT);
    slice.read(encoder, new CancellationToken());
    try {
      return encoder.finish();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static RowEncoder encoder(WindowRequest request, Chunk chunk, PayloadSink sink, int limit) {
    return RowEncoder.builder(request.schema())
        .window(
            request.windowColumn(), chunk.interval().startMicros(), chunk.interval().endMicros())
        .digestKey(KEY)
        .maxEncodedBytes(limit)
        .dateTime64Range(DateTime64Range.YEARS_0_TO_9999)
        .sink(sink)
        .build();
  }

  /** The first numbers of rows of two 64-bit columns, sorted. */
  List<Long> ids() {
    ByteBuffer rows = rowBinary.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    List<Long> ids = new ArrayList<>();
    while (rows.hasRemaining()) {
      ids.add(rows.getLong());
      rows.getLong();
    }
    ids.sort(null);
    return ids;
  }
}
