package io.rollingwindow.internal.run;

import io.rollingwindow.EvidenceCallback;
import io.rollingwindow.StateCallback;
import io.rollingwindow.WindowListener;
import io.rollingwindow.internal.time.Scheduling;
import io.rollingwindow.spi.WindowSource;
import io.rollingwindow.spi.WindowTarget;

/**
 * What runs are composed of.
 *
 * @param routeId the route's stable name
 * @param source where rows come from
 * @param at the target and its memory
 * @param evidence the application's evidence callback
 * @param state the application's state callback
 * @param listener told how runs go on
 */
public record RunParts(
    String routeId,
    WindowSource source,
    TargetParts at,
    EvidenceCallback evidence,
    StateCallback state,
    WindowListener listener) {

  /**
   * Where rows go.
   *
   * @return the target
   */
  public WindowTarget target() {
    return at.target();
  }

  Scheduling scheduling() {
    return at.scheduling();
  }

  TargetParts.Limits limits() {
    return at.limits();
  }
}
