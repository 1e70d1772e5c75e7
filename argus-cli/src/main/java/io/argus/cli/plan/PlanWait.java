package io.argus.cli.plan;

import io.argus.cli.live.LiveCluster;
import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Waiting for the active master to publish what was asked of it. Used by one thread. */
final class PlanWait {
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(15);
  private static final long POLL_MILLIS = 100;

  private PlanWait() {}

  /**
   * Returns the first plan that fits.
   *
   * @throws IOException if none does for a while, which means that no master runs the planner
   */
  static Plan until(LiveCluster live, Predicate<Plan> fits)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (System.nanoTime() < deadline) {
      byte[] document = live.read("plan").orElse(new byte[0]);
      if (document.length > 0) {
        Plan plan = WireFormat.readPlan(document);
        if (fits.test(plan)) {
          return plan;
        }
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    throw new IOException(
        "noted, but no master has acted on it yet: is one with Argus up? See 'argus status'");
  }
}
