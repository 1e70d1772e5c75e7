package io.argus.bench.scenario;

import java.io.IOException;
import java.util.Map;

/**
 * Tells what the planner has in force and takes the tenants for.
 *
 * <p>Called by one thread.
 */
@FunctionalInterface
public interface PlanObserver {
  /**
   * What was seen.
   *
   * @param version of the plan
   * @param plan it and what it rests on, in one line
   * @param isolatedThroughputs b of each tenant as the planner has it, ops/s
   */
  record Seen(long version, String plan, Map<String, Double> isolatedThroughputs) {}

  Seen observe() throws IOException, InterruptedException;
}
