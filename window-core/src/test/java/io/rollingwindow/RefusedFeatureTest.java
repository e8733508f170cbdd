package io.rollingwindow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.error.ConfigurationException;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Finding;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Features of other ways of loading are refused by name, wherever they are authored. */
class RefusedFeatureTest {

  private static final Instant END = Instant.parse("2026-09-09T00:00:00Z");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "custom_predicate",
        "custom_predicates",
        "customPredicate",
        "custom-predicate",
        "portable_scope",
        "portableScope",
        "quality",
        "quality_policy",
        "quality_policies",
        "quality_checks",
        "data_quality",
        "acceptance",
        "acceptance_policy",
        "acceptance_policies",
        "acceptance_criteria",
        "hooks",
        "hook",
        "pre_hook",
        "post_hooks",
        "preHook",
        "pre_sql",
        "cdc",
        "CDC",
        "cdc_enabled",
        "enable_cdc",
        "change_data_capture",
        "backfill",
        "backfill_policy",
        "reconciliation",
        "reconciliation_policy",
        "reconcile",
        "schema_evolution",
        "schemaEvolution",
        "schema_evolution_mode",
        "evolve_schema",
        "deduplication",
        "deduplicate",
        "dedup",
        "dedup_keys",
        "predicate",
        "predicates",
        "additional_predicate",
        "additional_predicates",
        "where",
        "filter",
        "filters",
        "row_filter"
      })
  void itIsRefusedWithItsFullPathInEverySection(String name) {
    for (String section :
        List.of(
            "source",
            "source.options",
            "source.options.native_transfer",
            "source.options.native_transfer.execution",
            "source.options.native_transfer.execution.chunking",
            "sink",
            "sink.options",
            "sink.strategy",
            "sink.strategy.window",
            "load_config.options",
            "runtime")) {
      String path = section + "." + name;

      assertEquals(List.of(path), refused(Manifests.with(path, Map.of("mode", "x"))), path);
    }
    assertEquals(List.of(name), refused(Manifests.with(name, "x")));
  }

  @Test
  void itIsFoundInsideLists() {
    Map<String, Object> manifest =
        Manifests.with("pipeline.steps", List.of("extract", Map.of("hooks", List.of("notify"))));

    assertEquals(List.of("pipeline.steps[1].hooks"), refused(manifest));
  }

  @Test
  void everyOccurrenceIsReported() {
    Map<String, Object> manifest = Manifests.with("source.cdc", true);
    Manifests.put(manifest, "sink.hooks", List.of("a"));

    assertEquals(List.of("source.cdc", "sink.hooks"), refused(manifest));
  }

  @Test
  void aModeThatNamesItIsRefused() {
    assertEquals(List.of("source.mode"), refused(Manifests.with("source.mode", "cdc")));
    assertEquals(
        List.of("load_config.load_mode"),
        refused(Manifests.with("load_config.load_mode", "backfill")));
  }

  @Test
  void whatIsDeclaredAsOffDoesNotStandInTheWay() {
    List<Object> off = new ArrayList<>();
    off.add(null);
    off.add(false);
    off.add("");
    off.add("  ");
    off.add("none");
    off.add("Off");
    off.add("disabled");
    off.add(List.of());
    off.add(Map.of());
    off.add(Map.of("enabled", false, "mode", "strict"));
    for (Object value : off) {
      for (String section : List.of("source", "sink.strategy", "sink.strategy.window")) {
        assertEquals(List.of(), refused(Manifests.with(section + ".deduplication", value)));
      }
    }
  }

  @Test
  void whatIsNotPlainlyOffIsOn() {
    for (Object value :
        List.of(
            true,
            0,
            "strict",
            List.of("id"),
            Map.of("enabled", true),
            Map.of("enabled", "false"),
            Map.of("mode", "none"))) {
      assertEquals(
          List.of("sink.quality"), refused(Manifests.with("sink.quality", value)), value::toString);
    }
  }

  @Test
  void noWordSwitchesAPredicateOff() {
    for (String expression : List.of("false", "none", "off", "a > 1")) {
      assertEquals(
          List.of("source.custom_predicate"),
          refused(Manifests.with("source.custom_predicate", expression)));
    }
  }

  @Test
  void keysThatAreNamesOfTheUsersOwnAreLeftAlone() {
    Map<String, Object> manifest = Manifests.valid();
    Manifests.put(manifest, "source.columns", Map.of("quality", "Int64", "filter", "String"));
    Manifests.put(manifest, "source.connection.options", Map.of("filter", "x"));
    Manifests.put(manifest, "sink.columns", List.of(Map.of("name", "cdc", "type", "Int64")));
    Manifests.put(manifest, "labels", Map.of("backfill", "team-a"));

    assertEquals(List.of(), refused(manifest));
  }

  @Test
  void keysThatOnlyResembleItAreLeftAlone() {
    Map<String, Object> manifest = Manifests.valid();
    Manifests.put(manifest, "source.options.filtering_note", "x");
    Manifests.put(manifest, "source.options.wherever", "x");
    Manifests.put(manifest, "sink.options.cdcx", "x");
    Manifests.put(manifest, "source.mode", "full");

    assertEquals(List.of(), refused(manifest));
  }

  @Test
  void aModeOfOurOwnIsRefusedOnceByItsOneValue() {
    ConfigurationException refusal = refusal(Manifests.with("sink.strategy.mode", "backfill"));

    assertEquals(1, refusal.findings().size());
    assertEquals(ErrorCode.CONFIG_INVALID_VALUE, refusal.code());
  }

  @Test
  void theMessageNamesTheFeatureAndNotWhatItSays() {
    ConfigurationException refusal = refusal(Manifests.with("source.where", "token = 'secret'"));

    assertEquals(ErrorCode.CONFIG_UNSUPPORTED_FEATURE, refusal.code());
    assertTrue(refusal.getMessage().contains("asks for additional_predicate"));
    assertFalse(refusal.getMessage().contains("secret"));
  }

  @Test
  void partsThatAreSharedAreLookedThroughOnce() {
    Map<String, Object> shared = new LinkedHashMap<>(Map.of("hooks", "x"));
    for (int level = 0; level < 60; level++) {
      shared = new LinkedHashMap<>(Map.of("left", shared, "right", shared));
    }

    assertEquals(1, refused(Manifests.with("shared", shared)).size());
  }

  @Test
  void aManifestThatContainsItselfIsReadLikeAnyOther() {
    Map<String, Object> manifest = Manifests.valid();
    manifest.put("self", manifest);

    assertEquals(List.of(), refused(manifest));
  }

  @Test
  void mappingsMayBeNested64DeepAndNoDeeper() {
    assertEquals(List.of(), refused(Manifests.with("outer", mappings(63))));
    assertEquals(
        ErrorCode.CONFIG_INVALID_VALUE, refusal(Manifests.with("outer", mappings(64))).code());
    assertEquals(
        ErrorCode.CONFIG_INVALID_VALUE, refusal(Manifests.with("outer", mappings(100_000))).code());
  }

  @Test
  void listsCountAsMuch() {
    Object nested = List.of();
    for (int level = 0; level < 64; level++) {
      nested = List.of(nested);
    }

    assertEquals(ErrorCode.CONFIG_INVALID_VALUE, refusal(Manifests.with("outer", nested)).code());
  }

  /** A mapping with so many more inside one another. */
  private static Map<String, Object> mappings(int inside) {
    Map<String, Object> nested = Map.of();
    for (int level = 0; level < inside; level++) {
      nested = Map.of("inner", nested);
    }
    return nested;
  }

  private static List<String> refused(Map<String, ?> manifest) {
    try {
      RollingWindowConfig.fromManifest(manifest, END);
      return List.of();
    } catch (ConfigurationException e) {
      assertEquals(ErrorCode.CONFIG_UNSUPPORTED_FEATURE, e.code(), e.getMessage());
      return e.findings().stream().map(Finding::subject).toList();
    }
  }

  private static ConfigurationException refusal(Map<String, ?> manifest) {
    return assertThrows(
        ConfigurationException.class, () -> RollingWindowConfig.fromManifest(manifest, END));
  }
}
