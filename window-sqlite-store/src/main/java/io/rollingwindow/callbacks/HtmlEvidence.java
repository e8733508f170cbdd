package io.rollingwindow.callbacks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rollingwindow.EvidenceCallback;
import io.rollingwindow.EvidenceMetrics;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.PreparedGeneration;
import io.rollingwindow.type.WindowColumn;
import io.rollingwindow.type.WindowSchema;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Evidence as one page for each run, {@code <run id>.html} in a directory, to be read and printed
 * with any browser. The page is whole in itself: it loads nothing and runs nothing. It shows the
 * window, counts and digests of source, staging and target, the check of the outside, rows by day,
 * NULL counts, every chunk and the durations, and holds no values of rows. The document of {@link
 * JsonFileEvidence} is inside of it as a data block.
 *
 * <p>A page appears whole or not at all, under a name that nobody else has taken, and is forced to
 * disk with its name before the call returns. It is written once: called again for the same
 * publication, by whichever process, it is only forced again, so what was first recorded stays, its
 * durations included. A page that says something else of the same run, or that was recorded under a
 * later lease, is never overwritten; the call fails.
 *
 * <p>The directory's file system must know hard links. Safe for many threads and processes. To
 * write pages beside documents, see {@link EvidenceCallback#andThen}.
 */
public final class HtmlEvidence implements EvidenceCallback {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final RunFiles files;
  private final Optional<WindowSchema> schema;

  /**
   * Binds a directory. Columns are numbered on the pages.
   *
   * @param directory an existing directory on a durable file system
   */
  public HtmlEvidence(Path directory) {
    this(directory, Optional.empty());
  }

  /**
   * Binds a directory and names columns.
   *
   * @param directory an existing directory on a durable file system
   * @param schema names the columns of plans that were made for it; those of others are numbered
   */
  public HtmlEvidence(Path directory, WindowSchema schema) {
    this(directory, Optional.of(schema));
  }

  private HtmlEvidence(Path directory, Optional<WindowSchema> schema) {
    this.files = new RunFiles(directory, ".html");
    this.schema = schema;
  }

  /**
   * Where the page of a run is.
   *
   * @param plan the run's plan
   * @return the file, whether it exists or not
   */
  public Path fileOf(WindowPlan plan) {
    return files.fileOf(plan);
  }

  @Override
  public void record(
      WindowPlan plan,
      PreparedGeneration generation,
      List<ChunkReceipt> receipts,
      Lease lease,
      EvidenceMetrics metrics)
      throws IOException {
    String document =
        MAPPER.writeValueAsString(
            EvidenceJson.document(plan, generation, receipts, lease, metrics));
    String page =
        new EvidencePage(plan, generation, receipts, lease, metrics, columns(plan))
            .text(styleSheet(), document);
    files.write(
        plan,
        page.getBytes(StandardCharsets.UTF_8),
        (file, there) ->
            EvidenceJson.requireSame(
                file, documentIn(file, there), MAPPER.readTree(document), lease));
  }

  private List<String> columns(WindowPlan plan) {
    return schema
        .filter(known -> known.fingerprint().equals(plan.schemaFingerprint()))
        .map(known -> known.columns().stream().map(WindowColumn::name).toList())
        .orElse(List.of());
  }

  /** How a page looks may change from one version to the next; its document is what counts. */
  private static JsonNode documentIn(Path file, byte[] page) throws IOException {
    String text = new String(page, StandardCharsets.UTF_8);
    int start = text.indexOf(EvidencePage.DATA_START);
    int end = text.indexOf(EvidencePage.DATA_END, Math.max(start, 0));
    if (start < 0 || end < 0) {
      throw EvidenceJson.somethingElse(file);
    }
    return MAPPER.readTree(text.substring(start + EvidencePage.DATA_START.length(), end));
  }

  private static String styleSheet() throws IOException {
    try (InputStream css =
        Objects.requireNonNull(
            HtmlEvidence.class.getResourceAsStream("evidence.css"), "evidence.css")) {
      return new String(css.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
