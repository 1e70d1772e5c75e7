package io.argus.master.monitor;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.ReuseCurve;
import io.argus.core.usage.TenantUsage;

/**
 * The weighted sums of a tenant's rates over several usages.
 *
 * <p>Not safe for use by several threads.
 */
final class UsageTotals {
  private static final RequestKind[] KINDS = RequestKind.values();

  private final double[] operations = new double[KINDS.length];
  private final ReuseCurve.Sum reuse = new ReuseCurve.Sum();
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

  void add(TenantUsage usage, double weight) {
    if (usage.isIdle()) {
      return;
    }
    for (int kind = 0; kind < KINDS.length; kind++) {
      operations[kind] += usage.operationsPerSecond(KINDS[kind]) * weight;
    }
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
    reuse.add(usage.reuse(), weight);
  }

  double rejected() {
    return rejected;
  }

  /** Returns a usage with the totals over a divisor; it still lacks its queue and latencies. */
  TenantUsage.Builder over(double divisor, TenantId tenant, long cacheBytes, long limitBytes) {
    TenantUsage.Builder usage = TenantUsage.builder(tenant);
    for (int kind = 0; kind < KINDS.length; kind++) {
      if (operations[kind] != 0) {
        usage.operations(KINDS[kind], operations[kind] / divisor);
      }
    }
    return usage
        .cache(cacheBytes, limitBytes, hits / divisor, misses / divisor)
        .hdfs(read / divisor, written / divisor)
        .compactionReads(compactionRead / divisor)
        .ioCostFactor(read > 0 ? charged / read : 1)
        .handlerFraction(handlers / divisor)
        .processorFraction(processors / divisor)
        .waits(queueWait / divisor, hdfsWait / divisor, hdfsRead / divisor)
        .reuse(reuse.over(divisor));
  }
}
