package io.argus.master.monitor;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.ReuseCurve;
import io.argus.core.usage.TenantUsage;
import java.util.EnumMap;
import java.util.Map;

/**
 * The weighted sums of a tenant's rates over several usages.
 *
 * <p>Not safe for use by several threads.
 */
final class UsageTotals {
  private final Map<RequestKind, Double> operations = new EnumMap<>(RequestKind.class);
  private double hits;
  private double misses;
  private double read;
  private double charged;
  private double written;
  private double compactionRead;
  private double handlers;
  private double processors;
  private double queueWait;
  private double hdfsWait;
  private double hdfsRead;
  private double rejected;
  private ReuseCurve reuse = ReuseCurve.NONE;

  void add(TenantUsage usage, double weight) {
    usage
        .operationsPerSecond()
        .forEach((kind, ops) -> operations.merge(kind, ops * weight, Double::sum));
    hits += usage.cacheHitsPerSecond() * weight;
    misses += usage.cacheMissesPerSecond() * weight;
    read += usage.hdfsReadBytesPerSecond() * weight;
    charged += usage.hdfsChargedReadBytesPerSecond() * weight;
    written += usage.hdfsWrittenBytesPerSecond() * weight;
    compactionRead += usage.compactionReadBytesPerSecond() * weight;
    handlers += usage.handlerFraction() * weight;
    processors += usage.processorFraction() * weight;
    queueWait += usage.queueWaitFraction() * weight;
    hdfsWait += usage.hdfsWaitFraction() * weight;
    hdfsRead += usage.hdfsReadFraction() * weight;
    rejected += usage.rejectedPerSecond() * weight;
    reuse = reuse.plus(usage.reuse().times(weight));
  }

  double rejected() {
    return rejected;
  }

  /** Returns a usage with the totals over a divisor; it still lacks its queue and latencies. */
  TenantUsage.Builder over(double divisor, TenantId tenant, long cacheBytes, long limitBytes) {
    TenantUsage.Builder usage = TenantUsage.builder(tenant);
    operations.forEach((kind, sum) -> usage.operations(kind, sum / divisor));
    return usage
        .cache(cacheBytes, limitBytes, hits / divisor, misses / divisor)
        .hdfs(read / divisor, written / divisor)
        .compactionReads(compactionRead / divisor)
        .ioCostFactor(read > 0 ? charged / read : 1)
        .handlerFraction(handlers / divisor)
        .processorFraction(processors / divisor)
        .waits(queueWait / divisor, hdfsWait / divisor, hdfsRead / divisor)
        .reuse(reuse.times(1 / divisor));
  }
}
