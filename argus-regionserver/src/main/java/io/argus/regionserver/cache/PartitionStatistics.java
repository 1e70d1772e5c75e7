package io.argus.regionserver.cache;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.ReuseCurve;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one tenant's partition holds and has done since it exists; all counts only grow.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class PartitionStatistics {
  /** The counters of a partition; not written to once handed over. */
  static final class Counts {
    long hits;
    long misses;
    long insertions;
    long evictions;
    long removals;
    long rejections;
    BlockReuse.Counts reuse = BlockReuse.Counts.NONE;
  }

  private final TenantId tenant;
  private final long limitBytes;
  private final int blockCount;
  private final Map<Priority, Long> bytesByPriority;
  private final Counts counts;

  PartitionStatistics(
      TenantId tenant,
      long limitBytes,
      int blockCount,
      Map<Priority, Long> bytesByPriority,
      Counts counts) {
    this.tenant = tenant;
    this.limitBytes = limitBytes;
    this.blockCount = blockCount;
    this.bytesByPriority = bytesByPriority;
    this.counts = counts;
  }

  public TenantId tenant() {
    return tenant;
  }

  /** Bytes reserved for the tenant; more may be in use while the cache lends. */
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

  /** Bytes by the list they are in; a hit moves a block to multi access only at its turn there. */
  public long bytes(Priority priority) {
    return bytesByPriority.getOrDefault(priority, 0L);
  }

  public int blockCount() {
    return blockCount;
  }

  public long hits() {
    return counts.hits;
  }

  public long misses() {
    return counts.misses;
  }

  /** Blocks put. */
  public long insertions() {
    return counts.insertions;
  }

  /** Blocks given up to make room. */
  public long evictions() {
    return counts.evictions;
  }

  /** Blocks taken out on request: by key, by file, or all. */
  public long removals() {
    return counts.removals;
  }

  /** Blocks refused because they are bigger than the partition may become. */
  public long rejections() {
    return counts.rejections;
  }

  /**
   * What other shares of the cache would have brought since then: of lookups that hit, and of
   * blocks put, each of which a lookup had missed or will find.
   */
  public ReuseCurve reuseSince(@Nullable PartitionStatistics before, double seconds) {
    return counts.reuse.since(
        before == null ? BlockReuse.Counts.NONE : before.counts.reuse, seconds);
  }

  @Override
  public String toString() {
    return tenant + "{" + usedBytes() + " of " + limitBytes + " bytes, " + blockCount + " blocks}";
  }
}
