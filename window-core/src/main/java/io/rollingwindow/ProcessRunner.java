package io.rollingwindow;

import io.rollingwindow.error.ConfigurationException;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.internal.manifest.OwnedSection;
import io.rollingwindow.internal.manifest.WindowManifest;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Runs manifests. It runs rolling windows or refuses; it never runs a manifest in another way than
 * the one it declares. What is wrong with a manifest is found before the factory is asked, so
 * before anything is opened.
 *
 * <p>Immutable, and safe for use by many threads where the factory is.
 */
public final class ProcessRunner {

  private final Optional<WindowRuntimeFactory> factory;

  private ProcessRunner(Optional<WindowRuntimeFactory> factory) {
    this.factory = factory;
  }

  /**
   * A runner that refuses every manifest with a window.
   *
   * @return the runner
   */
  public static ProcessRunner withoutWindowSupport() {
    return new ProcessRunner(Optional.empty());
  }

  /**
   * A runner of rolling windows.
   *
   * @param factory supplies the runtime
   * @return the runner
   */
  public static ProcessRunner withWindowSupport(WindowRuntimeFactory factory) {
    return new ProcessRunner(Optional.of(factory));
  }

  /**
   * Reads a manifest and runs its window.
   *
   * @param manifest the whole manifest, as {@link RollingWindowConfig#fromManifest} reads it
   * @param intervalEnd the end of the data interval
   * @param invocationId the caller's id; the same one for recovery
   * @return the result
   * @throws ConfigurationException when the manifest has a window and this runner has no support
   *     for one ({@link ErrorCode#ROLLING_WINDOW_CAPABILITY_REQUIRED}), when it declares chunking
   *     without a window ({@link ErrorCode#CONFIG_CHUNKING_WITHOUT_WINDOW}), or for anything else
   *     that is wrong with it; the factory was not asked
   * @throws WindowException as the runtime reports it
   */
  public ProcessResult run(Map<String, ?> manifest, Instant intervalEnd, String invocationId) {
    Objects.requireNonNull(manifest, "manifest");
    Objects.requireNonNull(invocationId, "invocationId");
    if (factory.isEmpty() && WindowManifest.declaresWindow(manifest)) {
      throw new ConfigurationException(
          ErrorCode.ROLLING_WINDOW_CAPABILITY_REQUIRED,
          "The manifest declares "
              + OwnedSection.WINDOW.path()
              + ", and this runner was built without window support. Nothing was opened. Build it"
              + " with a WindowRuntimeFactory.");
    }
    RollingWindowConfig config = RollingWindowConfig.fromManifest(manifest, intervalEnd);
    return factory.orElseThrow().create(config).run(config, invocationId);
  }
}
