package io.rollingwindow.sqlite.internal;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.RunId;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.ChunkRecord;
import io.rollingwindow.spi.GenerationProof;
import io.rollingwindow.spi.GenerationStrategy;
import io.rollingwindow.spi.InvocationRecord;
import io.rollingwindow.spi.PreparedGeneration;
import io.rollingwindow.spi.PublicationIntent;
import io.rollingwindow.spi.PublicationRecord;
import io.rollingwindow.spi.RunFailure;
import io.rollingwindow.spi.RunPhase;
import io.rollingwindow.spi.RunRecord;
import io.rollingwindow.spi.RunResult;
import io.rollingwindow.spi.StagingTable;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * The records as versioned JSON. A form is never changed once released: a later release writes a
 * new version and still reads the old ones.
 */
public final class RecordJson {

  private static final int VERSION = 1;

  private RecordJson() {}

  /**
   * Writes an invocation.
   *
   * @param invocation the record
   * @return its stored form
   */
  public static String write(InvocationRecord invocation) {
    return versioned()
        .put("target", invocation.targetId())
        .put("invocation", invocation.invocationId())
        .put("request", invocation.requestFingerprint())
        .put("run", invocation.run().value())
        .toString();
  }

  /**
   * Reads an invocation.
   *
   * @param body its stored form
   * @return the record
   */
  public static InvocationRecord invocation(String body) {
    return read(
        body,
        fields ->
            new InvocationRecord(
                fields.text("target"),
                fields.text("invocation"),
                fields.text("request"),
                new RunId(fields.text("run"))));
  }

  /**
   * Writes a chunk.
   *
   * @param chunk the record
   * @return its stored form
   */
  public static String write(ChunkRecord chunk) {
    ObjectNode node =
        versioned()
            .put("run", chunk.run().value())
            .put("target", chunk.targetId())
            .put("chunk", chunk.chunk())
            .put("attempts", chunk.attempts());
    ArrayNode undiscarded = node.putArray("undiscarded");
    chunk.undiscarded().forEach(undiscarded::add);
    chunk.receipt().ifPresent(receipt -> node.set("receipt", receipt(receipt)));
    return node.toString();
  }

  /**
   * Reads a chunk.
   *
   * @param body its stored form
   * @return the record
   */
  public static ChunkRecord chunk(String body) {
    return read(
        body,
        fields -> {
          RunId run = new RunId(fields.text("run"));
          int chunk = fields.smallNumber("chunk");
          List<Integer> undiscarded =
              fields.numbers("undiscarded").stream().map(Math::toIntExact).toList();
          return new ChunkRecord(
              run,
              fields.text("target"),
              chunk,
              fields.smallNumber("attempts"),
              undiscarded,
              fields.optional("receipt", receipt -> receipt(receipt, run, chunk)));
        });
  }

  private static ObjectNode receipt(ChunkReceipt receipt) {
    ObjectNode node =
        JsonFields.object()
            .put("attempt", receipt.attempt().attempt())
            .put("stage_nanos", receipt.stageNanos());
    receipt
        .staging()
        .ifPresent(
            table ->
                node.putObject("staging").put("table", table.name()).put("uuid", table.uuid()));
    node.set("totals", PartJson.totals(receipt.totals()));
    return node;
  }

  private static ChunkReceipt receipt(JsonFields fields, RunId run, int chunk) {
    return new ChunkReceipt(
        new AttemptId(run, chunk, fields.smallNumber("attempt")),
        fields.optional(
            "staging", staging -> new StagingTable(staging.text("table"), staging.text("uuid"))),
        fields.nested("totals", PartJson::totals),
        fields.number("stage_nanos"));
  }

  /**
   * Writes a run.
   *
   * @param run the record
   * @return its stored form
   */
  public static String write(RunRecord run) {
    ObjectNode node =
        versioned()
            .put("run", run.run().value())
            .put("target", run.targetId())
            .put("invocation", run.invocationId())
            .put("phase", run.phase().name());
    node.set("plan", PartJson.plan(run.plan()));
    run.generation().ifPresent(generation -> node.set("generation", generation(generation)));
    run.proof().ifPresent(proof -> node.set("proof", proof(proof)));
    run.publishNanos().ifPresent(nanos -> node.put("publish_nanos", nanos));
    run.failure()
        .ifPresent(
            failure ->
                node.putObject("failure")
                    .put("code", failure.code().name())
                    .put("message", failure.message()));
    run.result()
        .ifPresent(
            result ->
                node.putObject("result")
                    .put("window_rows", result.windowRows())
                    .put("total_rows", result.totalRows())
                    .put("nanos", result.duration().toNanos()));
    return node.toString();
  }

