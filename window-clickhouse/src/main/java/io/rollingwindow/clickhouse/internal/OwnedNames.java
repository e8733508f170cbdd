package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.RunId;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of the tables that a run makes beside its target. Plain ASCII, at most 64 characters, told
 * apart by the run; a name that was dropped is never used again.
 */
final class OwnedNames {

  /** What all of them begin with. */
  static final String PREFIX = "rw_";

  private static final int SUFFIX_LENGTH = 8;
  private static final Pattern PUBLICATION =
      Pattern.compile(PREFIX + "([0-9a-f]{32})_[gs]_[0-9a-f]{" + SUFFIX_LENGTH + "}");

  private OwnedNames() {}

  /** The staging table of one attempt, the same in every process. */
  static String staging(AttemptId attempt) {
    return stagingPrefix(attempt.run())
        + String.format(Locale.ROOT, "%05d_a%d", attempt.chunk(), attempt.attempt());
  }

  static String stagingPrefix(RunId run) {
    return PREFIX + run.value() + "_c";
  }

  /**
   * A generation: every preparation has its own, so that a late request never meets a successor.
   */
  static String generation(RunId run) {
    return generationPrefix(run) + suffix();
  }

  static String generationPrefix(RunId run) {
    return PREFIX + run.value() + "_g_";
  }

  /**
   * The name that the table behind a generation's name gets once the outcome of its exchange is
   * being told, whichever table that is; the same at every repetition.
   */
  static String aside(RunId run, String generation) {
    String prefix = generationPrefix(run);
    String rest =
        generation.startsWith(prefix) ? generation.substring(prefix.length()) : generation;
    return PREFIX + run.value() + "_s_" + rest;
  }

  /** The run whose publication a table's name belongs to, if it is such a name. */
  static Optional<RunId> runOfPublication(String name) {
    Matcher matcher = PUBLICATION.matcher(name);
    return matcher.matches() ? Optional.of(new RunId(matcher.group(1))) : Optional.empty();
  }

  static String probe() {
    return PREFIX + "probe_" + suffix();
  }

  private static String suffix() {
    return UUID.randomUUID().toString().substring(0, SUFFIX_LENGTH);
  }
}
