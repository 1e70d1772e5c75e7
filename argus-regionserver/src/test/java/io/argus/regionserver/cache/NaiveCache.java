package io.argus.regionserver.cache;

import io.argus.core.tenant.TenantId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeSet;

/**
 * What {@link PartitionedCache} guarantees with any replacement policy, written down naively:
 * lists, sums and searches. Which block of a tenant goes is the policy's choice; the model follows
 * it, and fails if the block is of another tenant or its in-memory priority protects it.
 */
final class NaiveCache {
  private static final class Block {
    final String key;
    final long bytes;
    final TenantId tenant;
    final String file;
    final boolean inMemory;

    Block(String key, long bytes, TenantId tenant, String file, boolean inMemory) {
      this.key = key;
      this.bytes = bytes;
      this.tenant = tenant;
      this.file = file;
      this.inMemory = inMemory;
    }
  }

  /** The keys that the cache has evicted and the model has not. */
  final Queue<String> evicted = new ArrayDeque<>();

  private final List<Block> blocks = new ArrayList<>();

  private final List<TenantId> tenants = new ArrayList<>(List.of(PartitionedCache.SYSTEM));
  private Map<TenantId, Double> shares = new HashMap<>();
  private boolean borrowing = true;
  private long capacity;

  NaiveCache(long capacity) {
    this.capacity = capacity;
  }

  boolean get(String key) {
    return blocks.stream().anyMatch(block -> block.key.equals(key));
  }

  boolean put(String key, long bytes, TenantId tenant, String file, boolean inMemory) {
    meet(tenant);
    if (bytes > most(tenant) || get(key)) {
      return false;
    }
    blocks.add(new Block(key, bytes, tenant, file, inMemory));
    makeRoom(tenant);
    return true;
  }

  void meet(TenantId tenant) {
    if (!tenants.contains(tenant)) {
      tenants.add(tenant);
    }
  }

  boolean evict(String key) {
    return blocks.removeIf(block -> block.key.equals(key));
  }

  int evictFile(String file) {
    int before = blocks.size();
    blocks.removeIf(block -> block.file.equals(file));
    return before - blocks.size();
  }

  void resize(long newCapacity) {
    capacity = newCapacity;
    tenants.forEach(this::makeRoom);
  }

  void apply(boolean newBorrowing, Map<TenantId, Double> newShares) {
    borrowing = newBorrowing;
    shares = newShares;
    newShares.keySet().stream().sorted().forEach(this::meet);
    tenants.removeIf(
        tenant ->
            !tenant.equals(PartitionedCache.SYSTEM)
                && !newShares.containsKey(tenant)
                && used(tenant) == 0);
    tenants.forEach(this::makeRoom);
  }

  TreeSet<String> keys() {
    TreeSet<String> keys = new TreeSet<>();
    blocks.forEach(block -> keys.add(block.key));
    return keys;
  }

  long used(TenantId tenant) {
    return blocks.stream().filter(b -> b.tenant.equals(tenant)).mapToLong(b -> b.bytes).sum();
  }

  long limit(TenantId tenant) {
    long mostSystem = mostSystem();
    if (tenant.equals(PartitionedCache.SYSTEM)) {
      return mostSystem;
    }
    long system = Math.min(mostSystem, used(PartitionedCache.SYSTEM));
    double sum = shares.values().stream().mapToDouble(Double::doubleValue).sum();
    return (long) (shares.getOrDefault(tenant, 0.0) / Math.max(1, sum) * (capacity - system));
  }

  /** System blocks in memory keep a quarter of the cache, others a twentieth. */
  private long mostSystem() {
    long inMemory =
        blocks.stream()
            .filter(b -> b.tenant.equals(PartitionedCache.SYSTEM) && b.inMemory)
            .mapToLong(b -> b.bytes)
            .sum();
    return Math.max((long) (capacity * 0.05), Math.min((long) (capacity * 0.25), inMemory));
  }

  private long most(TenantId tenant) {
    return borrowing ? capacity : limit(tenant);
  }

  private void makeRoom(TenantId tenant) {
    while (used(tenant) > most(tenant)) {
      evictOne(tenant);
    }
    while (tenants.stream().mapToLong(this::used).sum() > capacity) {
      evictOne(furthestOver());
    }
  }

  private TenantId furthestOver() {
    TenantId furthest = null;
    double highest = 1;
    long mostUnreserved = 0;
    for (TenantId tenant : tenants) {
      if (limit(tenant) == 0 && used(tenant) > mostUnreserved) {
        furthest = tenant;
        mostUnreserved = used(tenant);
      } else if (mostUnreserved == 0
          && limit(tenant) > 0
          && used(tenant) > limit(tenant) * highest) {
        furthest = tenant;
        highest = used(tenant) / (double) limit(tenant);
      }
    }
    if (furthest == null) {
      throw new AssertionError("nobody is over though the whole is");
    }
    return furthest;
  }

  private void evictOne(TenantId tenant) {
    String key = evicted.remove();
    Block victim = blocks.stream().filter(b -> b.key.equals(key)).findFirst().orElseThrow();
    if (!victim.tenant.equals(tenant)) {
      throw new AssertionError(victim.tenant + " lost a block instead of " + tenant);
    }
    long inMemory = inMemory(tenant);
    if (victim.inMemory && inMemory <= used(tenant) / 4 && inMemory < used(tenant)) {
      throw new AssertionError(key + " lost its in-memory priority");
    }
    blocks.remove(victim);
  }

  private long inMemory(TenantId tenant) {
    return blocks.stream()
        .filter(b -> b.tenant.equals(tenant) && b.inMemory)
        .mapToLong(b -> b.bytes)
        .sum();
  }
}
