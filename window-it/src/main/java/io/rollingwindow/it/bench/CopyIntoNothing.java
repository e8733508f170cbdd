package io.rollingwindow.it.bench;

import java.sql.Connection;
import java.util.List;
import java.util.stream.IntStream;
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
    return "COPY binary into nothing, " + Figures.count(connections, "connection");
  }

  @Override
  public long run() throws Exception {
    if (connections == 1) {
      return read(source.select());
    }
    List<String> parts =
        IntStream.range(0, connections)
            .mapToObj(part -> source.selectPart(part, connections))
            .toList();
    return Workers.sum(connections, parts, this::read);
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
