package io.argus.master.monitor;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Percentiles;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.ReuseCurve;
import io.argus.core.usage.TenantUsage;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The sum of one tenant's usage over several region servers. Rates and bytes add up. The key repeat
 * ratio is the mean by operations, the backlog fraction the mean over the servers on which the
 * tenant is active. Percentiles are the worst of all servers.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class UsageSum {
  private UsageSum() {}

  static TenantUsage of(TenantId tenant, List<TenantUsage> usages) {
    if (usages.size() == 1) {
      return usages.get(0);
    }
    Map<RequestKind, Double> operations = new EnumMap<>(RequestKind.class);
    double all = 0;
    double repeated = 0;
    double backlog = 0;
    double handlers = 0;
    double queued = 0;
    double waited = 0;
    double read = 0;
    int active = 0;
    ReuseCurve reuse = ReuseCurve.NONE;
    for (TenantUsage usage : usages) {
      usage.operationsPerSecond().forEach((kind, ops) -> operations.merge(kind, ops, Double::sum));
      double ops = usage.totalOperationsPerSecond();
      all += ops;
      repeated += ops * usage.keyRepeatRatio();
      handlers += usage.handlerFraction();
      reuse = reuse.plus(usage.reuse());
      queued += usage.queueWaitFraction();
      waited += usage.hdfsWaitFraction();
      read += usage.hdfsReadFraction();
      if (ops > 0 || usage.queueLength() > 0) {
        active++;
        backlog += usage.backlogFraction();
      }
    }
    TenantUsage.Builder sum = TenantUsage.builder(tenant);
    operations.forEach(sum::operations);
    sum.keyRepeatRatio(all > 0 ? repeated / all : 0)
        .handlerFraction(handlers)
        .reuse(reuse)
        .waits(queued, waited, read);
    addBytes(sum, usages);
    addQueues(sum, usages, active == 0 ? 0 : backlog / active);
    return sum.build();
  }

  private static void addBytes(TenantUsage.Builder sum, List<TenantUsage> usages) {
    long bytes = 0;
    long limitBytes = 0;
    double hits = 0;
    double misses = 0;
    double read = 0;
    double charged = 0;
    double written = 0;
    for (TenantUsage usage : usages) {
      bytes += usage.cacheBytes();
      limitBytes += usage.cacheLimitBytes();
      hits += usage.cacheHitsPerSecond();
      misses += usage.cacheMissesPerSecond();
      read += usage.hdfsReadBytesPerSecond();
      charged += usage.hdfsChargedReadBytesPerSecond();
      written += usage.hdfsWrittenBytesPerSecond();
    }
    sum.cache(bytes, limitBytes, hits, misses).hdfs(read, written);
    sum.ioCostFactor(read > 0 ? charged / read : 1);
  }

  private static void addQueues(
      TenantUsage.Builder sum, List<TenantUsage> usages, double backlogFraction) {
    int length = 0;
    double rejected = 0;
    Percentiles queueWait = Percentiles.NONE;
    Percentiles hdfsWait = Percentiles.NONE;
    Percentiles service = Percentiles.NONE;
    for (TenantUsage usage : usages) {
      length += usage.queueLength();
      rejected += usage.rejectedPerSecond();
      queueWait = worst(queueWait, usage.queueWait());
      hdfsWait = worst(hdfsWait, usage.hdfsWait());
      service = worst(service, usage.service());
    }
    sum.queue(length, rejected, backlogFraction).latencies(queueWait, hdfsWait, service);
  }

  private static Percentiles worst(Percentiles one, Percentiles other) {
    return new Percentiles(
        Math.max(one.p50Nanos(), other.p50Nanos()),
        Math.max(one.p95Nanos(), other.p95Nanos()),
        Math.max(one.p99Nanos(), other.p99Nanos()));
  }
}
