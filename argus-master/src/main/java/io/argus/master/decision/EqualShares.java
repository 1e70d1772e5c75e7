package io.argus.master.decision;

import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.settings.Settings;
import java.util.ArrayList;
import java.util.List;

/**
 * The dissertation's way to see what a squeezed tenant needs (section 5.3.3): every period the
 * cache is shared equally for a while. Off by default, as reuse curves show it all the time.
 *
 * <p>Not safe for use by several threads.
 */
public final class EqualShares {
  private static final long NEVER = -1;

  private long lastEndMillis = NEVER;
  private long sinceMillis = NEVER;

  /** Whether such a while begins now. */
  public boolean begins(Settings settings, long nowMillis) {
    if (!settings.get(Settings.PLANNER_EQUAL_ENABLED)) {
      lastEndMillis = NEVER;
      sinceMillis = NEVER;
      return false;
    }
    if (lastEndMillis == NEVER) {
      lastEndMillis = nowMillis;
    }
    long periodMillis = settings.get(Settings.PLANNER_EQUAL_PERIOD_MILLIS);
    boolean begins = sinceMillis == NEVER && nowMillis - lastEndMillis >= periodMillis;
    sinceMillis = begins ? nowMillis : sinceMillis;
    return begins;
  }

  public boolean isOn() {
    return sinceMillis != NEVER;
  }

  /** Whether the while ends now. */
  public boolean ends(Settings settings, long nowMillis) {
    long lengthMillis = settings.get(Settings.PLANNER_EQUAL_LENGTH_MILLIS);
    boolean ends = isOn() && nowMillis - sinceMillis >= lengthMillis;
    if (ends) {
      sinceMillis = NEVER;
      lastEndMillis = nowMillis;
    }
    return ends;
  }

  /** The present plan with equal shares of the cache. */
  public static Plan plan(Plan present, long version, long nowMillis) {
    List<Reservation> equal = new ArrayList<>();
    double share = 1.0 / present.reservations().size();
    for (Reservation r : present.reservations()) {
      equal.add(Reservation.of(r.tenant(), r.weight(), share, r.hdfsShare()));
    }
    return Plan.of(
        version,
        Plan.Mode.AUTO,
        nowMillis,
        true,
        equal,
        PlanExplanation.because(
            "equal shares of the cache for a while, to see what each tenant needs ("
                + Settings.PLANNER_EQUAL_ENABLED.key()
                + ")"));
  }
}