  /**
   * Reads a run.
   *
   * @param body its stored form
   * @return the record
   */
  public static RunRecord run(String body) {
    return read(
        body,
        fields ->
            new RunRecord(
                new RunId(fields.text("run")),
                fields.text("target"),
                fields.text("invocation"),
                fields.nested("plan", PartJson::plan),
                fields.constant("phase", RunPhase.class),
                fields.optional("generation", RecordJson::generation),
                fields.optional("proof", RecordJson::proof),
                fields.optionalNumber("publish_nanos"),
                fields.optional("failure", RecordJson::failure),
                fields.optional("result", RecordJson::result)));
  }

  private static ObjectNode generation(PreparedGeneration generation) {
    return JsonFields.object()
        .put("table", generation.table())
        .put("uuid", generation.tableUuid())
        .put("target_uuid", generation.targetUuid())
        .put("strategy", generation.strategy().name())
        .put("outside_rows", generation.outsideRows())
        .put("window_rows", generation.windowRows())
        .put("prepare_nanos", generation.prepareNanos());
  }

  private static PreparedGeneration generation(JsonFields fields) {
    return new PreparedGeneration(
        fields.text("table"),
        fields.text("uuid"),
        fields.text("target_uuid"),
        fields.constant("strategy", GenerationStrategy.class),
        fields.number("outside_rows"),
        fields.number("window_rows"),
        fields.number("prepare_nanos"));
  }

  private static ObjectNode proof(GenerationProof proof) {
    return JsonFields.object()
        .put("partitions_by_identity", proof.partitionsByIdentity())
        .put("partitions_by_rows", proof.partitionsByRows())
        .put("outside_rows", proof.outsideRows())
        .put("durability", proof.durability().name())
        .put("proof_nanos", proof.proofNanos());
  }

  private static GenerationProof proof(JsonFields fields) {
    return new GenerationProof(
        fields.smallNumber("partitions_by_identity"),
        fields.smallNumber("partitions_by_rows"),
        fields.number("outside_rows"),
        fields.constant("durability", GenerationProof.Durability.class),
        fields.number("proof_nanos"));
  }

  private static RunFailure failure(JsonFields fields) {
    return new RunFailure(fields.constant("code", ErrorCode.class), fields.text("message"));
  }

  private static RunResult result(JsonFields fields) {
    return new RunResult(
        fields.number("window_rows"),
        fields.number("total_rows"),
        Duration.ofNanos(fields.number("nanos")));
  }

  /**
   * Writes a publication.
   *
   * @param publication the record
   * @return its stored form
   */
  public static String write(PublicationRecord publication) {
    PublicationIntent intent = publication.intent();
    ObjectNode node =
        versioned()
            .put("target", publication.targetId())
            .put("run", intent.run().value())
            .put("target_table", intent.targetTable())
            .put("target_uuid", intent.targetUuid())
            .put("generation_table", intent.generationTable())
            .put("generation_uuid", intent.generationUuid())
            .put("fencing_token", intent.fencingToken())
            .put("status", publication.status().name());
    publication.backupTable().ifPresent(table -> node.put("backup_table", table));
    publication.settledBy().ifPresent(who -> node.put("settled_by", who));
    return node.toString();
  }

  /**
   * Reads a publication.
   *
   * @param body its stored form
   * @return the record
   */
  public static PublicationRecord publication(String body) {
    return read(
        body,
        fields ->
            new PublicationRecord(
                fields.text("target"),
                new PublicationIntent(
                    new RunId(fields.text("run")),
                    fields.text("target_table"),
                    fields.text("target_uuid"),
                    fields.text("generation_table"),
                    fields.text("generation_uuid"),
                    fields.number("fencing_token")),
                fields.constant("status", PublicationRecord.Status.class),
                fields.optionalText("backup_table"),
                fields.optionalText("settled_by")));
  }

  private static ObjectNode versioned() {
    return JsonFields.object().put("version", VERSION);
  }

  private static <T> T read(String body, Function<JsonFields, T> reader) {
    return JsonFields.parse(
        body,
        fields -> {
          if (fields.number("version") != VERSION) {
            throw new JsonFields.MalformedException("its version is not known");
          }
          return reader.apply(fields);
        });
  }
}
