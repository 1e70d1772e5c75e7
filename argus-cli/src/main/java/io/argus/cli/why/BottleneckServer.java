package io.argus.cli.why;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.monitor.ClusterUsage;
import io.argus.master.monitor.CurrentContention;
import io.argus.master.monitor.ServerLoad;
import io.argus.master.status.LocalStatus;
import io.argus.master.status.TenantStatus;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The bottleneck server of a tenant, and who uses it.
 *
 * <p>Immutable.
 */
final class BottleneckServer {
  private final LocalStatus status;
  private final int serverCount;
  private final ServerLoad.Bottleneck bottleneck;
  private final Map<String, Double> servedMeanwhile;
  private final Map<String, Double> hdfsUse;

  /**
   * @param status the tenant there
   * @param serverCount on how many servers the tenant is
   * @param bottleneck what limits the server; NONE if it has not reported
   * @param servedMeanwhile seconds per second that the tenant waited there, by the tenant served
   * @param hdfsUse part of the bytes moved from and to HDFS there by tenant, the greatest first
   */
  public BottleneckServer(
      LocalStatus status,
      int serverCount,
      ServerLoad.Bottleneck bottleneck,
      Map<String, Double> servedMeanwhile,
      Map<String, Double> hdfsUse) {
    this.status = status;
    this.serverCount = serverCount;
    this.bottleneck = bottleneck;
    this.servedMeanwhile = servedMeanwhile;
    this.hdfsUse = hdfsUse;
  }

  public LocalStatus status() {
    return status;
  }

  public int serverCount() {
    return serverCount;
  }

  public ServerLoad.Bottleneck bottleneck() {
    return bottleneck;
  }

  public Map<String, Double> servedMeanwhile() {
    return servedMeanwhile;
  }

  public Map<String, Double> hdfsUse() {
    return hdfsUse;
  }

  /** Null if no server holds the tenant up, or it is only on one. */
  static @Nullable BottleneckServer of(TenantStatus tenant, ClusterUsage usage) {
    LocalStatus worst =
        tenant.servers().stream()
            .filter(local -> local.server().equals(tenant.bottleneckServer()))
            .findFirst()
            .orElse(null);
    if (worst == null || tenant.serverCount() < 2) {
      return null;
    }
    UsageReport report =
        usage.reports().stream()
            .filter(each -> each.server().equals(worst.server()))
            .findFirst()
            .orElse(null);
    if (report == null) {
      return new BottleneckServer(
          worst,
          tenant.serverCount(),
          ServerLoad.Bottleneck.NONE,
          Collections.emptyMap(),
          Collections.emptyMap());
    }
    Map<String, Double> served = new LinkedHashMap<>();
    CurrentContention.of(Collections.singletonList(report))
        .causesOf(TenantId.of(tenant.tenant()))
        .forEach((cause, seconds) -> served.put(cause.name(), seconds));
    return new BottleneckServer(
        worst,
        tenant.serverCount(),
        ServerLoad.of(report).bottleneck(),
        Collections.unmodifiableMap(served),
        parts(report, TenantUsage::hdfsChargedBytesPerSecond));
  }

  private static Map<String, Double> parts(
      UsageReport report, ToDoubleFunction<TenantUsage> figure) {
    double all = report.tenants().stream().mapToDouble(figure).sum();
    Map<String, Double> parts = new LinkedHashMap<>();
    if (all > 0) {
      report.tenants().stream()
          .filter(usage -> figure.applyAsDouble(usage) > 0)
          .sorted((a, b) -> Double.compare(figure.applyAsDouble(b), figure.applyAsDouble(a)))
          .forEach(usage -> parts.put(usage.tenant().name(), figure.applyAsDouble(usage) / all));
    }
    return Collections.unmodifiableMap(parts);
  }
}
