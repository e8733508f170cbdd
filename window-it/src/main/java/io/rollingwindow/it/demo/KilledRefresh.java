package io.rollingwindow.it.demo;

import io.rollingwindow.it.crash.Moment;
import io.rollingwindow.it.crash.Recovery;
import io.rollingwindow.it.crash.Refresh;
import io.rollingwindow.it.crash.RefreshProcess;
import io.rollingwindow.it.verify.MultisetComparison;
import java.io.PrintStream;
import java.util.Optional;
import java.util.Random;

/** Kills a process that refreshes at a random moment, and calls again as a scheduler would. */
final class KilledRefresh {

  private static final String MOMENT = "window.demo.moment";

  private final Refresh refresh;
  private final PrintStream out;

  KilledRefresh(Refresh refresh, PrintStream out) {
    this.refresh = refresh;
    this.out = out;
  }

  /**
   * Kills and recovers.
   *
   * @return how the refresh came to its end all the same
   */
  Recovery.Ending run(String invocationId) throws Exception {
    Moment moment = moment();
    out.println("A process of its own refreshes and is to be killed at " + moment + ".");
    try (RefreshProcess process =
        RefreshProcess.start(refresh, invocationId, Optional.of(moment))) {
      process.awaitHolding();
      process.kill();
    }
    MultisetComparison window = refresh.route().compareWindow();
    out.println("Killed with SIGKILL. Source against what readers see now: " + window);
    if (window.equal() != moment.isPublished()) {
      throw new IllegalStateException("Not as promised: the old window or the new one, whole");
    }
    out.println("Calling again with the same invocation id, as soon as the dead one's lease ends:");
    Recovery.Ending ending = new Recovery(refresh).untilDone(invocationId);
    out.println("Recovered: " + ending.how() + ".");
    return ending;
  }

  /** A random one, or the one that is asked for. */
  private static Moment moment() {
    String wanted = System.getProperty(MOMENT, "");
    Moment[] all = Moment.values();
    return wanted.isEmpty() ? all[new Random().nextInt(all.length)] : Moment.valueOf(wanted);
  }
}
