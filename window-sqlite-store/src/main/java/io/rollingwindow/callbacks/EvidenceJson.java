package io.rollingwindow.callbacks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rollingwindow.EvidenceMetrics;
import io.rollingwindow.plan.Chunk;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.row.MultisetDigest;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.GenerationProof;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.PreparedGeneration;
import java.nio.file.Path;
import java.util.List;

/** The form of an evidence document, version 1. */
final class EvidenceJson {

  private static final int VERSION = 1;

  private EvidenceJson() {}

  /**
   * Refuses a document that is no other spelling of ours: what was published must be the same, and
   * it must not have been recorded under a later lease.
   *
   * @throws IllegalStateException when it is another one
   */
  static void requireSame(Path file, JsonNode there, JsonNode ours, Lease lease) {
    if (!ours.get("version").equals(there.path("version"))
        || !ours.get("publication").equals(there.path("publication"))) {
      throw somethingElse(file);
    }
    if (there.path("recorded").path("fencing_token").asLong(Long.MAX_VALUE)
        > lease.fencingToken()) {
      throw new IllegalStateException(
          "Evidence " + file + " was recorded under a later lease; this one is stale.");
    }
  }

  static IllegalStateException somethingElse(Path file) {
    return new IllegalStateException(
        "Evidence " + file + " says something else of the same run; it was kept as it is.");
  }

  static ObjectNode document(
      WindowPlan plan,
      PreparedGeneration generation,
      List<ChunkReceipt> receipts,
      Lease lease,
      EvidenceMetrics metrics) {
    ObjectNode document = JsonNodeFactory.instance.objectNode().put("version", VERSION);
    ObjectNode publication = document.putObject("publication");
    plan(publication, plan);
    generation(publication.putObject("generation"), generation, metrics);
    ObjectNode window = publication.putObject("window");
    totals(window, metrics.window());
    window
        .put("digest_algorithm", MultisetDigest.ALGORITHM)
        .put(
            "digest_meaning",
            "equal digests show equal multisets up to a probability of about 2^-128 for rows"
                + " chosen without knowledge of the key; counts, bounds and NULL counts are exact");
    proof(publication.putObject("outside"), metrics.proof());
    ArrayNode chunks = publication.putArray("chunks");
    receipts.forEach(receipt -> chunk(chunks.addObject(), plan, receipt));
    ObjectNode recorded =
        document
            .putObject("recorded")
            .put("fencing_token", lease.fencingToken())
            .put("stage_nanos", metrics.stageNanos())
            .put("prepare_nanos", metrics.prepareNanos())
            .put("proof_nanos", metrics.proof().proofNanos());
    if (metrics.publishNanos().isPresent()) {
      recorded.put("publish_nanos", metrics.publishNanos().getAsLong());
    } else {
      recorded.put("publish_nanos", "unavailable");
    }
    return document;
  }

  private static void plan(ObjectNode node, WindowPlan plan) {
    node.put("run", plan.runId().value())
        .put("route", plan.routeId())
        .put("target", plan.targetId())
        .put("schema_fingerprint", plan.schemaFingerprint())
        .put("window_column", plan.windowColumn())
        .put("start", plan.interval().start().toString())
        .put("end", plan.interval().end().toString())
        .put("chunk_micros", plan.grid().chunkMicros());
    node.putObject("source")
        .put("system", plan.source().system())
        .put("database", plan.source().database())
        .put("relation", plan.source().relation())
        .put("snapshot", plan.source().snapshot());
  }

  private static void generation(
      ObjectNode node, PreparedGeneration generation, EvidenceMetrics metrics) {
    node.put("table", generation.table())
        .put("uuid", generation.tableUuid())
        .put("replaced_uuid", generation.targetUuid())
        .put("strategy", generation.strategy().name())
        .put("window_rows", generation.windowRows())
        .put("outside_rows", metrics.outsideRows())
        .put("total_rows", metrics.totalRows());
  }

  private static void proof(ObjectNode node, GenerationProof proof) {
    node.put("rows", proof.outsideRows())
        .put("partitions_by_identity", proof.partitionsByIdentity())
        .put("partitions_by_rows", proof.partitionsByRows())
        .put("durability", proof.durability().name());
  }

  private static void chunk(ObjectNode node, WindowPlan plan, ChunkReceipt receipt) {
    Chunk chunk = plan.grid().chunk(receipt.chunk());
    node.put("index", chunk.index())
        .put("start", chunk.interval().start().toString())
        .put("end", chunk.interval().end().toString())
        .put("attempt", receipt.attempt().attempt())
        .put("stage_nanos", receipt.stageNanos());
    receipt
        .staging()
        .ifPresent(
            table -> node.put("staging_table", table.name()).put("staging_uuid", table.uuid()));
    totals(node, receipt.totals());
  }

  private static void totals(ObjectNode node, RowTotals totals) {
    node.put("rows", totals.rows())
        .put("digest", totals.digest().toHex())
        .put("encoded_bytes", totals.encodedBytes());
    totals.minWindow().ifPresent(first -> node.put("first", first.toString()));
    totals.maxWindow().ifPresent(last -> node.put("last", last.toString()));
    ArrayNode nulls = node.putArray("null_counts");
    totals.nullCounts().forEach(nulls::add);
    ObjectNode days = node.putObject("rows_by_utc_day");
    totals.rowsByUtcDay().forEach((day, rows) -> days.put(day.toString(), rows));
  }
}
