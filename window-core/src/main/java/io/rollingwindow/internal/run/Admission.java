package io.rollingwindow.internal.run;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Finding;
import io.rollingwindow.error.Location;
import io.rollingwindow.error.Phase;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.spi.PreflightMode;
import io.rollingwindow.spi.SourcePreflight;
import io.rollingwindow.spi.TargetPreflight;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What both sides say before anything is moved. A side that cannot be looked at is a finding too,
 * so that one look shows everything.
 *
 * @param target what the target said, if it could be looked at
 * @param source what the source said, if it could be looked at
 * @param findings everything that stands in the way
 */
public record Admission(
    Optional<TargetPreflight> target, Optional<SourcePreflight> source, List<Finding> findings) {

  /**
   * Looks at target and source.
   *
   * @param parts what is composed
   * @param request what is asked
   * @param mode how far the look at the target goes
   * @return what was found
   */
  public static Admission look(RunParts parts, WindowRequest request, PreflightMode mode) {
    List<Finding> findings = new ArrayList<>();
    Optional<TargetPreflight> target =
        attempt("target", () -> parts.target().preflight(request, mode), findings);
    Optional<SourcePreflight> source =
        attempt("source", () -> parts.source().preflight(request), findings);
    target.ifPresent(seen -> findings.addAll(seen.findings()));
    source.ifPresent(seen -> findings.addAll(seen.findings()));
    return new Admission(target, source, List.copyOf(findings));
  }

  private static <T> Optional<T> attempt(String side, Supplier<T> look, List<Finding> findings) {
    try {
      return Optional.of(look.get());
    } catch (RuntimeException e) {
      WindowException failure = Failures.typed(e);
      findings.add(new Finding(failure.code(), side, failure.getMessage()));
      return Optional.empty();
    }
  }

  static void require(RunParts parts, WindowRequest request, PreflightMode mode) {
    List<Finding> findings = look(parts, request, mode).findings();
    if (!findings.isEmpty()) {
      throw new RefusedException(
              ErrorCode.PREFLIGHT_REFUSED,
              "The run was refused before anything was moved; correct what is listed:",
              findings)
          .at(Location.of(Phase.PREFLIGHT));
    }
  }
}
