package io.argus.master.metering;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.ReuseCurve;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * What tenants lost to each other on one region server in one window: for each victim, request
 * seconds by resource and by the other tenant that had it.
 *
 * <p>An estimate from a usage report:
 *
 * <ul>
 *   <li>Cache: the part of its misses that the whole cache would have served, by its reuse curve,
 *       times its time at HDFS; caused by those whose blocks were in the cache.
 *   <li>HDFS: its wait for I/O admission for all other misses; caused by those that moved bytes.
 *   <li>Processor: its wait for a handler, caused by those that used handlers; where the processors
 *       are busy, also its handler time without processor time, caused by those that used the
 *       processors.
 * </ul>
 *
 * <p>What a tenant causes itself is left out.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Contention {
  /** Through what one tenant slows another. */
  enum Resource {
    CACHE,
    HDFS,
    PROCESSOR
  }

  /** Shorter losses, in seconds per second, do not count. */
  private static final double LEAST = 1e-3;

  private final SortedMap<TenantId, Map<Resource, Map<TenantId, Double>>> losses = new TreeMap<>();

  private Contention() {}

  static Contention of(UsageReport report) {
    Contention contention = new Contention();
    boolean busy = report.processors().areBusy();
    for (TenantUsage victim : report.tenants()) {
      double missed = missedByOthers(victim);
      double cache = missed * (victim.hdfsWaitFraction() + victim.hdfsReadFraction());
      double hdfs = (1 - missed) * victim.hdfsWaitFraction();
      double descheduled =
          busy ? Math.max(0, victim.handlerFraction() - victim.processorFraction()) : 0;
      contention.add(report, victim, Resource.CACHE, cache, usage -> (double) usage.cacheBytes());
      contention.add(report, victim, Resource.HDFS, hdfs, TenantUsage::hdfsChargedBytesPerSecond);
      contention.add(
          report,
          victim,
          Resource.PROCESSOR,
          victim.queueWaitFraction(),
          TenantUsage::handlerFraction);
      contention.add(
          report, victim, Resource.PROCESSOR, descheduled, TenantUsage::processorFraction);
    }
    return contention;
  }

  /** The part of a tenant's misses that the whole cache would have served, 0..1. */
  static double missedByOthers(TenantUsage usage) {
    ReuseCurve reuse = usage.reuse();
    double misses = usage.cacheMissesPerSecond();
    if (misses <= 0 || reuse.samples() <= 0) {
      return 0;
    }
    double lookups = misses + usage.cacheHitsPerSecond();
    return Math.min(1, Math.max(0, 1 - reuse.missRatio(1) * lookups / misses));
  }

  private void add(
      UsageReport report,
      TenantUsage victim,
      Resource through,
      double lost,
      ToDoubleFunction<TenantUsage> used) {
    double all = 0;
    for (TenantUsage usage : report.tenants()) {
      all += Math.max(0, used.applyAsDouble(usage));
    }
    if (!(lost >= LEAST) || all <= 0) {
      return;
    }
    for (TenantUsage cause : report.tenants()) {
      double part = Math.max(0, used.applyAsDouble(cause)) / all;
      if (part > 0 && !cause.tenant().equals(victim.tenant())) {
        losses
            .computeIfAbsent(victim.tenant(), t -> new EnumMap<>(Resource.class))
            .computeIfAbsent(through, t -> new TreeMap<>())
            .merge(cause.tenant(), lost * part * report.windowSeconds(), Double::sum);
      }
    }
  }

  /** Request seconds that a tenant lost, by resource and cause. */
  Map<Resource, Map<TenantId, Double>> of(TenantId victim) {
    return losses.getOrDefault(victim, Collections.emptyMap());
  }
}
