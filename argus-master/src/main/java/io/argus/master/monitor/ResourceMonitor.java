package io.argus.master.monitor;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last usage reports of each region server. The usage of a tenant is its mean over a server's
 * reports under the present plan and since the last shift of a workload: a plan must rest neither
 * on two seconds of noise nor on outdated figures.
 *
 * <p>A report is stale if it has not changed for long by the master's clock, so that the clocks of
 * servers may differ.
 *
 * <p>Not safe for use by several threads.
 */
public final class ResourceMonitor {
  private static final int MOST_REPORTS = 32;

  /** A server's last reports under one plan, the latest last. */
  private static final class Reporting {
    private final Deque<UsageReport> reports = new ArrayDeque<>();
    private @Nullable UsageReport mean;
    private long sinceMillis;
    private boolean mixed;
    private boolean settled;

    /** Whether the last report is too old to count. */
    private boolean stale;

    void add(UsageReport report, long nowMillis, double spanSeconds) {
      UsageReport last = reports.peekLast();
      if (last != null && last.endMillis() == report.endMillis()) {
        settled = false;
        return;
      }
      sinceMillis = nowMillis;
      boolean shifted = last != null && !mixed && WorkloadShift.between(mean(), report);
      settled = mixed;
      if (shifted || (last != null && last.planVersion() != report.planVersion())) {
        reports.clear();
        mixed = true;
      } else if (mixed) {
        // The first window under a plan, or after a shift, began before that.
        reports.clear();
        mixed = false;
      }
      reports.add(report);
      mean = null;
      double seconds = 0;
      for (UsageReport each : reports) {
        seconds += each.windowSeconds();
      }
      while (reports.size() > 1
          && (reports.size() > MOST_REPORTS
              || seconds - reports.getFirst().windowSeconds() >= spanSeconds)) {
        seconds -= reports.removeFirst().windowSeconds();
      }
    }

    long planVersion() {
      UsageReport last = reports.peekLast();
      return last == null ? 0 : last.planVersion();
    }

    UsageReport mean() {
      UsageReport present = mean;
      if (present == null) {
        present = ReportMean.of(new ArrayList<>(reports));
        mean = present;
      }
      return present;
    }
  }

  private Map<String, Reporting> reportings = new HashMap<>();
  private boolean newlySettled;

  /** {@link #observe(ReceivedReports, long, long, double)} of reports as they were written. */
  public ClusterUsage observe(
      Map<String, byte[]> written, long nowMillis, long staleMillis, double spanSeconds) {
    return observe(ReceivedReports.of(written), nowMillis, staleMillis, spanSeconds);
  }

  /**
   * Returns the cluster's usage. Corrupt and stale reports are left out and named among its
   * problems.
   *
   * @param received latest usage report of each server
   * @param nowMillis the master's clock
   * @param staleMillis how long a report counts
   * @param spanSeconds length of the mean; 0 for the latest report alone
   */
  public ClusterUsage observe(
      ReceivedReports received, long nowMillis, long staleMillis, double spanSeconds) {
    List<UsageReport> reports = new ArrayList<>();
    List<String> problems = new ArrayList<>(received.problems());
    boolean settled = false;
    Map<String, Reporting> seen = new HashMap<>();
    for (Map.Entry<String, UsageReport> entry : received.reports().entrySet()) {
      String server = entry.getKey();
      try {
        Reporting reporting = reportings.getOrDefault(server, new Reporting());
        reporting.add(entry.getValue(), nowMillis, spanSeconds);
        seen.put(server, reporting);
        reporting.stale = nowMillis - reporting.sinceMillis > staleMillis;
        if (reporting.stale) {
          problems.add(
              "usage report of "
                  + server
                  + " has not changed for more than "
                  + staleMillis / 1000
                  + " s and is left out");
        } else {
          reports.add(reporting.mean());
          settled |= reporting.settled;
        }
      } catch (RuntimeException e) {
        problems.add(ReceivedReports.leftOut(server, e));
      }
    }
    reportings = seen;
    newlySettled = settled;
    return ClusterUsage.of(reports, problems);
  }

  /** A tenant's operations per second in the latest reports alone. */
  public double latestOperationsPerSecond(TenantId tenant) {
    double sum = 0;
    for (Reporting reporting : reportings.values()) {
      UsageReport last = reporting.stale ? null : reporting.reports.peekLast();
      for (TenantUsage usage :
          last == null ? Collections.<TenantUsage>emptyList() : last.tenants()) {
        sum += usage.tenant().equals(tenant) ? usage.totalOperationsPerSecond() : 0;
      }
    }
    return sum;
  }

  /**
   * Whether the windows of all reports lie entirely under that plan and after the last shift of a
   * workload.
   */
  public boolean isSettled(long planVersion) {
    for (Reporting reporting : reportings.values()) {
      if (!reporting.stale && (reporting.mixed || reporting.planVersion() != planVersion)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether the last observation has the first window of some server that lies entirely after a new
   * plan or a shift of a workload there.
   */
  public boolean isNewlySettled() {
    return newlySettled;
  }
}
