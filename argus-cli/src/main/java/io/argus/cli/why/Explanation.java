package io.argus.cli.why;

import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Figure;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.core.usage.UsageReport.Runaway;
import io.argus.master.monitor.ClusterUsage;
import io.argus.master.monitor.CurrentContention;
import io.argus.master.plans.PlanHistory;
import io.argus.master.status.ClassStatus;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.TenantStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Why a tenant is as fast or as slow as it is: where its time goes, whom the servers served
 * meanwhile, what limits it, what changed.
 *
 * <p>Immutable.
 */
final class Explanation {
  private static final int MAX_CHANGES = 3;
  private static final int MAX_RUNAWAYS = 3;
  private static final double MIN_CHANGE = 0.005;

  private final TenantStatus status;
  private final TenantUsage usage;
  private final TimeSpent time;
  private final Limit limit;
  private final double hdfsCapacityBytesPerSecond;
  private final Map<String, Double> capWait;
  private final Map<String, Double> servedMeanwhile;
  private final CpuUsed cpu;
  private final @Nullable BottleneckServer bottleneckServer;
  private final List<Change> changes;
  private final List<Runaway> runaways;

  /**
   * @param status the tenant as the master sees it
   * @param usage what the servers reported of it in the last seconds
   * @param hdfsCapacityBytesPerSecond capacity of HDFS on all servers; 0 if not known
   * @param capWait requests that wait for its cap on average, by server, the most first
   * @param servedMeanwhile seconds per second that it waited, by the tenant that the servers served
   * @param cpu of the servers on which it has requests
   * @param bottleneckServer null if no server limits it, or it is only on one
   * @param changes the last plans that changed its shares, the latest first
   * @param runaways its last requests that exceeded limits, the latest first
   */
  public Explanation(
      TenantStatus status,
      TenantUsage usage,
      TimeSpent time,
      Limit limit,
      double hdfsCapacityBytesPerSecond,
      Map<String, Double> capWait,
      Map<String, Double> servedMeanwhile,
      CpuUsed cpu,
      @Nullable BottleneckServer bottleneckServer,
      List<Change> changes,
      List<Runaway> runaways) {
    this.status = status;
    this.usage = usage;
    this.time = time;
    this.limit = limit;
    this.hdfsCapacityBytesPerSecond = hdfsCapacityBytesPerSecond;
    this.capWait = capWait;
    this.servedMeanwhile = servedMeanwhile;
    this.cpu = cpu;
    this.bottleneckServer = bottleneckServer;
    this.changes = changes;
    this.runaways = runaways;
  }

  public TenantStatus status() {
    return status;
  }

  public TenantUsage usage() {
    return usage;
  }

  public TimeSpent time() {
    return time;
  }

  public Limit limit() {
    return limit;
  }

  public double hdfsCapacityBytesPerSecond() {
    return hdfsCapacityBytesPerSecond;
  }

  public Map<String, Double> capWait() {
    return capWait;
  }

  public Map<String, Double> servedMeanwhile() {
    return servedMeanwhile;
  }

  public CpuUsed cpu() {
    return cpu;
  }

  public @Nullable BottleneckServer bottleneckServer() {
    return bottleneckServer;
  }

  /** The class whose cap its requests wait for; null if it is the tenant's own. */
  @Nullable ClassStatus cappedClass() {
    return status.isCapped() ? null : status.cappedClass();
  }

  public List<Runaway> runaways() {
    return runaways;
  }

  public List<Change> changes() {
    return changes;
  }

  /** A plan that changed the tenant's shares. */
  public static final class Change {
    private final long planVersion;
    private final long createdMillis;
    private final double cacheBefore;
    private final double cacheAfter;
    private final double hdfsBefore;
    private final double hdfsAfter;
    private final String reason;
    private final @Nullable String server;

    /**
     * @param createdMillis milliseconds since the epoch
     * @param cacheBefore share of the block cache before the plan, 0..1; the others likewise
     * @param reason the reason for the whole plan
     * @param server on which the shares changed; null for the cluster-wide ones
     */
    public Change(
        long planVersion,
        long createdMillis,
        double cacheBefore,
        double cacheAfter,
        double hdfsBefore,
        double hdfsAfter,
        String reason,
        @Nullable String server) {
      this.planVersion = planVersion;
      this.createdMillis = createdMillis;
      this.cacheBefore = cacheBefore;
      this.cacheAfter = cacheAfter;
      this.hdfsBefore = hdfsBefore;
      this.hdfsAfter = hdfsAfter;
      this.reason = reason;
      this.server = server;
    }

