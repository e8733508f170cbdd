package io.rollingwindow.it.crash;

import io.rollingwindow.plan.RunId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The durable list of callbacks, in the order in which they were made, by whatever process. */
public final class Ledger {

  private static final String EVIDENCE = "evidence ";
  private static final String STATE = "state ";

  private final Path file;

  Ledger(Path file) {
    this.file = file;
  }

  void evidence(RunId run) throws IOException {
    append(EVIDENCE + run);
  }

  void state(RunId run) throws IOException {
    append(STATE + run);
  }

  /** The first state callback that came before evidence of the same run; empty text if none did. */
  public String stateBeforeEvidence() throws IOException {
    Set<String> evidenced = new HashSet<>();
    for (String line : lines()) {
      if (line.startsWith(EVIDENCE)) {
        evidenced.add(line.substring(EVIDENCE.length()));
      } else if (!evidenced.contains(line.substring(STATE.length()))) {
        return line;
      }
    }
    return "";
  }

  /** Whether both callbacks of a run were made. */
  public boolean hasBoth(RunId run) throws IOException {
    List<String> lines = lines();
    return lines.contains(EVIDENCE + run) && lines.contains(STATE + run);
  }

  private List<String> lines() throws IOException {
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  private void append(String line) throws IOException {
    Files.write(
        file,
        (line + "\n").getBytes(StandardCharsets.UTF_8),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND,
        StandardOpenOption.DSYNC);
  }
}
