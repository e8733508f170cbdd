package io.rollingwindow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.error.ConfigurationException;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Finding;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a manifest must not say, in the sections that the library owns. */
class ManifestRefusalTest {

  private static final Instant END = Instant.parse("2026-09-09T00:00:00Z");
  private static final String STRATEGY = "sink.strategy";
  private static final String WINDOW = "sink.strategy.window";
  private static final String CHUNKING = "source.options.native_transfer.execution.chunking";

  @ParameterizedTest
  @CsvSource({
    "sink.strategy.mode, append",
    "sink.strategy.mode, Replace",
    "sink.strategy.atomicity, none",
    "sink.strategy.window.anchor, now",
    "sink.strategy.window.timezone, Europe/Moscow",
    "sink.strategy.window.timezone, utc",
    "sink.strategy.window.column, ''",
    "sink.strategy.window.column, '  '",
    "source.options.native_transfer.execution.chunking.mode, ctid",
    "source.options.native_transfer.execution.chunking.checkpointing, none",
  })
  void aValueThatIsNotAllowedIsRefusedUnderItsPath(String path, String value) {
    assertEquals(
        List.of(at(ErrorCode.CONFIG_INVALID_VALUE, path)), findings(Manifests.with(path, value)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "P0D",
        "P-1D",
        "-P1D",
        "+P1D",
        "P1M",
        "P1Y",
        "P1W",
        "P",
        "PT",
        "",
        " P1D",
        "P1D ",
        "p1d",
        "P1DT",
        "PT0.0000001S",
        "PT0.S",
        "PT.5S",
        "PT1,5S",
        "PT1S1S",
        "PT1S1M",
        "P1H",
        "P1.5D",
        "7",
        "P١D",
        "P99999999999999999999D",
        "P106751992D"
      })
  void aTextThatIsNoFixedPositiveDurationIsRefused(String text) {
    for (String key : List.of("lookback", "chunk_interval")) {
      assertEquals(
          List.of(at(ErrorCode.CONFIG_INVALID_VALUE, WINDOW + "." + key)),
          findings(Manifests.with(WINDOW + "." + key, text)));
    }
  }

  @Test
  void aDurationThatIsNoTextIsRefused() {
    for (Object value : new Object[] {7, true, 1.5, null, List.of("P1D"), Map.of()}) {
      assertEquals(
          List.of(at(ErrorCode.CONFIG_WRONG_TYPE, WINDOW + ".lookback")),
          findings(Manifests.with(WINDOW + ".lookback", value)));
    }
  }

  @Test
  void everySettingOfTextRefusesOtherTypes() {
    for (String path :
        List.of(
            STRATEGY + ".mode",
            STRATEGY + ".atomicity",
            WINDOW + ".column",
            WINDOW + ".anchor",
            WINDOW + ".timezone",
            CHUNKING + ".mode",
            CHUNKING + ".checkpointing")) {
      for (Object value : new Object[] {null, 1, true, List.of(), Map.of("a", 1)}) {
        assertEquals(
            List.of(at(ErrorCode.CONFIG_WRONG_TYPE, path)), findings(Manifests.with(path, value)));
      }
    }
  }

  @Test
  void parallelismIsAWholeNumberAndNothingThatLooksLikeOne() {
    for (Object value :
        new Object[] {true, "4", 1.5, 4.0, 4.0f, new BigDecimal("4"), null, List.of(4)}) {
      assertEquals(
          List.of(at(ErrorCode.CONFIG_WRONG_TYPE, CHUNKING + ".parallelism")),
          findings(Manifests.with(CHUNKING + ".parallelism", value)));
    }
  }

  @Test
  void parallelismLiesBetween1And64() {
    for (Object value : new Object[] {0, -1, 65, Long.MAX_VALUE, BigInteger.TEN.pow(30)}) {
      assertEquals(
          List.of(at(ErrorCode.CONFIG_INVALID_VALUE, CHUNKING + ".parallelism")),
          findings(Manifests.with(CHUNKING + ".parallelism", value)));
    }
    for (Object value : new Object[] {1, 64, 64L, (short) 2, (byte) 2, BigInteger.TWO}) {
      assertEquals(List.of(), findings(Manifests.with(CHUNKING + ".parallelism", value)));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sink.strategy.mode",
        "sink.strategy.atomicity",
        "sink.strategy.window.column",
        "sink.strategy.window.lookback",
        "sink.strategy.window.chunk_interval",
        "source.options.native_transfer.execution.chunking.mode",
      })
  void aRequiredKeyThatIsLeftOutIsNamed(String path) {
    assertEquals(
        List.of(at(ErrorCode.CONFIG_MISSING_KEY, path)), findings(Manifests.without(path)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sink.strategy.window.anchor",
        "sink.strategy.window.timezone",
        "source.options.native_transfer.execution.chunking.checkpointing",
        "source.options.native_transfer.execution.chunking.parallelism",
        "source.options.native_transfer.execution.chunking",
        "source.options",
        "source",
      })
  void aKeyWithADefaultMayBeLeftOut(String path) {
    assertEquals(List.of(), findings(Manifests.without(path)));
  }

  @Test
  void withoutChunkingThereIsOneWorker() {
    assertEquals(
        1, RollingWindowConfig.fromManifest(Manifests.without("source"), END).parallelism());
    assertEquals(
        1, RollingWindowConfig.fromManifest(Manifests.with(CHUNKING, Map.of()), END).parallelism());
    assertEquals(
        1, RollingWindowConfig.fromManifest(Manifests.with(CHUNKING, null), END).parallelism());
    assertEquals(
        1,
        RollingWindowConfig.fromManifest(Manifests.without(CHUNKING + ".parallelism"), END)
            .parallelism());
  }

  @Test
  void unknownKeysOfOwnedSectionsAreRefused() {
    for (String section : List.of(STRATEGY, WINDOW, CHUNKING)) {
      assertEquals(
          List.of(at(ErrorCode.CONFIG_UNKNOWN_KEY, section + ".look_back")),
          findings(Manifests.with(section + ".look_back", "P1D")));
    }
  }

  @Test
  void anOddKeyIsNamedWithoutBreakingTheMessage() {
    Map<Object, Object> window = new HashMap<>(Map.of("column", "c", "lookback", "P1D"));
    window.put("chunk_interval", "P1D");
    window.put(null, 1);
    window.put(7, 1);
    window.put("a.b\n", 1);

    List<String> subjects =
        refusal(Manifests.with(WINDOW, window)).findings().stream().map(Finding::subject).toList();

    assertEquals(3, subjects.size());
    assertTrue(subjects.contains(WINDOW + ".null"));
    assertTrue(subjects.contains(WINDOW + ".7"));
    assertTrue(subjects.contains(WINDOW + "[\"a.b\uFFFD\"]"));
  }

  @Test
  void aSectionThatIsNoMappingIsRefused() {
    for (Object value : new Object[] {"P7D", 7, true, List.of(), List.of(Map.of())}) {
      assertEquals(
          List.of(at(ErrorCode.CONFIG_WRONG_TYPE, WINDOW)),
          findings(Manifests.with(WINDOW, value)));
      assertEquals(
          List.of(at(ErrorCode.CONFIG_WRONG_TYPE, CHUNKING)),
          findings(Manifests.with(CHUNKING, value)));
      assertEquals(
          List.of(at(ErrorCode.CONFIG_WRONG_TYPE, "source.options")),
          findings(Manifests.with("source.options", value)));
    }
  }

  @Test
  void everythingThatIsWrongIsReportedAtOnceEachUnderItsOwnCode() {
    Map<String, Object> manifest = Manifests.valid();
    Manifests.put(manifest, STRATEGY + ".mode", "append");
    Manifests.remove(manifest, STRATEGY + ".atomicity");
    Manifests.put(manifest, STRATEGY + ".custom_predicate", "a > 1");
    Manifests.put(manifest, WINDOW + ".lookback", 7);
    Manifests.put(manifest, WINDOW + ".zone", "UTC");
    Manifests.put(manifest, CHUNKING + ".parallelism", 65);

    ConfigurationException refusal = refusal(manifest);

    assertEquals(ErrorCode.CONFIG_REFUSED, refusal.code());
    assertEquals(
        List.of(
            at(ErrorCode.CONFIG_UNSUPPORTED_FEATURE, STRATEGY + ".custom_predicate"),
            at(ErrorCode.CONFIG_INVALID_VALUE, STRATEGY + ".mode"),
            at(ErrorCode.CONFIG_MISSING_KEY, STRATEGY + ".atomicity"),
            at(ErrorCode.CONFIG_INVALID_VALUE, CHUNKING + ".parallelism"),
            at(ErrorCode.CONFIG_UNKNOWN_KEY, WINDOW + ".zone"),
            at(ErrorCode.CONFIG_WRONG_TYPE, WINDOW + ".lookback")),
        summary(refusal));
    for (Finding finding : refusal.findings()) {
      assertTrue(refusal.getMessage().contains(finding.toString()));
    }
  }

  @Test
  void findingsOfOneKindKeepTheirCode() {
    Map<String, Object> manifest = Manifests.valid();
    Manifests.remove(manifest, WINDOW + ".column");
    Manifests.remove(manifest, WINDOW + ".lookback");

    assertEquals(ErrorCode.CONFIG_MISSING_KEY, refusal(manifest).code());
  }

  @Test
  void aWrongEndIsReportedWithTheRest() {
    ConfigurationException refusal =
        assertThrows(
            ConfigurationException.class,
            () ->
                RollingWindowConfig.fromManifest(
                    Manifests.with(WINDOW + ".timezone", "GMT"), END.plusNanos(1)));

    assertEquals(
        List.of(
            at(ErrorCode.CONFIG_INVALID_VALUE, WINDOW + ".timezone"),
            at(ErrorCode.CONFIG_INVALID_VALUE, "load_config.options.interval.interval_end")),
        summary(refusal));
  }

  @Test
  void anEndMustBeGiven() {
    ConfigurationException refusal =
        assertThrows(
            ConfigurationException.class,
            () -> RollingWindowConfig.fromManifest(Manifests.valid(), null));

    assertEquals(ErrorCode.CONFIG_MISSING_KEY, refusal.code());
  }

  @Test
  void chunksOfAMicrosecondOverSevenDaysAreRefused() {
    assertEquals(
        List.of(at(ErrorCode.PLAN_INVALID, WINDOW + ".chunk_interval")),
        findings(Manifests.with(WINDOW + ".chunk_interval", "PT0.000001S")));
  }

  @Test
  void aWindowThatReachesBackBeyondAllTimeIsRefused() {
    ConfigurationException refusal =
        assertThrows(
            ConfigurationException.class,
            () ->
                RollingWindowConfig.fromManifest(
                    Manifests.with(WINDOW + ".lookback", "P106751991D"),
                    Instant.parse("-200000-01-01T00:00:00Z")));

    assertEquals(List.of(at(ErrorCode.PLAN_INVALID, WINDOW + ".lookback")), summary(refusal));
  }

  @Test
  void chunkingWithoutAWindowIsRefusedAndNeverRunAnotherWay() {
    for (Map<String, Object> manifest :
        List.of(
            Manifests.without(WINDOW),
            Manifests.with(WINDOW, null),
            Manifests.without(STRATEGY),
            Manifests.without("sink"))) {
      assertEquals(
          List.of(at(ErrorCode.CONFIG_CHUNKING_WITHOUT_WINDOW, CHUNKING)), findings(manifest));
    }
  }

  @Test
  void anyDeclarationOfChunkingCounts() {
    for (Object chunking : Arrays.asList(Map.of("mode", "ctid"), "auto", true)) {
      Map<String, Object> manifest = Manifests.without(WINDOW);
      Manifests.put(manifest, CHUNKING, chunking);

      assertEquals(
          List.of(at(ErrorCode.CONFIG_CHUNKING_WITHOUT_WINDOW, CHUNKING)), findings(manifest));
    }
  }

  @Test
  void aManifestWithNeitherWindowNorChunkingIsNotOurs() {
    Map<String, Object> manifest = Manifests.without(WINDOW);
    Manifests.remove(manifest, CHUNKING);

    assertEquals(List.of(at(ErrorCode.CONFIG_MISSING_KEY, WINDOW)), findings(manifest));
    assertEquals(List.of(at(ErrorCode.CONFIG_MISSING_KEY, WINDOW)), findings(new HashMap<>()));
  }

  @Test
  void aMessageNamesTheTypeOfAWrongValueAndNotTheValue() {
    Map<Object, String> types = new LinkedHashMap<>();
    types.put("4711", "text");
    types.put(true, "a boolean");
    types.put(4711.5, "a number with a fraction");
    types.put(4711.5f, "a number with a fraction");
    types.put(new BigDecimal("4711"), "a number with a fraction");
    types.put(new AtomicLong(4711), "a number");
    types.put(List.of(4711), "a list");
    types.put(Map.of("4711", 4711), "a mapping");
    types.put(LocalDate.of(4711, 1, 1), "a value of LocalDate");
    types.put(null, "null");
    types.forEach(
        (value, type) -> {
          String message = refusal(Manifests.with(CHUNKING + ".parallelism", value)).getMessage();

          assertTrue(message.contains("must be a whole number, not " + type + "."), message);
          assertFalse(message.contains("4711"), message);
        });
  }

  @Test
  void aMessageAboutAMissingKeySaysWhatItIsFor() {
    assertTrue(
        refusal(Manifests.without(WINDOW + ".lookback"))
            .getMessage()
            .contains("is required. How far the window reaches back from its end."));
  }

  @Test
  void aValueIsShownUpTo80CharactersAndCutAfter() {
    String value = "z".repeat(80);

    assertTrue(
        refusal(Manifests.with(WINDOW + ".timezone", value))
            .getMessage()
            .contains("not \"" + value + "\"."));
    assertTrue(
        refusal(Manifests.with(WINDOW + ".timezone", value + "z"))
            .getMessage()
            .contains("not \"" + value + "...\"."));
  }

  @Test
  void aKeyIsShownPlainlyUpTo80Characters() {
    String key = "k".repeat(80);

    assertEquals(
        List.of(at(ErrorCode.CONFIG_UNKNOWN_KEY, WINDOW + "." + key)),
        findings(Manifests.with(WINDOW + "." + key, 1)));
    assertEquals(
        List.of(at(ErrorCode.CONFIG_UNKNOWN_KEY, WINDOW + "[\"" + key + "...\"]")),
        findings(Manifests.with(WINDOW + "." + key + "k", 1)));
  }

  private static List<String> findings(Map<String, ?> manifest) {
    try {
      RollingWindowConfig.fromManifest(manifest, END);
      return List.of();
    } catch (ConfigurationException e) {
      return summary(e);
    }
  }

  private static ConfigurationException refusal(Map<String, ?> manifest) {
    return assertThrows(
        ConfigurationException.class, () -> RollingWindowConfig.fromManifest(manifest, END));
  }

  private static List<String> summary(ConfigurationException refusal) {
    return refusal.findings().stream().map(f -> at(f.code(), f.subject())).toList();
  }

  private static String at(ErrorCode code, String path) {
    return code.code() + " at " + path;
  }
}
