package io.argus.master.monitor;

import io.argus.core.documents.PlannerSign;
import io.argus.core.plan.Plan;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.UsageReport;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the master sees of the cluster: the usage that region servers report, and the tenants. While
 * the platform does not answer, its last answer counts.
 *
 * <p>Not safe for use by several threads.
 */
public final class ClusterMonitor {
  /** Report periods after which a silent server no longer counts. */
  private static final long STALE_PERIODS = 5;

  private static final long STALE_ZOOKEEPER_PERIODS = 2;

  private static final long MIN_STALE_MILLIS = 10_000;

  /** Planner periods over which usage is averaged while no workload shifts. */
  private static final double SPAN_PERIODS = 3;

  private final ClusterView cluster;
  private final ResourceMonitor reports = new ResourceMonitor();
  private final ReportPace pace = new ReportPace();
  private ReceivedReports received = ReceivedReports.of(Collections.emptyMap());
  private PlannerSign sign = new PlannerSign(0, 1, 1, 1);
  private ClusterUsage usage = ClusterUsage.NONE;
  private Set<TenantId> owners = Collections.emptySet();

  public ClusterMonitor(ClusterView cluster) {
    this.cluster = cluster;
  }

  /** Reads the usage reports; returns whether they could be read. */
  public boolean observe(Settings settings, long nowMillis, List<String> problems) {
    try {
      received = cluster.usageReports(nowMillis);
    } catch (IOException | RuntimeException e) {
      problems.add("usage reports cannot be read, the last ones are shown: " + e);
      return false;
    }
    long staleMillis =
        Math.max(
            Math.max(MIN_STALE_MILLIS, STALE_PERIODS * sign.reportMillis()),
            STALE_ZOOKEEPER_PERIODS * sign.zooKeeperMillis());
    usage = reports.observe(received, nowMillis, staleMillis, spanSeconds(settings));
    problems.addAll(usage.problems());
    return true;
  }

  /** The usage as of the last observation that could be made. */
  public ClusterUsage usage() {
    return usage;
  }

  /** The latest report of each server, even if it is old. */
  public Collection<UsageReport> received() {
    return received.reports().values();
  }

  /** Returns the sign of life of this round, with the periods that fit the last reports. */
  public PlannerSign sign(Settings settings, long nowMillis) {
    sign = pace.of(received(), settings, nowMillis);
    return sign;
  }

  /** The reports behind the usage. */
  public ResourceMonitor reports() {
    return reports;
  }

  /**
   * Returns who owns a table or runs operations.
   *
   * @param current the plan in force, whose tenants count while tables cannot be listed
   */
  public Set<TenantId> tenants(Optional<Plan> current, List<String> problems) {
    Set<TenantId> tenants = new TreeSet<>();
    try {
      owners = new TreeSet<>(cluster.tenants());
    } catch (IOException | RuntimeException e) {
      problems.add("tenants cannot be listed, the ones known before are used: " + e);
      current.ifPresent(plan -> plan.reservations().forEach(r -> tenants.add(r.tenant())));
    }
    tenants.addAll(owners);
    usage
        .tenants()
        .forEach(
            (tenant, used) -> {
              if (used.totalOperationsPerSecond() > 0) {
                tenants.add(tenant);
              }
            });
    return tenants;
  }

  /** Length up to which the windows of reports add up. */
  public static double spanSeconds(Settings settings) {
    return SPAN_PERIODS * settings.get(Settings.PLANNER_PERIOD_MILLIS) / 1000.0;
  }
}
