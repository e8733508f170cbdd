package io.rollingwindow.it.bench;

import io.rollingwindow.RollingWindowConfig;
import io.rollingwindow.WindowListener;

/**
 * A run of our library from the first preflight to the state callback, into an empty target that is
 * partitioned by day.
 */
record WholeRun(Route route, Staging target, RollingWindowConfig config) implements Contender {

  @Override
  public String name() {
    return "ours, whole run, by day, "
        + Figures.count(config.grid().count(), "chunk")
        + ", "
        + Figures.count(config.parallelism(), "worker");
  }

  @Override
  public void prepare() throws Exception {
    target.empty();
  }

  @Override
  public long run() {
    return route.run(config, WindowListener.NOOP).windowRows();
  }

  @Override
  public void check() throws Exception {
    target.check(name());
    target.clickHouse().dropOwned();
  }
}
