package io.rollingwindow.it.guard;

import io.rollingwindow.ExclusiveWindowWriterGuard;
import io.rollingwindow.testkit.WriterGuardContract;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** The guards of these tests keep the contract of guards. */
final class GuardContractTest {

  @TempDir Path folder;

  @Nested
  final class OfOneProcess extends WriterGuardContract {

    private final SoleProcessGuard guard = new SoleProcessGuard();

    @Override
    protected ExclusiveWindowWriterGuard guard() {
      return guard;
    }

    @Override
    protected String targetId() {
      return "target";
    }
  }

  @Nested
  final class BetweenProcesses extends WriterGuardContract {

    @Override
    protected ExclusiveWindowWriterGuard guard() {
      return new FileLockGuard(folder);
    }

    @Override
    protected String targetId() {
      return "target";
    }
  }
}
