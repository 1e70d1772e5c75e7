package io.argus.bench.run;

import java.time.Duration;

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
}
