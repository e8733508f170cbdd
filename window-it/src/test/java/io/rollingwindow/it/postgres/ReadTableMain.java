package io.rollingwindow.it.postgres;

import io.rollingwindow.error.WindowException;
import io.rollingwindow.it.servers.PostgresEndpoint;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.spi.SourceSlice;
import io.rollingwindow.spi.SourceSnapshot;
import io.rollingwindow.type.WindowSchema;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Reads a table with two workers into nothing and prints what came of it. A process of its own. */
final class ReadTableMain {

  private ReadTableMain() {}

  public static void main(String[] arguments) {
    SourceDatabase database =
        new SourceDatabase(
            new PostgresEndpoint(
                arguments[0],
                Integer.parseInt(arguments[1]),
                arguments[2],
                arguments[3],
                arguments[3]));
    WindowRequest request =
        SourceDatabase.wholeWeek(
            WindowSchema.builder()
                .column("at", "DateTime64(6, 'UTC')")
                .column("large", "String")
                .column("note", "Nullable(String)")
                .build());
    try (SourceSnapshot snapshot = database.table(arguments[4]).build().open(request)) {
      List<CompletableFuture<RowTotals>> reads =
          snapshot.slices(request.grid().chunk(0), 2).stream()
              .map(slice -> CompletableFuture.supplyAsync(() -> read(slice, request)))
              .toList();
      long rows = reads.stream().mapToLong(read -> read.join().rows()).sum();
      System.out.println(rows + " rows");
    } catch (WindowException e) {
      System.out.println(e.code().code());
    } catch (java.util.concurrent.CompletionException e) {
      System.out.println(
          e.getCause() instanceof WindowException known ? known.code().code() : e.toString());
    }
  }

  private static RowTotals read(SourceSlice slice, WindowRequest request) {
    return ReadRows.read(slice, request, request.grid().chunk(0), (buffer, offset, length) -> {});
  }
}
