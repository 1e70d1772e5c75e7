package io.argus.master.page;

import io.argus.master.plans.PlanHistory;
import io.argus.master.status.ClusterSnapshot;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.History;

/**
 * What the page shows, as of the last round.
 *
 * <p>Implementations are safe for use by any thread.
 */
public interface PageSource {
  ClusterStatus status();

  ClusterSnapshot snapshot();

  PlanHistory plans();

  History history();
}
