package io.argus.regionserver.cache;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.MissRatioCurve;
import io.argus.regionserver.cache.CacheEntry.Priority;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The content of one tenant's partition, and its counters since it was created, which only grow.
 *
 * <p>Not written to once handed over; then safe for use by any thread.
 */
public final class PartitionStatistics {
  private final TenantId tenant;
  private final long limitBytes;
  final int blockCount;
  private final Map<Priority, Long> bytesByPriority;
  private final BlockReuse.Counts reuse;
  long hits;
  long misses;
  long insertions;
  long evictions;
  long removals;
  long rejections;

  PartitionStatistics(
      TenantId tenant,
      long limitBytes,
      int blockCount,
      Map<Priority, Long> bytesByPriority,
      BlockReuse.Counts reuse) {
    this.tenant = tenant;
    this.limitBytes = limitBytes;
    this.blockCount = blockCount;
    this.bytesByPriority = bytesByPriority;
    this.reuse = reuse;
  }

  public TenantId tenant() {
    return tenant;
  }

  /** Returns the bytes reserved for the tenant. It may use more while it borrows. */
  public long limitBytes() {
    return limitBytes;
  }

  public long usedBytes() {
    long sum = 0;
    for (long bytes : bytesByPriority.values()) {
      sum += bytes;
    }
    return sum;
  }

  /** Returns the bytes in a priority's list. A block that was hit changes lists only later. */
  long bytes(Priority priority) {
    return bytesByPriority.getOrDefault(priority, 0L);
  }

  public long hits() {
    return hits;
  }

  public long misses() {
    return misses;
  }

  /**
   * Returns the hits that other shares of the cache would have brought since earlier statistics.
   * Its accesses are the lookups that hit and the blocks put after a miss.
   */
  public MissRatioCurve curveSince(@Nullable PartitionStatistics before, double seconds) {
    return reuse.since(before == null ? BlockReuse.Counts.NONE : before.reuse, seconds);
  }

  @Override
  public String toString() {
    return tenant + "{" + usedBytes() + " of " + limitBytes + " bytes, " + blockCount + " blocks}";
  }
}
