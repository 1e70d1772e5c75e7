package io.argus.bench.scenario;

import java.io.IOException;
import java.util.Map;

/**
 * Looks up which plan is in force and what the planner knows of the tenants.
 *
 * <p>Called by one thread.
 */
@FunctionalInterface
public interface PlanObserver {
  /**
   * What was seen.
   *
   * @param version of the plan
   * @param plan the plan and its reasons, in one line
   * @param isolatedThroughputs of each tenant, estimated by the planner, ops/s
   */
  record Seen(long version, String plan, Map<String, Double> isolatedThroughputs) {}

  Seen observe() throws IOException, InterruptedException;
}
