package io.rollingwindow.callbacks;

import io.rollingwindow.EvidenceMetrics;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.row.MultisetDigest;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.GenerationProof;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.PreparedGeneration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The text of one evidence page.
 *
 * @param plan what was refreshed
 * @param generation what was published
 * @param receipts one for every chunk, in order
 * @param lease the lease it is recorded under
 * @param metrics the figures
 * @param columns the names of the columns in the order of the schema; empty when they are not known
 */
record EvidencePage(
    WindowPlan plan,
    PreparedGeneration generation,
    List<ChunkReceipt> receipts,
    Lease lease,
    EvidenceMetrics metrics,
    List<String> columns) {

  static final String DATA_START = "<script type=\"application/json\" id=\"evidence\">";
  static final String DATA_END = "</script>";

  /**
   * Writes the page.
   *
   * @param css the style sheet
   * @param json the evidence document, for programs
   */
  String text(String css, String json) {
    Html html = new Html();
    html.markup("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n")
        .markup("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';")
        .markup(" style-src 'unsafe-inline'\"/>\n")
        .markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n")
        .element("title", "Evidence of run " + plan.runId())
        .markup("\n<style>\n")
        .markup(css)
        .markup("</style>\n</head>\n<body>\n<main>\n");
    head(html);
    counts(html);
    outside(html);
    days(html);
    nulls(html);
    heading(html, "Chunks");
    ChunkTable.write(html, plan, receipts);
    durations(html);
    identities(html);
    html.markup("</main>\n")
        .markup(DATA_START)
        .markup(data(json))
        .markup(DATA_END)
        .markup("\n</body>\n</html>\n");
    return html.toString();
  }

  /** Those characters stand in texts only. Without them nothing can end the block. */
  private static String data(String json) {
    return json.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e");
  }

  private void head(Html html) {
    html.element("h1", "Published: " + plan.targetId());
    html.element(
        "p",
        "soft",
        "The window of %s from %s up to %s was replaced at once."
            .formatted(plan.windowColumn(), plan.interval().start(), plan.interval().end()));
    html.markup("<table id=\"summary\"><tbody>\n")
        .fact("run", plan.runId().value())
        .fact("route", plan.routeId())
        .fact("rows in the window", Figures.count(metrics.window().rows()))
        .fact("rows in the table", Figures.count(metrics.totalRows()))
        .fact("chunks", Figures.count(plan.grid().count()))
        .fact("first value", instant(metrics.window().minWindow()))
        .fact("last value", instant(metrics.window().maxWindow()))
        .markup("</tbody></table>\n");
  }

  /** The source's digest was counted while rows were read; each chunk's was computed twice. */
  private void counts(Html html) {
    MultisetDigest source = metrics.window().digest();
    MultisetDigest staging =
        receipts.stream()
            .map(receipt -> receipt.totals().digest())
            .reduce(MultisetDigest.EMPTY, MultisetDigest::plus);
    heading(html, "Window: source, staging, target");
    html.markup("<div class=\"wide\"><table id=\"counts\"><thead><tr><th>where</th>")
        .markup("<th class=\"number\">rows</th><th>digest</th><th>against the source</th>")
        .markup("</tr></thead><tbody>\n");
    html.markup("<tr><th scope=\"row\">source, as it was read</th>")
        .element("td", "number", Figures.count(source.rows()))
        .element("td", "mono", source.toHex())
        .markup("<td></td></tr>\n");
    side(
        html,
        "staging, as its server computed it",
        staging.rows(),
        staging.toHex(),
        staging.equals(source));
    side(
        html,
        "target, the published generation",
        generation.windowRows(),
        "verified against the chunks",
        generation.windowRows() == source.rows());
    html.markup("</tbody></table></div>\n");
    html.element(
        "p",
        "A chunk counts as staged only when the server's own count and digest of its table are"
            + " those of the rows as they were read; any difference ends the run before"
            + " publication.");
    html.element(
        "p",
        "note",
        "That digests are equal is probabilistic evidence, not an exact comparison: equal digests"
            + " ("
            + MultisetDigest.ALGORITHM
            + ") show equal multisets up to a probability of about 2^-128 for rows chosen without"
            + " knowledge of the key. Row counts, bounds and NULL counts are exact.");
  }

  private static void side(Html html, String where, long rows, String digest, boolean equal) {
    html.markup("<tr><th scope=\"row\">")
        .text(where)
        .markup("</th>")
        .element("td", "number", Figures.count(rows))
        .element("td", "mono", digest);
    verdict(html, equal);
    html.markup("</tr>\n");
  }

  private static void verdict(Html html, boolean equal) {
    html.element("td", equal ? "good" : "bad", equal ? "equal" : "DIFFERENT");
  }

  private void outside(Html html) {
    GenerationProof proof = metrics.proof();
    heading(html, "Outside of the window");
    html.markup("<table id=\"outside\"><tbody>\n")
        .fact("rows kept", Figures.count(metrics.outsideRows()))
        .fact("rows proven equal, with their copies", Figures.count(proof.outsideRows()))
        .markup("<tr><th scope=\"row\">kept against proven</th>");
    verdict(html, proof.outsideRows() == metrics.outsideRows());
    html.markup("</tr>\n")
        .fact("partitions by identity of parts", Figures.count(proof.partitionsByIdentity()))
        .fact("partitions row by row", Figures.count(proof.partitionsByRows()))
        .fact("generation built by", generation.strategy().name())
        .fact("files before the EXCHANGE", durability(proof.durability()))
        .markup("</tbody></table>\n");
  }

  private static String durability(GenerationProof.Durability durability) {
    return switch (durability) {
      case FORCED -> "forced to disk";
      case NOT_PERMITTED -> "not forced to disk: the account may not";
      case TURNED_OFF -> "not forced to disk: turned off";
    };
  }

  private void days(Html html) {
    DayBars days = DayBars.of(plan.interval(), metrics.window().rowsByUtcDay());
    heading(html, "Rows by UTC day");
    if (metrics.window().rows() == 0) {
      html.element("p", "The source had no rows in the window.");
    }
    if (days.daysPerBar() > 1) {
      html.element(
          "p",
          "soft",
          "Each bar stands for " + days.daysPerBar() + " days, the last one for what is left.");
    }
    new DayChart(days).draw(html);
  }

  private void nulls(Html html) {
    RowTotals window = metrics.window();
    heading(html, "NULL counts");
    html.markup("<table id=\"nulls\"><thead><tr><th>column</th>")
        .markup("<th class=\"number\">rows with NULL</th></tr></thead><tbody>\n");
    for (int i = 0; i < window.nullCounts().size(); i++) {
      html.markup("<tr>")
          .element("td", i < columns.size() ? columns.get(i) : "column " + (i + 1))
          .element("td", "number", Figures.count(window.nullCounts().get(i)))
          .markup("</tr>\n");
    }
    html.markup("</tbody></table>\n");
  }

  private void durations(Html html) {
    long longest = receipts.stream().mapToLong(ChunkReceipt::stageNanos).max().orElse(0);
    heading(html, "Durations");
    html.element(
        "p",
        "soft",
        "Chunks are staged side by side, so staging is drawn by its longest chunk, the least that"
            + " it can have taken. What an earlier process did not leave behind is unavailable.");
    new PhaseLine(
            List.of(
                new PhaseLine.Phase("staging, longest chunk", OptionalLong.of(longest)),
                new PhaseLine.Phase(
                    "building the generation", OptionalLong.of(metrics.prepareNanos())),
                new PhaseLine.Phase(
                    "proving the outside", OptionalLong.of(metrics.proof().proofNanos())),
                new PhaseLine.Phase("EXCHANGE and inspection", metrics.publishNanos())))
        .draw(html);
    html.markup("<table id=\"durations\"><tbody>\n")
        .fact("staging, sum of all chunks", Figures.duration(metrics.stageNanos()))
        .markup("</tbody></table>\n");
  }

  private void identities(Html html) {
    heading(html, "Identities");
    html.markup("<table id=\"identities\"><tbody>\n")
        .fact("source system", plan.source().system())
        .fact("source database", plan.source().database())
        .fact("source relation", plan.source().relation())
        .fact("snapshot", plan.source().snapshot())
        .fact("schema fingerprint", plan.schemaFingerprint())
        .fact("generation table", generation.table())
        .fact("published table, now the target", generation.tableUuid())
        .fact("replaced table", generation.targetUuid())
        .fact("recorded under fencing token", Long.toString(lease.fencingToken()))
        .markup("</tbody></table>\n");
  }

  private static void heading(Html html, String text) {
    html.element("h2", text).markup("\n");
  }

  private static String instant(Optional<Instant> instant) {
    return instant.map(Instant::toString).orElse("no rows");
  }
}
