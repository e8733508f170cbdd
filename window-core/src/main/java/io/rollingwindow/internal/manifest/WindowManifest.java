package io.rollingwindow.internal.manifest;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.plan.WindowDuration;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a manifest, as they were read.
 *
 * @param column the window column
 * @param lookback the length of the window
 * @param chunkInterval the length of a chunk
 * @param parallelism the number of workers
 */
public record WindowManifest(
    String column, WindowDuration lookback, WindowDuration chunkInterval, int parallelism) {

  /** How many workers there are where nothing is said. */
  public static final int DEFAULT_PARALLELISM = 1;

  /** The most workers. */
  public static final int MAX_PARALLELISM = 64;

  /**
   * Whether a manifest declares a window, rightly or wrongly.
   *
   * @param manifest any manifest
   * @return true when {@code sink.strategy.window} is there and not null
   */
  public static boolean declaresWindow(Map<?, ?> manifest) {
    return OwnedSection.WINDOW.lookUp(manifest).isPresent();
  }

  /**
   * Reads every setting.
   *
   * @param manifest the whole manifest; it may have any key outside the owned sections
   * @param findings where everything that is wrong goes
   * @return the settings; empty when one of those that make a window was missing or wrong
   */
  public static Optional<WindowManifest> read(Map<?, ?> manifest, Findings findings) {
    if (!declaresWindow(manifest)) {
      refuseWithoutWindow(manifest, findings);
      return Optional.empty();
    }
    RefusedFeatures.report(manifest, findings);
    SectionReader.find(manifest, OwnedSection.STRATEGY, findings)
        .ifPresent(WindowManifest::readStrategy);
    int parallelism =
        SectionReader.find(manifest, OwnedSection.CHUNKING, findings)
            .filter(chunking -> !chunking.isEmpty())
            .flatMap(WindowManifest::readChunking)
            .orElse(DEFAULT_PARALLELISM);
    return SectionReader.find(manifest, OwnedSection.WINDOW, findings)
        .flatMap(window -> readWindow(window, parallelism));
  }

  private static void refuseWithoutWindow(Map<?, ?> manifest, Findings findings) {
    Optional<Object> chunking = OwnedSection.CHUNKING.lookUp(manifest);
    if (chunking.isPresent() && !chunking.get().equals(Map.of())) {
      findings.add(
          ErrorCode.CONFIG_CHUNKING_WITHOUT_WINDOW,
          OwnedSection.CHUNKING.path(),
          "is declared without "
              + OwnedSection.WINDOW.path()
              + ". Declare the window, or remove the chunking; the table is not loaded another way.");
    } else {
      findings.add(
          ErrorCode.CONFIG_MISSING_KEY,
          OwnedSection.WINDOW.path(),
          "is required: only rolling windows are run here.");
    }
  }

  private static void readStrategy(SectionReader strategy) {
    strategy.refuseUnknownKeys();
    strategy.choice(Setting.MODE);
    strategy.choice(Setting.ATOMICITY);
  }

  private static Optional<Integer> readChunking(SectionReader chunking) {
    chunking.refuseUnknownKeys();
    chunking.choice(Setting.CHUNKING_MODE);
    chunking.choice(Setting.CHECKPOINTING);
    return chunking.wholeNumber(Setting.PARALLELISM, 1, MAX_PARALLELISM);
  }

  private static Optional<WindowManifest> readWindow(SectionReader window, int parallelism) {
    window.refuseUnknownKeys();
    window.choice(Setting.ANCHOR);
    window.choice(Setting.TIMEZONE);
    Optional<String> column = window.name(Setting.COLUMN);
    Optional<WindowDuration> lookback = window.duration(Setting.LOOKBACK);
    Optional<WindowDuration> chunk = window.duration(Setting.CHUNK_INTERVAL);
    return column.flatMap(
        name ->
            lookback.flatMap(
                length -> chunk.map(part -> new WindowManifest(name, length, part, parallelism))));
  }
}
