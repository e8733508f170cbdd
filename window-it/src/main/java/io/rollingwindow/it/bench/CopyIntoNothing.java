package io.rollingwindow.it.bench;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;

/**
 * Reads all rows by binary COPY and drops them: what nothing that reads rows from PostgreSQL can be
 * much faster than.
 *
 * @param source the table
 * @param connections how many read side by side
 */
record CopyIntoNothing(Source source, int connections) implements Contender {

  @Override
  public String name() {
    return "COPY binary into nothing, "
        + connections
        + (connections == 1 ? " connection" : " connections");
  }

  @Override
  public long run() throws Exception {
    if (connections == 1) {
      return read(source.select());
    }
    ExecutorService workers = Executors.newFixedThreadPool(connections);
    try {
      List<Callable<Long>> reads = new ArrayList<>();
      for (int i = 0; i < connections; i++) {
        int part = i;
        reads.add(() -> read(source.selectPart(part, connections)));
      }
      long rows = 0;
      for (Future<Long> read : workers.invokeAll(reads)) {
        rows += read.get();
      }
      return rows;
    } finally {
      workers.shutdownNow();
    }
  }

  private long read(String select) throws Exception {
    try (Connection connection = source.endpoint().connect()) {
      CopyOut copy =
          connection
              .unwrap(PGConnection.class)
              .getCopyAPI()
              .copyOut("COPY (" + select + ") TO STDOUT (FORMAT binary)");
      while (copy.readFromCopy() != null) {
        // The row is dropped.
      }
      return copy.getHandledRowCount();
    }
  }
}
