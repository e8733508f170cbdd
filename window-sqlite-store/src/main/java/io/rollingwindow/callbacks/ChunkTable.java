package io.rollingwindow.callbacks;

import io.rollingwindow.plan.Chunk;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.StagingTable;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A row for each chunk; of very many chunks the first and the last ones. */
final class ChunkTable {

  /** More make a page that browsers are slow to show. */
  static final int MOST_ROWS = 1_000;

  private ChunkTable() {}

  static void write(Html html, WindowPlan plan, List<ChunkReceipt> receipts) {
    html.markup("<div class=\"wide\"><table id=\"chunks\"><thead><tr>");
    for (String name : List.of("chunk", "start", "end")) {
      html.element("th", name);
    }
    for (String name : List.of("attempt", "rows", "bytes", "took")) {
      html.element("th", "number", name);
    }
    for (String name : List.of("digest", "first", "last", "staging table")) {
      html.element("th", name);
    }
    html.markup("</tr></thead><tbody>\n");
    int count = receipts.size();
    int hidden = Math.max(0, count - MOST_ROWS);
    int head = (count - hidden) / 2 + (count - hidden) % 2;
    receipts.subList(0, head).forEach(receipt -> row(html, plan, receipt));
    if (hidden > 0) {
      html.markup("<tr><td colspan=\"11\">")
          .text(
              "Chunks %s to %s are in this page's data block."
                  .formatted(
                      Figures.count(receipts.get(head).chunk()),
                      Figures.count(receipts.get(head + hidden - 1).chunk())))
          .markup("</td></tr>\n");
    }
    receipts.subList(head + hidden, count).forEach(receipt -> row(html, plan, receipt));
    html.markup("</tbody></table></div>\n");
  }

  private static void row(Html html, WindowPlan plan, ChunkReceipt receipt) {
    Chunk chunk = plan.grid().chunk(receipt.chunk());
    RowTotals totals = receipt.totals();
    html.markup("<tr>")
        .element("td", Integer.toString(chunk.index()))
        .element("td", chunk.interval().start().toString())
        .element("td", chunk.interval().end().toString())
        .element("td", "number", Integer.toString(receipt.attempt().attempt()))
        .element("td", "number", Figures.count(totals.rows()))
        .element("td", "number", Figures.count(totals.encodedBytes()))
        .element("td", "number", Figures.duration(receipt.stageNanos()))
        .element("td", "mono", totals.digest().toHex())
        .element("td", instant(totals.minWindow()))
        .element("td", instant(totals.maxWindow()))
        .element("td", "mono", receipt.staging().map(StagingTable::name).orElse("none was needed"))
        .markup("</tr>\n");
  }

  private static String instant(Optional<Instant> instant) {
    return instant.map(Instant::toString).orElse("no rows");
  }
}