    public long planVersion() {
      return planVersion;
    }

    public long createdMillis() {
      return createdMillis;
    }

    public double cacheBefore() {
      return cacheBefore;
    }

    public double cacheAfter() {
      return cacheAfter;
    }

    public double hdfsBefore() {
      return hdfsBefore;
    }

    public double hdfsAfter() {
      return hdfsAfter;
    }

    public String reason() {
      return reason;
    }

    public @Nullable String server() {
      return server;
    }
  }

  /**
   * Explains a tenant.
   *
   * @return empty if there is no such tenant
   */
  public static Optional<Explanation> of(
      String tenant, ClusterStatus status, ClusterUsage usage, PlanHistory history) {
    return status.tenants().stream()
        .filter(line -> line.tenant().equals(tenant))
        .findFirst()
        .map(line -> of(line, usage, history));
  }

  private static Explanation of(TenantStatus line, ClusterUsage cluster, PlanHistory history) {
    TenantId tenant = TenantId.of(line.tenant());
    TenantUsage usage = cluster.tenant(tenant).orElseGet(() -> TenantUsage.builder(tenant).build());
    Map<String, Double> served = new LinkedHashMap<>();
    CurrentContention.of(cluster.reports())
        .causesOf(tenant)
        .forEach((cause, seconds) -> served.put(cause.name(), seconds));
    CpuUsed cpu =
        CpuUsed.of(
            cluster.reports().stream()
                .filter(report -> isBusy(report, tenant))
                .collect(Collectors.toList()));
    BottleneckServer bottleneckServer = BottleneckServer.of(line, cluster);
    return new Explanation(
        line,
        usage,
        TimeSpent.of(usage),
        Limit.of(usage, line.isDemandLimited(), cpu),
        cluster.hdfsCapacityBytesPerSecond(),
        capWait(cluster.local(tenant)),
        served,
        cpu,
        bottleneckServer,
        changes(
            tenant,
            history.plans(),
            bottleneckServer == null ? null : bottleneckServer.status().server()),
        runaways(line.tenant(), cluster.reports()));
  }

  private static List<Runaway> runaways(String tenant, List<UsageReport> reports) {
    return reports.stream()
        .flatMap(report -> report.runaways().stream())
        .filter(each -> each.tenant().equals(tenant))
        .sorted(Comparator.comparingLong(Runaway::millis).reversed())
        .limit(MAX_RUNAWAYS)
        .collect(Collectors.toList());
  }

  private static Map<String, Double> capWait(List<ClusterUsage.Local> locals) {
    Map<String, Double> requests = new LinkedHashMap<>();
    locals.stream()
        .filter(local -> local.usage().get(Figure.CAP_WAIT) > 0)
        .sorted(
            Comparator.comparingDouble(
                (ClusterUsage.Local local) -> -local.usage().get(Figure.CAP_WAIT)))
        .forEach(local -> requests.put(local.server(), local.usage().get(Figure.CAP_WAIT)));
    return requests;
  }

  private static boolean isBusy(UsageReport report, TenantId tenant) {
    return report.tenants().stream()
        .anyMatch(usage -> usage.tenant().equals(tenant) && usage.totalOperationsPerSecond() > 0);
  }

  /** Changes of the shares on a server, as far as the history knows it. */
  private static List<Change> changes(
      TenantId tenant, List<Plan> plans, @Nullable String bottleneck) {
    List<Change> changes = new ArrayList<>();
    for (int i = plans.size() - 1; i > 0 && changes.size() < MAX_CHANGES; i--) {
      Plan plan = plans.get(i);
      boolean known = PlanHistory.hasServers(plan) && PlanHistory.hasServers(plans.get(i - 1));
      String server = known ? bottleneck : null;
      Reservation before = reservation(plans.get(i - 1), tenant, server);
      Reservation after = reservation(plan, tenant, server);
      if (Math.abs(after.cacheShare() - before.cacheShare()) >= MIN_CHANGE
          || Math.abs(after.hdfsShare() - before.hdfsShare()) >= MIN_CHANGE) {
        changes.add(
            new Change(
                plan.version(),
                plan.createdMillis(),
                before.cacheShare(),
                after.cacheShare(),
                before.hdfsShare(),
                after.hdfsShare(),
                plan.explanation().reason(),
                server));
      }
    }
    return changes;
  }

  private static Reservation reservation(Plan plan, TenantId tenant, @Nullable String server) {
    Optional<Reservation> found =
        server == null ? plan.reservation(tenant) : plan.reservation(tenant, server);
    return found.orElseGet(() -> Reservation.of(tenant, 0, 0));
  }
}
