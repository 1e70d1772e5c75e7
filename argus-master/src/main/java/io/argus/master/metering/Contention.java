package io.argus.master.metering;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.MissRatioCurve;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.monitor.CurrentContention;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What tenants lost to each other on one region server in one window: request seconds that each one
 * lost, and that each one cost the others, by resource.
 *
 * <p>An estimate from a usage report:
 *
 * <ul>
 *   <li>Cache: the part of its misses that the whole cache would have served, by its miss-ratio
 *       curve, times its time at HDFS; caused by those whose blocks were in the cache.
 *   <li>HDFS: its wait for I/O admission for all other misses; caused by those that moved bytes.
 *   <li>CPU: its wait for a handler, caused by those that used handlers; where the CPU is busy,
 *       also its handler time without CPU time, caused by those that used the CPU.
 * </ul>
 *
 * <p>What a tenant causes itself is left out. A loss is caused in proportion to use, so that two
 * sums for each tenant say as much as one for each pair, at a cost linear in the tenants.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Contention {
  /** Through what one tenant slows another. */
  enum Resource {
    CACHE,
    HDFS,
    CPU
  }

  private final Map<TenantId, Map<Resource, Double>> lost = new HashMap<>();
  private final Map<TenantId, Map<Resource, Double>> caused = new HashMap<>();

  private Contention() {}

  static Contention of(UsageReport report) {
    Contention contention = new Contention();
    contention.add(
        report,
        Resource.CACHE,
        usage -> missedByOthers(usage) * (usage.hdfsWaitFraction() + usage.hdfsReadFraction()),
        usage -> (double) usage.cacheBytes());
    contention.add(
        report,
        Resource.HDFS,
        usage -> (1 - missedByOthers(usage)) * usage.hdfsWaitFraction(),
        TenantUsage::hdfsChargedBytesPerSecond);
    contention.add(
        report, Resource.CPU, TenantUsage::queueWaitFraction, TenantUsage::handlerFraction);
    if (report.cpu().isBusy()) {
      contention.add(
          report,
          Resource.CPU,
          usage -> usage.handlerFraction() - usage.cpuFraction(),
          TenantUsage::cpuFraction);
    }
    return contention;
  }

  /** The part of a tenant's misses that the whole cache would have served, 0..1. */
  static double missedByOthers(TenantUsage usage) {
    MissRatioCurve missRatioCurve = usage.missRatioCurve();
    double misses = usage.cacheMissesPerSecond();
    if (misses <= 0 || missRatioCurve.samples() <= 0) {
      return 0;
    }
    double lookups = misses + usage.cacheHitsPerSecond();
    return Math.min(1, Math.max(0, 1 - missRatioCurve.missRatio(1) * lookups / misses));
  }

  private void add(
      UsageReport report,
      Resource through,
      ToDoubleFunction<TenantUsage> loss,
      ToDoubleFunction<TenantUsage> use) {
    List<TenantUsage> tenants = report.tenants();
    double[] parts = CurrentContention.parts(tenants, use);
    double[] losses =
        tenants.stream()
            .mapToDouble(loss)
            .map(lost -> lost >= CurrentContention.MIN_WAIT ? lost * report.windowSeconds() : 0)
            .toArray();
    double lostByAll = Arrays.stream(losses).sum();
    for (int i = 0; i < parts.length; i++) {
      add(lost, tenants.get(i).tenant(), through, losses[i] * (1 - parts[i]));
      add(caused, tenants.get(i).tenant(), through, parts[i] * (lostByAll - losses[i]));
    }
  }

  private static void add(
      Map<TenantId, Map<Resource, Double>> sums, TenantId tenant, Resource through, double part) {
    if (part > 0) {
      sums.computeIfAbsent(tenant, t -> new EnumMap<>(Resource.class))
          .merge(through, part, Double::sum);
    }
  }

  /** Request seconds that a tenant lost to others, by resource. */
  Map<Resource, Double> lostBy(TenantId tenant) {
    return lost.getOrDefault(tenant, Collections.emptyMap());
  }

  /** Request seconds that others lost to a tenant, by resource. */
  Map<Resource, Double> causedBy(TenantId tenant) {
    return caused.getOrDefault(tenant, Collections.emptyMap());
  }
}
