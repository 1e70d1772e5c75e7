package io.argus.master.monitor;

import io.argus.core.documents.PlannerSign;
import io.argus.core.settings.Settings;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.Collection;

/**
 * The periods of reports, which grow with the cluster: so that all servers together report no more
 * than {@value #MAX_USAGES_PER_SECOND} usages a second, one tenant on one server being a usage. By
 * way of ZooKeeper it is a quarter of that, and a fortieth for mere copies.
 *
 * <p>Not safe for use by several threads.
 */
public final class ReportPace {
  private static final double MAX_USAGES_PER_SECOND = 20_000;

  /** What a report costs besides its tenants, in usages, and what an idle tenant costs. */
  private static final int REPORT_COST = 10;

  private static final double IDLE_COST = 0.1;
  private static final int ZOOKEEPER = 4;
  private static final int COPIES = 40;
  private static final long MAX_MILLIS = 60_000;
  private static final long MAX_ZOOKEEPER_MILLIS = 600_000;

  /**
   * A period shrinks only as far as is right for a third more usages, so that it does not swing.
   */
  private static final double SLACK = 0.75;

  private static final long MAX_ROUND_MILLIS = 20_000;

  private PlannerSign last = new PlannerSign(0, 1, 1, 1);

  /** Returns the periods for a cluster with these reports. */
  public PlannerSign of(Collection<UsageReport> reports, Settings settings, long nowMillis) {
    double usages = 0;
    for (UsageReport report : reports) {
      usages += REPORT_COST;
      for (TenantUsage usage : report.tenants()) {
        usages += usage.isIdle() ? IDLE_COST : 1;
      }
    }
    long least = settings.get(Settings.REPORT_PERIOD_MILLIS);
    double millis = 1000 * usages / MAX_USAGES_PER_SECOND;
    last =
        new PlannerSign(
            nowMillis,
            period(millis, least, MAX_MILLIS, last.reportMillis()),
            period(ZOOKEEPER * millis, least, MAX_ZOOKEEPER_MILLIS, last.zooKeeperMillis()),
            period(COPIES * millis, least, MAX_ZOOKEEPER_MILLIS, last.copyMillis()));
    return last;
  }

  /**
   * How often the master does a round: each report period, but in the largest clusters more often.
   *
   * @param leastMillis the report period that is set
   */
  public static long roundMillis(PlannerSign sign, long leastMillis) {
    return Math.max(leastMillis, Math.min(MAX_ROUND_MILLIS, sign.reportMillis()));
  }

  private static long period(double wantedMillis, long least, long most, long last) {
    long next = periods(wantedMillis, least, most);
    return next >= last ? next : Math.min(last, periods(wantedMillis / SLACK, least, most));
  }

  private static long periods(double millis, long least, long most) {
    return Math.max(least, Math.min(most, (long) Math.ceil(millis / least) * least));
  }
}
