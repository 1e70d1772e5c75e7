package io.argus.bench.run;

import java.time.Duration;

/**
 * Hears how a campaign gets on.
 *
 * <p>Called by several threads.
 */
public interface RunProgress {

  /** A step begins; so much time is left for it and all after it. */
  void step(String what, Duration left);

  /** A tenant did that many operations in the second that ended. */
  void second(String tenant, int second, long ops, long errors);

  /** Something worth a line was measured. */
  void measured(String what);
}
