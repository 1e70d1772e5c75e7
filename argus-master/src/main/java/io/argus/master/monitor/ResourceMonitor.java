package io.argus.master.monitor;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The last usage reports of each region server. The usage of a tenant on a server is its mean over
 * the reports under the current plan and since the last shift of its workload there: a plan must
 * rest neither on two seconds of noise nor on outdated figures.
 *
 * <p>A report is stale if it has not changed for long by the master's clock, so that the clocks of
 * servers may differ.
 *
 * <p>The cluster is settled while all that is in flux is less than {@value #NOTICEABLE} of its
 * work: of the operations, of the HDFS bytes and of the handler time. In a large cluster, somebody
 * always changes somewhere.
 *
 * <p>Not safe for use by several threads.
 */
public final class ResourceMonitor {
  private static final double NOTICEABLE = 0.05;

  /** Operations, HDFS bytes and handler time. */
  private static final int KINDS_OF_WORK = 3;

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
    Map<String, Reporting> seen = new HashMap<>();
    for (Map.Entry<String, UsageReport> entry : received.reports().entrySet()) {
      String server = entry.getKey();
      try {
        Reporting reporting = reportings.getOrDefault(server, new Reporting());
        reporting.add(entry.getValue(), nowMillis, spanSeconds);
        seen.put(server, reporting);
        if (reporting.isStaleAt(nowMillis, staleMillis)) {
          problems.add(
              "usage report of "
                  + server
                  + " has not changed for more than "
                  + staleMillis / 1000
                  + " s and is left out");
        } else {
          reports.add(reporting.mean());
        }
      } catch (RuntimeException e) {
        problems.add(ReceivedReports.leftOut(server, e));
      }
    }
    reportings = seen;
    newlySettled = isNoticeable(Reporting::isNewlyUnmixed, Reporting::settled);
    return ClusterUsage.of(reports, problems);
  }

  /** Whether some servers and some tenants on others do a noticeable part of the work. */
  private boolean isNoticeable(
      Predicate<Reporting> servers, Function<Reporting, Collection<TenantId>> tenants) {
    double[] some = new double[KINDS_OF_WORK];
    double[] all = new double[KINDS_OF_WORK];
    boolean any = false;
    for (Reporting reporting : reportings.values()) {
      if (!reporting.isStale()) {
        boolean whole = servers.test(reporting);
        Collection<TenantId> there = tenants.apply(reporting);
        any |= whole || !there.isEmpty();
        for (UsageReport last : reporting.latest()) {
          addWork(all, last.tenants(), tenant -> true);
          addWork(some, last.tenants(), tenant -> whole || there.contains(tenant));
        }
        // What a tenant did before may be more than what it does now.
        addWork(all, reporting.before(), there::contains);
        addWork(some, reporting.before(), there::contains);
      }
    }
    boolean noticeable = any && all[0] <= 0;
    for (int k = 0; k < KINDS_OF_WORK; k++) {
      noticeable |= any && all[k] > 0 && some[k] >= NOTICEABLE * all[k];
    }
    return noticeable;
  }

  private static void addWork(double[] sum, List<TenantUsage> usages, Predicate<TenantId> counts) {
    for (TenantUsage usage : usages) {
      if (counts.test(usage.tenant())) {
        sum[0] += usage.totalOperationsPerSecond();
        sum[1] += usage.hdfsChargedBytesPerSecond();
        sum[2] += usage.handlerFraction();
      }
    }
  }

  /** The latest report of each server that is not silent. */
  public List<UsageReport> latest() {
    List<UsageReport> latest = new ArrayList<>();
    for (Reporting reporting : reportings.values()) {
      if (!reporting.isStale()) {
        latest.addAll(reporting.latest());
      }
    }
    return latest;
  }

  /**
   * Whether the windows of the reports lie entirely under that plan and after the last shift of a
   * workload, but for a part of the work that is not noticeable.
   */
  public boolean isSettled(long planVersion) {
    return !isNoticeable(
        reporting -> reporting.isMixed() || reporting.planVersion() != planVersion,
        Reporting::shifting);
  }

  /**
   * Whether in the last observation a noticeable part of the work is for the first time seen in
   * windows that lie entirely after a new plan or a shift of a workload.
   */
  public boolean isNewlySettled() {
    return newlySettled;
  }
}
