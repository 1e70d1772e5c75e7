package io.argus.regionserver.plan;

import io.argus.core.plan.Plan;

/** Something whose shares follow the plan: the scheduler, the block cache. */
@FunctionalInterface
public interface PlanTarget {
  /** Puts the whole plan in force. */
  void apply(Plan plan);
}
