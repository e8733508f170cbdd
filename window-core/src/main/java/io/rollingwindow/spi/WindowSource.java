package io.rollingwindow.spi;

import io.rollingwindow.plan.SourceIdentity;
import io.rollingwindow.plan.WindowRequest;
import java.util.Optional;

/**
 * One source table of one route. An instance is immutable, opens nothing until asked, and may be
 * used by many threads; each snapshot it opens is independent.
 */
public interface WindowSource {

  /**
   * Looks at the table, its columns, rights and server without moving rows or changing anything,
   * and lists everything that stands in the way.
   *
   * @param request what will be asked
   * @return findings and an estimate
   * @throws io.rollingwindow.error.WindowException when the source cannot be looked at at all
   */
  SourcePreflight preflight(WindowRequest request);

  /**
   * Fixes one instant of the table. Nothing of it is left open when this fails.
   *
   * @param request what is asked
   * @return the snapshot; the caller closes it
   * @throws io.rollingwindow.error.WindowException when it cannot be fixed or proven
   */
  SourceSnapshot open(WindowRequest request);

  /**
   * Opens the very snapshot of an earlier process again, where a source can. Most cannot, and say
   * so without connecting.
   *
   * @param request what is asked
   * @param identity the snapshot of the earlier plan
   * @return the snapshot with exactly that identity, or empty when it is gone
   */
  default Optional<SourceSnapshot> reopen(WindowRequest request, SourceIdentity identity) {
    return Optional.empty();
  }
}
