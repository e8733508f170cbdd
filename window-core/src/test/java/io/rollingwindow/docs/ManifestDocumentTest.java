package io.rollingwindow.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.RollingWindowConfig;
import io.rollingwindow.internal.manifest.IntervalEnd;
import io.rollingwindow.internal.manifest.OwnedSection;
import io.rollingwindow.internal.manifest.RefusedFeature;
import io.rollingwindow.internal.manifest.Setting;
import io.rollingwindow.internal.manifest.WindowManifest;
import io.rollingwindow.plan.ChunkGrid;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ManifestDocumentTest {

  @Test
  void thePageSaysWhatTheCodeSays() {
    GeneratedDocument.assertCurrent(
        "manifest.md", HEAD + settings() + SETTINGS_NOTES + features() + TAIL);
  }

  @Test
  void theLimitsThatTheSettingsNameAreThoseOfTheCode() {
    assertTrue(
        Setting.PARALLELISM.rule().startsWith("From 1 to " + WindowManifest.MAX_PARALLELISM));
    assertTrue(Setting.CHUNK_INTERVAL.rule().contains("%,d".formatted(ChunkGrid.MAX_CHUNKS)));
    assertEquals(
        WindowManifest.DEFAULT_PARALLELISM + "", Setting.PARALLELISM.defaultValue().orElseThrow());
  }

  @Test
  void theExampleOfThePageIsAccepted() {
    Map<String, Object> manifest = new LinkedHashMap<>();
    for (Setting setting : Setting.values()) {
      Object value = example(setting);
      assertTrue(HEAD.contains(" " + setting.key() + ": " + value + "\n"), setting::path);
      put(manifest, setting, value);
    }
    RollingWindowConfig config =
        RollingWindowConfig.fromManifest(manifest, Instant.parse("2026-09-09T00:00:00Z"));

    assertEquals(7, config.grid().count());
    assertEquals(4, config.parallelism());
  }

  private static Object example(Setting setting) {
    return switch (setting) {
      case COLUMN -> "observed_at";
      case LOOKBACK -> "P7D";
      case CHUNK_INTERVAL -> "P1D";
      case PARALLELISM -> 4;
      default -> setting.choice().orElseThrow();
    };
  }

  @SuppressWarnings("unchecked")
  private static void put(Map<String, Object> manifest, Setting setting, Object value) {
    Map<String, Object> node = manifest;
    for (String key : setting.section().path().split("\\.", -1)) {
      node = (Map<String, Object>) node.computeIfAbsent(key, k -> new LinkedHashMap<>());
    }
    node.put(setting.key(), value);
  }

  private static String settings() {
    StringBuilder text = new StringBuilder();
    for (OwnedSection section : OwnedSection.values()) {
      text.append("\n### `%s`\n\n".formatted(section.path()));
      text.append("| key | value | when left out | rule |\n| --- | --- | --- | --- |\n");
      for (Setting setting : Setting.values()) {
        if (setting.section() == section) {
          text.append(
              "| `%s` | %s | %s | %s |\n"
                  .formatted(
                      setting.key(),
                      setting.choice().map(c -> "`" + c + "`").orElse(setting.type().label()),
                      setting.defaultValue().map(d -> "`" + d + "`").orElse("refused"),
                      setting.rule()));
        }
      }
    }
    return text.toString();
  }

  private static String features() {
    StringBuilder text = new StringBuilder();
    for (RefusedFeature feature : RefusedFeature.values()) {
      List<String> names = feature.names();
      text.append(
          "- %s\n"
              .formatted(
                  names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "))));
    }
    return text.toString();
  }

  private static final String HEAD =
      """
      # The manifest

      <!-- Written from Setting and RefusedFeature. To change this page, change them and run
           mvn test -Drollingwindow.docs.write=true -->

      `RollingWindowConfig.fromManifest(manifest, intervalEnd)` takes the whole manifest as nested
      maps, as any YAML or JSON reader gives it:

      ```yaml
      source:
        # connection, table and whatever else the source needs
        options:
          native_transfer:
            execution:
              chunking:
                mode: bounded_window
                parallelism: 4
                checkpointing: resumable
      sink:
        # connection, table and whatever else the sink needs
        strategy:
          mode: replace
          atomicity: target_atomic
          window:
            column: observed_at
            anchor: data_interval_end
            lookback: P7D
            chunk_interval: P1D
            timezone: UTC
      ```

      With an interval end of 2026-09-09T00:00:00Z this replaces the rows of seven days, from
      2026-09-02T00:00:00Z on and before 2026-09-09T00:00:00Z, in seven chunks.

      ## Settings

      The sections below belong to the library. A key that they do not have, a value of another
      type, null, and a value that is not allowed are refused. Everything that is wrong is reported
      at once, each finding under its own code and the full path of its key, before any factory is
      asked for anything.
      """;

  private static final String SETTINGS_NOTES =
      """

      A *duration* is text of the form `P[nD][T[nH][nM][n[.f]S]]`: a fixed length of days (24
      hours each), hours, minutes and seconds, with up to six digits after the point. Weeks,
      months, years, signs and a length of zero are refused. A *whole number* is a number without a
      fraction part: `4`, and neither `"4"`, `4.0` nor `true`.

      Chunking that is declared without a window is refused; the table is not loaded another way.
      A `chunking` section that is null or empty counts as left out.

      ## The end of the interval

      The window's end is an argument and never read from a clock. `RollingWindowConfig.intervalEnd`
      reads it from a load context, at `%s`. It is text with
      date, time and offset (`2026-09-09T00:00:00Z`, `2026-09-09T03:00:00+03:00`; in YAML put it in
      quotes, or the reader may hand over a value that has lost its offset), or an `Instant`,
      `OffsetDateTime` or `ZonedDateTime`. A time without an offset, a date alone, null and a part
      below a microsecond are refused.

      ## What is refused wherever it stands

      Outside of its own sections the library leaves keys alone, except for those that ask for
      something which a rolling window does not do. Such a key is refused in every section, inside
      lists too, so that nobody believes in a check that never runs:

      """
          .formatted(IntervalEnd.PATH);

  private static final String TAIL =
      """

      Snake, kebab and camel case are the same here, and so are the usual endings (`quality_gates`,
      `cdcEnabled`, `schema-evolution-policy`). A `mode`, `load_mode` or `load_type` whose value is
      one of these names is refused as well.

      What is plainly switched off does not stand in the way: null, `false`, blank text, an empty
      list or mapping, a mapping with `enabled: false`, and the words `none`, `off`, `no`, `false`
      and `disabled`; except that no word switches a predicate off, as it would be an expression.

      Mappings whose keys are the user's own names are not looked into: `columns`, `column_types`,
      `types`, `connection`, `labels`, `tags`, `annotations`, `env`.
      """;
}
