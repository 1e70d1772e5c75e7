package io.argus.master.model;

import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.monitor.ClusterUsage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a server, or the whole cluster, has for its tenants.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Capacity {
  /** That of no server. */
  static final Capacity NONE = new Capacity(0, 0, 0, 0, 0);

  final double cacheBytes;

  /** What HDFS sustains; 0 if no server has measured it. */
  final double hdfsBytesPerSecond;

  /** Handler seconds that all tenants use per second. */
  final double handlerFraction;

  final int handlerSlots;
  final int servers;

  private Capacity(
      double cacheBytes,
      double hdfsBytesPerSecond,
      double handlerFraction,
      int handlerSlots,
      int servers) {
    this.cacheBytes = cacheBytes;
    this.hdfsBytesPerSecond = hdfsBytesPerSecond;
    this.handlerFraction = handlerFraction;
    this.handlerSlots = handlerSlots;
    this.servers = servers;
  }

  /** Of the whole cluster. */
  static Capacity of(ClusterUsage cluster) {
    int slots = 0;
    for (UsageReport report : cluster.reports()) {
      slots += report.setup().handlers();
    }
    return new Capacity(
        cluster.cacheCapacityBytes(),
        cluster.hdfsCapacityBytesPerSecond(),
        cluster.handlerFraction(),
        slots,
        cluster.reports().size());
  }

  /**
   * Of each server. One whose HDFS was never saturated has not measured it; it is taken to sustain
   * what the others sustain on average, and at least what it moves now.
   */
  static Map<String, Capacity> byServer(List<UsageReport> reports) {
    double sum = 0;
    int known = 0;
    for (UsageReport report : reports) {
      sum += report.hdfsCapacityBytesPerSecond();
      known += report.hdfsCapacityBytesPerSecond() > 0 ? 1 : 0;
    }
    Map<String, Capacity> servers = new HashMap<>();
    for (UsageReport report : reports) {
      double measured = report.hdfsCapacityBytesPerSecond();
      double moved = 0;
      double handlers = 0;
      for (TenantUsage usage : report.tenants()) {
        moved += usage.hdfsChargedBytesPerSecond();
        handlers += usage.handlerFraction();
      }
      double usual = known == 0 ? 0 : Math.max(sum / known, moved);
      servers.put(
          report.server(),
          new Capacity(
              report.cacheCapacityBytes(),
              measured > 0 ? measured : usual,
              handlers,
              report.setup().handlers(),
              1));
    }
    return servers;
  }
}
