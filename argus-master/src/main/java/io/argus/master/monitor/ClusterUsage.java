package io.argus.master.monitor;

import io.argus.core.plan.Plan;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The usage of all tenants on all region servers, by their latest reports.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ClusterUsage {
  /** What is known before any report. */
  public static final ClusterUsage NONE = of(Collections.emptyList(), Collections.emptyList());

  /** One tenant's usage on one server. Immutable; safe for use by any thread. */
  public static final class Local {
    private final UsageReport report;
    private final TenantUsage usage;
    private final double allHdfsBytes;
    private final double allCpu;

    private Local(UsageReport report, TenantUsage usage, double allHdfsBytes, double allCpu) {
      this.report = report;
      this.usage = usage;
      this.allHdfsBytes = allHdfsBytes;
      this.allCpu = allCpu;
    }

    public String server() {
      return report.server();
    }

    public TenantUsage usage() {
      return usage;
    }

    /** Time that the usage is of; shorter than the report's window after a workload shift. */
    public double windowSeconds() {
      double own = usage.windowSeconds();
      return own > 0 ? own : report.windowSeconds();
    }

    /** Part of the server's block cache that the tenant's blocks fill, 0..1. */
    public double cacheShare() {
      double capacity = report.cacheCapacityBytes();
      return capacity > 0 ? Math.min(1, usage.cacheBytes() / capacity) : 0;
    }

    /**
     * Part of the server's HDFS throughput that the tenant uses, 0..1; part of the bytes that all
     * tenants move while the server has not measured its HDFS throughput.
     */
    public double hdfsShare() {
      double capacity = report.hdfsCapacityBytesPerSecond();
      double all = capacity > 0 ? capacity : allHdfsBytes;
      return all > 0 ? Math.min(1, usage.hdfsChargedBytesPerSecond() / all) : 0;
    }

    /** HDFS bytes per second that all tenants of the server are charged. */
    public double hdfsChargedBytesPerSecondOfAll() {
      return allHdfsBytes;
    }

    /** See {@link io.argus.core.usage.ServerCpu#saturation}. */
    public double cpuSaturation() {
      return report.cpu().saturation();
    }

    /**
     * CPU that the tenants of the server can use, while what else runs there uses what it does now;
     * 0 if it is not known.
     */
    public double cpuCapacity() {
      return report.cpu().isKnown() ? allCpu + report.cpu().spare() : 0;
    }

    /** Part of {@link #cpuCapacity} that the tenant uses, 0..1. */
    public double cpuShare() {
      double capacity = cpuCapacity();
      return capacity > 0 ? Math.min(1, usage.cpuFraction() / capacity) : 0;
    }

    /** CPU in use for all tenants of the server. */
    public double cpuFractionOfAll() {
      return allCpu;
    }
  }

  private final List<UsageReport> reports;
  private final SortedMap<TenantId, TenantUsage> tenants;
  private final Map<TenantId, List<Local>> locals;
  private final List<String> problems;
  private final double cacheCapacityBytes;
  private final double hdfsCapacityBytesPerSecond;
  private final double handlerFraction;

  private ClusterUsage(List<UsageReport> reports, List<String> problems) {
    this.reports = Collections.unmodifiableList(new ArrayList<>(reports));
    this.problems = Collections.unmodifiableList(new ArrayList<>(problems));
    this.locals = new HashMap<>();
    Map<TenantId, CombinedUsage> combined = new HashMap<>();
    double cache = 0;
    double hdfs = 0;
    boolean known = false;
    for (UsageReport report : reports) {
      double charged = 0;
      double cpu = 0;
      for (TenantUsage usage : report.tenants()) {
        charged += usage.hdfsChargedBytesPerSecond();
        cpu += usage.cpuFraction();
      }
      for (TenantUsage usage : report.tenants()) {
        locals
            .computeIfAbsent(usage.tenant(), t -> new ArrayList<>(1))
            .add(new Local(report, usage, charged, cpu));
        combined.computeIfAbsent(usage.tenant(), t -> CombinedUsage.ofServers()).add(usage, 1);
      }
      double capacity = report.hdfsCapacityBytesPerSecond();
      known |= capacity > 0;
      hdfs += capacity > 0 ? capacity : charged;
      cache += report.cacheCapacityBytes();
    }
    SortedMap<TenantId, TenantUsage> sums = new TreeMap<>();
    combined.forEach((tenant, there) -> sums.put(tenant, there.overServers(tenant)));
    this.tenants = Collections.unmodifiableSortedMap(sums);
    this.cacheCapacityBytes = cache;
    this.hdfsCapacityBytesPerSecond = known ? hdfs : 0;
    this.handlerFraction = sums.values().stream().mapToDouble(TenantUsage::handlerFraction).sum();
  }

  /**
   * Returns the sum of these reports.
   *
   * @param problems why other reports are left out
   */
  public static ClusterUsage of(List<UsageReport> reports, List<String> problems) {
    return new ClusterUsage(reports, problems);
  }

  /** A tenant's usage on each server that reported it. */
  public List<Local> local(TenantId tenant) {
    return Collections.unmodifiableList(locals.getOrDefault(tenant, Collections.emptyList()));
  }

  /** The reports that count, one per server. */
  public List<UsageReport> reports() {
    return reports;
  }

  /** Cluster-wide usage of each tenant that a server reported. */
  public SortedMap<TenantId, TenantUsage> tenants() {
    return tenants;
  }

  public Optional<TenantUsage> tenant(TenantId tenant) {
    return Optional.ofNullable(tenants.get(tenant));
  }

  /** A tenant's usage; that of an idle one if no server reported it. */
  public TenantUsage tenantOrIdle(TenantId tenant) {
    return tenant(tenant).orElseGet(() -> TenantUsage.builder(tenant).build());
  }

  /** Which reports were left out, and why. */
  public List<String> problems() {
    return problems;
  }

  /** Capacity of the block caches of all servers. */
  public double cacheCapacityBytes() {
    return cacheCapacityBytes;
  }

  /**
   * Throughput that HDFS sustains on all servers, in bytes per second. A server that has not
   * measured it yet counts with what it moves now; 0 if no server has measured it.
   */
  public double hdfsCapacityBytesPerSecond() {
    return hdfsCapacityBytesPerSecond;
  }

  /** Handler seconds spent per second by all tenants on all servers. */
  public double handlerFraction() {
    return handlerFraction;
  }

  /** The highest plan version that a server applies; 0 if there is none. */
  public long highestPlanVersion() {
    return reports.stream()
        .mapToLong(UsageReport::planVersion)
        .filter(version -> version <= Plan.MAX_COUNTED_VERSION)
        .max()
        .orElse(0);
  }
}
