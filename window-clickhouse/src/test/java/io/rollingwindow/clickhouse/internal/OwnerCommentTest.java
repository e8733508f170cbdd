package io.rollingwindow.clickhouse.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnerCommentTest {

  private static final Instant CREATED = Instant.parse("2026-09-09T00:00:00Z");

  @Test
  void aCommentReadsAsItWasWritten() {
    OwnerComment comment =
        OwnerComment.of(OwnedKind.STAGING, "target \"1\"", "route", "run", CREATED).inChunk(7, 2);

    assertEquals(
        "{\"library\":\"rollingwindow\",\"kind\":\"staging\",\"target\":\"target \\\"1\\\"\","
            + "\"route\":\"route\",\"run\":\"run\",\"chunk\":7,\"attempt\":2,"
            + "\"created\":\"2026-09-09T00:00:00Z\"}",
        comment.json());
    assertEquals(Optional.of(comment), OwnerComment.parse(comment.json()));
  }

  @Test
  void theCommentThatIsCarriedMayItselfBeJson() {
    OwnerComment comment =
        OwnerComment.of(OwnedKind.GENERATION, "t", "r", "run", CREATED)
            .carrying("{\"owner\":\"it's \\\\ ours\"}");

    assertEquals(Optional.of(comment), OwnerComment.parse(comment.json()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a table of mine",
        "{",
        "{}",
        "{\"library\":\"another\",\"kind\":\"staging\"}",
        "{\"library\":\"rollingwindow\",\"kind\":\"unheard of\"}",
        "{\"library\":\"rollingwindow\",\"future\":true}"
      })
  void whatIsNotOursIsNotTakenForIt(String comment) {
    assertEquals(Optional.empty(), OwnerComment.parse(comment));
  }
}
