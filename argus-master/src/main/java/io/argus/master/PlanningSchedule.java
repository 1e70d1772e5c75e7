package io.argus.master;

import io.argus.core.plan.Plan;
import io.argus.core.settings.Settings;
import io.argus.master.monitor.ResourceMonitor;

/**
 * The rule when the planner decides again while a plan of its own fits the tenants: once a period,
 * or earlier after a workload has shifted, as soon as all reports are of the current plan and the
 * models are no longer provisional. After three periods it decides in any case.
 *
 * <p>Not safe for use by several threads.
 */
final class PlanningSchedule {
  private static final long PATIENCE_PERIODS = 3;

  /** When the planner last decided, at first when it began; -1 before that. */
  private long decidedMillis = -1;

  /** Whether the plan in force rests on what the tenants were seen to do. */
  private boolean informed;

  /** Starts the first period; later calls do nothing. */
  void begin(long nowMillis) {
    if (decidedMillis < 0) {
      decidedMillis = nowMillis;
    }
  }

  /**
   * @param provisional whether more will soon be known of a tenant
   * @param planVersion version of the plan in force
   */
  boolean isDue(
      Settings settings,
      long nowMillis,
      boolean provisional,
      long planVersion,
      ResourceMonitor reports) {
    long sinceMillis = nowMillis - decidedMillis;
    long periodMillis = settings.get(Settings.PLANNER_PERIOD_MILLIS);
    boolean wanted = !informed || reports.isNewlySettled() || sinceMillis >= periodMillis;
    return (wanted && !provisional && reports.isSettled(planVersion))
        || sinceMillis >= PATIENCE_PERIODS * periodMillis
        || sinceMillis < 0;
  }

  void decided(long nowMillis) {
    decidedMillis = nowMillis;
    informed = true;
  }

  /** Notes a plan; one that could not be stored is tried again soon. */
  void published(Plan plan, boolean stored) {
    informed = stored && plan.mode() != Plan.Mode.EQUAL;
  }
}
