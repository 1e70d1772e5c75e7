package io.argus.cli.profile;

import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Maps;
import io.argus.core.documents.WireFormat;
import io.argus.core.performance.WorkloadMix;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.monitor.ClusterUsage;
import io.argus.profiler.campaign.Measurement.Usage;
import io.argus.profiler.campaign.ProfiledCluster.Report;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The region servers' latest usage reports. Immutable. */
final class ClusterReports {
  private final Map<String, UsageReport> reports;
  private final ClusterUsage usage;

  private ClusterReports(Map<String, UsageReport> reports) {
    this.reports = reports;
    this.usage = ClusterUsage.of(new ArrayList<>(reports.values()), Collections.emptyList());
  }

  /**
   * @param written the report of each server, as it was written
   */
  static ClusterReports of(Map<String, byte[]> written) {
    return new ClusterReports(
        ImmutableSortedMap.copyOf(Maps.transformValues(written, WireFormat::readUsageReport)));
  }

  /** The servers that have reported. */
  Set<String> servers() {
    return reports.keySet();
  }

  /** The server whose report is the oldest; there must be one. */
  String oldest() {
    return reports.entrySet().stream()
        .min(Comparator.comparingLong(entry -> entry.getValue().endMillis()))
        .orElseThrow(IllegalStateException::new)
        .getKey();
  }

  boolean isEmpty() {
    return reports.isEmpty();
  }

  /** End of the oldest report's window, milliseconds since the epoch. */
  long endMillis() {
    return reports.values().stream().mapToLong(UsageReport::endMillis).min().orElse(0);
  }

  /** Whether every region server's report is of that plan or a later one. */
  boolean areOfPlan(long version) {
    return !reports.isEmpty()
        && reports.values().stream().allMatch(report -> report.planVersion() >= version);
  }

  long cacheCapacityBytes() {
    return (long) usage.cacheCapacityBytes();
  }

  double hdfsCapacityBytesPerSecond() {
    return usage.hdfsCapacityBytesPerSecond();
  }

  /** Operations a second of all other tenants with at least one. */
  Map<String, Double> othersActive(TenantId tenant) {
    Map<String, Double> active = new TreeMap<>();
    usage
        .tenants()
        .forEach(
            (other, theirs) -> {
              if (!other.equals(tenant) && theirs.totalOperationsPerSecond() >= 1) {
                active.put(other.name(), theirs.totalOperationsPerSecond());
              }
            });
    return active;
  }

  Report of(TenantId tenant) {
    TenantUsage sum = usage.tenant(tenant).orElseGet(() -> TenantUsage.builder(tenant).build());
    WorkloadMix mix = WorkloadMix.of(sum.operationsPerSecond());
    long windowMillis =
        reports.values().stream()
            .mapToLong(report -> (long) (report.windowSeconds() * 1000))
            .max()
            .orElse(0);
    return new Report(
        endMillis(),
        windowMillis,
        new Usage(
            sum.totalOperationsPerSecond(),
            sum.hitRatio(),
            sum.hdfsReadBytesPerSecond(),
            sum.hdfsWrittenBytesPerSecond(),
            sum.compactionReadBytesPerSecond(),
            sum.keyRepeatRatio(),
            mix.reads(),
            mix.writes(),
            mix.scans(),
            sum.cacheBytes(),
            usage.cacheCapacityBytes(),
            usage.hdfsCapacityBytesPerSecond()));
  }
}
