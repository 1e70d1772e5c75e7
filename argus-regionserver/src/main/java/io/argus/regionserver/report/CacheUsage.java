package io.argus.regionserver.report;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.MissRatioCurve;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageCounter;
import io.argus.regionserver.cache.PartitionStatistics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What each tenant uses of the block cache: the sum of its levels. A share of the cache is the same
 * share of each level, so that the levels' miss-ratio curves add up.
 *
 * <p>Not safe for use by several threads.
 */
final class CacheUsage {
  private static final class Level {
    final Supplier<List<PartitionStatistics>> statistics;
    final LongSupplier capacityBytes;
    Map<TenantId, PartitionStatistics> before = new HashMap<>();

    Level(Supplier<List<PartitionStatistics>> statistics, LongSupplier capacityBytes) {
      this.statistics = statistics;
      this.capacityBytes = capacityBytes;
    }
  }

  private static final class Sum {
    long usedBytes;
    long limitBytes;
    long hits;
    long misses;
    MissRatioCurve missRatioCurve = MissRatioCurve.NONE;

    void add(PartitionStatistics now, @Nullable PartitionStatistics before, double seconds) {
      usedBytes += now.usedBytes();
      limitBytes += now.limitBytes();
      hits += since(now.hits(), before == null ? 0 : before.hits());
      misses += since(now.misses(), before == null ? 0 : before.misses());
      missRatioCurve = missRatioCurve.plus(now.curveSince(before, seconds));
    }

    /** A partition that is new since the last window counts from 0. */
    private static long since(long now, long before) {
      return now >= before ? now - before : now;
    }

    void addTo(TenantUsage.Builder usage, double seconds) {
      usage
          .cache(usedBytes, limitBytes, hits / seconds, misses / seconds)
          .missRatioCurve(missRatioCurve)
          .count(UsageCounter.CACHE_HITS, hits)
          .count(UsageCounter.CACHE_MISSES, misses)
          .count(UsageCounter.CACHE_USED_BYTE_SECONDS, Math.round(usedBytes * seconds))
          .count(UsageCounter.CACHE_RESERVED_BYTE_SECONDS, Math.round(limitBytes * seconds))
          .count(
              UsageCounter.CACHE_BORROWED_BYTE_SECONDS,
              Math.round(Math.max(0, usedBytes - limitBytes) * seconds));
    }
  }

  private final List<Level> levels = new ArrayList<>();

  void add(Supplier<List<PartitionStatistics>> statistics, LongSupplier capacityBytes) {
    levels.add(new Level(statistics, capacityBytes));
  }

  long capacityBytes() {
    return levels.stream().mapToLong(level -> level.capacityBytes.getAsLong()).sum();
  }

  /**
   * Adds the use since the last call to each tenant's usage.
   *
   * @param seconds length of that time
   */
  void addTo(Function<TenantId, TenantUsage.Builder> usages, double seconds) {
    Map<TenantId, Sum> sums = new HashMap<>();
    for (Level level : levels) {
      Map<TenantId, PartitionStatistics> now = new HashMap<>();
      for (PartitionStatistics partition : level.statistics.get()) {
        TenantId tenant = partition.tenant();
        if (!tenant.isNoTenant()) {
          now.put(tenant, partition);
          sums.computeIfAbsent(tenant, t -> new Sum())
              .add(partition, level.before.get(tenant), seconds);
        }
      }
      level.before = now;
    }
    sums.forEach((tenant, sum) -> sum.addTo(usages.apply(tenant), seconds));
  }
}
