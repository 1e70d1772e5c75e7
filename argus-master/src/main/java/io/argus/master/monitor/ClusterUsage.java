package io.argus.master.monitor;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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

  private final List<UsageReport> reports;
  private final SortedMap<TenantId, TenantUsage> tenants;
  private final List<String> problems;

  private ClusterUsage(
      List<UsageReport> reports, SortedMap<TenantId, TenantUsage> tenants, List<String> problems) {
    this.reports = reports;
    this.tenants = tenants;
    this.problems = problems;
  }

  /**
   * Returns the sum of these reports.
   *
   * @param problems why other reports are left out
   */
  public static ClusterUsage of(List<UsageReport> reports, List<String> problems) {
    SortedMap<TenantId, List<TenantUsage>> byTenant = new TreeMap<>();
    for (UsageReport report : reports) {
      for (TenantUsage usage : report.tenants()) {
        byTenant.computeIfAbsent(usage.tenant(), t -> new ArrayList<>()).add(usage);
      }
    }
    SortedMap<TenantId, TenantUsage> totals = new TreeMap<>();
    byTenant.forEach((tenant, usages) -> totals.put(tenant, UsageSum.of(tenant, usages)));
    return new ClusterUsage(
        Collections.unmodifiableList(new ArrayList<>(reports)),
        Collections.unmodifiableSortedMap(totals),
        Collections.unmodifiableList(new ArrayList<>(problems)));
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
    return reports.stream().mapToDouble(UsageReport::cacheCapacityBytes).sum();
  }

  /**
   * Throughput that HDFS sustains on all servers, in bytes per second. A server that has not
   * measured it yet counts with what it moves now; 0 if no server has measured it.
   */
  public double hdfsCapacityBytesPerSecond() {
    double sum = 0;
    boolean known = false;
    for (UsageReport report : reports) {
      double capacity = report.hdfsCapacityBytesPerSecond();
      known |= capacity > 0;
      sum +=
          capacity > 0
              ? capacity
              : report.tenants().stream().mapToDouble(TenantUsage::hdfsChargedBytesPerSecond).sum();
    }
    return known ? sum : 0;
  }

  /** Handler seconds spent per second by all tenants on all servers. */
  public double handlerFraction() {
    return tenants.values().stream().mapToDouble(TenantUsage::handlerFraction).sum();
  }

  /** The highest plan version that a server applies; 0 if there is none. */
  public long highestPlanVersion() {
    return reports.stream().mapToLong(UsageReport::planVersion).max().orElse(0);
  }
}
