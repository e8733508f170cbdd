package io.rollingwindow.clickhouse.internal;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Instant;
import java.util.Optional;

/**
 * What the comment of an owned table says of it, as JSON.
 *
 * @param library always {@value #LIBRARY}
 * @param kind one of the kinds of {@link OwnedKind}, in lower case
 * @param target the target's id
 * @param route the route's id; null where no run is concerned
 * @param run the run; null where none is concerned
 * @param chunk the chunk's index; null but for staging
 * @param attempt the attempt; null but for staging
 * @param created when the table was made or took its kind, in ISO form
 * @param carried the comment that the published table is to have; null but for generations
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record OwnerComment(
    String library,
    OwnedKind kind,
    String target,
    String route,
    String run,
    Integer chunk,
    Integer attempt,
    String created,
    String carried) {

  static final String LIBRARY = "rollingwindow";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  static OwnerComment of(OwnedKind kind, String target, String route, String run, Instant created) {
    return new OwnerComment(
        LIBRARY, kind, target, route, run, null, null, created.toString(), null);
  }

  OwnerComment inChunk(int index, int number) {
    return new OwnerComment(library, kind, target, route, run, index, number, created, carried);
  }

  OwnerComment carrying(String comment) {
    return new OwnerComment(library, kind, target, route, run, chunk, attempt, created, comment);
  }

  OwnerComment as(OwnedKind otherKind, Instant since) {
    return new OwnerComment(
        library, otherKind, target, route, run, chunk, attempt, since.toString(), carried);
  }

  String json() {
    try {
      return JSON.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a comment of plain values can always be written", e);
    }
  }

  /** Reads a table's comment; empty when it is not one of ours. */
  static Optional<OwnerComment> parse(String comment) {
    if (!comment.startsWith("{")) {
      return Optional.empty();
    }
    try {
      JsonNode tree = JSON.readTree(comment);
      return LIBRARY.equals(tree.path("library").asText())
          ? Optional.of(JSON.treeToValue(tree, OwnerComment.class))
          : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
