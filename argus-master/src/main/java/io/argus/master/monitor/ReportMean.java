package io.argus.master.monitor;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.ReuseCurve;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The mean of several reports of one server. Rates and fractions are means weighted by the length
 * of the windows; all other figures, such as bytes in cache and percentiles, are those of the
 * latest report.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class ReportMean {
  private ReportMean() {}

  /**
   * @param reports at least one, the latest last
   */
  static UsageReport of(List<UsageReport> reports) {
    UsageReport latest = reports.get(reports.size() - 1);
    if (reports.size() == 1) {
      return latest;
    }
    double seconds = 0;
    Map<TenantId, Means> means = new TreeMap<>();
    latest.tenants().forEach(usage -> means.put(usage.tenant(), new Means(usage)));
    for (UsageReport report : reports) {
      seconds += report.windowSeconds();
      for (TenantUsage usage : report.tenants()) {
        Means known = means.get(usage.tenant());
        if (known != null) {
          known.add(usage, report.windowSeconds());
        }
      }
    }
    List<TenantUsage> tenants = new ArrayList<>();
    for (Means each : means.values()) {
      tenants.add(each.over(seconds));
    }
    return new UsageReport(
            latest.server(),
            latest.endMillis(),
            seconds,
            latest.planVersion(),
            latest.cacheCapacityBytes(),
            latest.hdfsCapacityBytesPerSecond(),
            latest.components(),
            tenants)
        .with(latest.setup());
  }

  /** One tenant's sums of rate x seconds. */
  private static final class Means {
    private final TenantUsage latest;
    private final Map<RequestKind, Double> operations = new EnumMap<>(RequestKind.class);
    private double hits;
    private double misses;
    private double read;
    private double charged;
    private double written;
    private double handlers;
    private double queueWait;
    private double hdfsWait;
    private double hdfsRead;
    private double rejected;
    private double backlog;
    private ReuseCurve reuse = ReuseCurve.NONE;

    Means(TenantUsage latest) {
      this.latest = latest;
    }

    void add(TenantUsage usage, double seconds) {
      usage
          .operationsPerSecond()
          .forEach((kind, ops) -> operations.merge(kind, ops * seconds, Double::sum));
      hits += usage.cacheHitsPerSecond() * seconds;
      misses += usage.cacheMissesPerSecond() * seconds;
      read += usage.hdfsReadBytesPerSecond() * seconds;
      charged += usage.hdfsChargedReadBytesPerSecond() * seconds;
      written += usage.hdfsWrittenBytesPerSecond() * seconds;
      handlers += usage.handlerFraction() * seconds;
      queueWait += usage.queueWaitFraction() * seconds;
      hdfsWait += usage.hdfsWaitFraction() * seconds;
      hdfsRead += usage.hdfsReadFraction() * seconds;
      rejected += usage.rejectedPerSecond() * seconds;
      backlog += usage.backlogFraction() * seconds;
      reuse = reuse.plus(usage.reuse().times(seconds));
    }

    TenantUsage over(double seconds) {
      TenantUsage.Builder mean = TenantUsage.builder(latest.tenant());
      operations.forEach((kind, sum) -> mean.operations(kind, sum / seconds));
      return mean.keyRepeatRatio(latest.keyRepeatRatio())
          .cache(latest.cacheBytes(), latest.cacheLimitBytes(), hits / seconds, misses / seconds)
          .hdfs(read / seconds, written / seconds)
          .ioCostFactor(read > 0 ? charged / read : 1)
          .handlerFraction(handlers / seconds)
          .waits(queueWait / seconds, hdfsWait / seconds, hdfsRead / seconds)
          .queue(latest.queueLength(), rejected / seconds, Math.min(1, backlog / seconds))
          .latencies(latest.queueWait(), latest.hdfsWait(), latest.service())
          .reuse(reuse.times(1 / seconds))
          .build();
    }
  }
}
