package io.argus.bench.run;

import io.argus.load.client.LoadLine;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Hears of the progress of a campaign.
 *
 * <p>Called by several threads.
 */
public interface RunProgress {

  /** A step begins; {@code left} is the time for it and all later steps. */
  void step(String what, Duration left);

  /** A tenant completed operations in the second that just ended. */
  void second(String tenant, int second, long ops, long errors);

  /** Something worth a line was measured. */
  void measured(String what);

  /** Reports every second of a tenant's load. */
  default Consumer<LoadLine.Progress> of(String tenant) {
    return now -> second(tenant, now.second(), now.ops(), now.errors());
  }
}
