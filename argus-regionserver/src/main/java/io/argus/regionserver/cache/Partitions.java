package io.argus.regionserver.cache;

import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of a cache: the bytes reserved for each, and which of them evicts a block.
 *
 * <p>Safe for use by any thread. Reading takes no lock.
 *
 * @param <K> names a block
 * @param <V> a block
 */
final class Partitions<K, V> {
  private final Function<TenantId, Partition<K, V>> maker;
  private final ConcurrentHashMap<TenantId, Partition<K, V>> index = new ConcurrentHashMap<>();
  private final Partition<K, V> system;

  private final boolean mayBorrow;

  // Written under the monitor of this.
  private volatile boolean borrowing;
  private volatile Plan plan = Plan.equal(0, 0, Collections.emptyList());

  /** The sum of the plan's shares if rounding makes it exceed 1, else 1. */
  private volatile double shareSum = 1;

  /** Replaced, never changed. */
  private volatile List<Partition<K, V>> all = Collections.emptyList();

  /**
   * @param mayBorrow false if no tenant may use more than its reservation, whatever the plan says
   */
  Partitions(Function<TenantId, Partition<K, V>> maker, boolean mayBorrow) {
    this.maker = maker;
    this.mayBorrow = mayBorrow;
    this.borrowing = mayBorrow;
    this.system = of(PartitionedCache.SYSTEM);
  }

  /** Returns the partitions, oldest first. */
  List<Partition<K, V>> all() {
    return all;
  }

  /** Whether a tenant may use more than its reservation. */
  boolean borrowing() {
    return borrowing;
  }

  /** Returns the bytes of a tenant's blocks. */
  long usedBytes(TenantId tenant) {
    Partition<K, V> partition = index.get(tenant);
    return partition == null ? 0 : partition.usedBytes();
  }

  /** Returns a tenant's partition, new if there was none. */
  Partition<K, V> of(TenantId tenant) {
    Partition<K, V> partition = index.get(tenant);
    return partition == null ? make(tenant) : partition;
  }

  private synchronized Partition<K, V> make(TenantId tenant) {
    Partition<K, V> current = index.get(tenant);
    if (current != null) {
      return current;
    }
    Partition<K, V> made = maker.apply(tenant);
    made.share(plannedShare(tenant));
    List<Partition<K, V>> extended = new ArrayList<>(all);
    extended.add(made);
    all = extended;
    index.put(tenant, made);
    return made;
  }

  private double plannedShare(TenantId tenant) {
    return plan.reservation(tenant).map(Reservation::cacheShare).orElse(0.0) / shareSum;
  }

  /** See {@link PartitionedCache#apply}. */
  synchronized void apply(Plan newPlan) {
    plan = newPlan;
    shareSum =
        Math.max(1, newPlan.reservations().stream().mapToDouble(Reservation::cacheShare).sum());
    borrowing = mayBorrow && newPlan.borrowing();
    newPlan.reservations().forEach(reservation -> of(reservation.tenant()));
    all.forEach(partition -> partition.share(plannedShare(partition.tenant)));
    drop(Partition::retireIfEmpty);
  }

  /** See {@link PartitionedCache#dropIdle}. */
  synchronized void dropIdle() {
    drop(Partition::retireIfIdle);
  }

  /** Drops the partitions that are retired, of those that the plan does not name. */
  private synchronized void drop(Predicate<Partition<K, V>> retired) {
    List<Partition<K, V>> kept = new ArrayList<>();
    for (Partition<K, V> partition : all) {
      boolean named = partition == system || plan.reservation(partition.tenant).isPresent();
      if (named || !retired.test(partition)) {
        kept.add(partition);
      } else {
        index.remove(partition.tenant, partition);
      }
    }
    if (kept.size() < all.size()) {
      all = kept;
    }
  }

  /**
   * Returns the bytes reserved for a partition.
   *
   * @param capacityBytes size of the whole cache
   */
  long limitBytes(Partition<K, V> partition, long capacityBytes) {
    return limitBytes(partition, capacityBytes, protectedSystemBytes(capacityBytes));
  }

  private long limitBytes(Partition<K, V> partition, long capacityBytes, long systemBytes) {
    return partition == system
        ? mostSystemBytes(capacityBytes)
        : (long) (partition.share() * (capacityBytes - systemBytes));
  }

  private long mostSystemBytes(long capacityBytes) {
    long least = (long) (PartitionedCache.SYSTEM_PART * capacityBytes);
    long most = (long) (PartitionedCache.SYSTEM_IN_MEMORY_PART * capacityBytes);
    return Math.max(least, Math.min(most, system.inMemoryBytes()));
  }

  private long protectedSystemBytes(long capacityBytes) {
    return Math.min(system.usedBytes(), mostSystemBytes(capacityBytes));
  }

  /** Returns the partition with the highest bytes used / reserved, null if none is above 1. */
  @Nullable Partition<K, V> furthestOver(long capacityBytes) {
    Partition<K, V> furthest = null;
    double highest = 1;
    long mostUnreserved = 0;
    long systemBytes = protectedSystemBytes(capacityBytes);
    List<Partition<K, V>> current = all;
    for (int i = 0; i < current.size(); i++) {
      Partition<K, V> partition = current.get(i);
      long used = partition.usedBytes();
      long limit = limitBytes(partition, capacityBytes, systemBytes);
      if (limit > 0 && used > limit * highest) {
        furthest = partition;
        highest = (double) used / limit;
      } else if (limit == 0 && used > mostUnreserved) {
        furthest = partition;
        highest = Double.POSITIVE_INFINITY;
        mostUnreserved = used;
      }
    }
    return furthest;
  }
}
