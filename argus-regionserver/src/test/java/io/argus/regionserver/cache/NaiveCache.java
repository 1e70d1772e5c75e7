package io.argus.regionserver.cache;

import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The policy of {@link PartitionedCache} written down naively: lists, sums and searches. */
final class NaiveCache {
  private static final class Block {
    final String key;
    final long bytes;
    final TenantId tenant;
    final String file;
    Priority priority;
    boolean touched;

    Block(String key, long bytes, TenantId tenant, String file, Priority priority) {
      this.key = key;
      this.bytes = bytes;
      this.tenant = tenant;
      this.file = file;
      this.priority = priority;
    }
  }

  /** From the oldest to the youngest. */
  private final List<Block> blocks = new ArrayList<>();

  private final List<TenantId> tenants = new ArrayList<>(List.of(PartitionedCache.SYSTEM));
  private Map<TenantId, Double> shares = new HashMap<>();
  private boolean borrowing = true;
  private long capacity;

  NaiveCache(long capacity) {
    this.capacity = capacity;
  }

  boolean get(String key) {
    for (Block block : blocks) {
      if (block.key.equals(key)) {
        block.touched = true;
        return true;
      }
    }
    return false;
  }

  boolean put(String key, long bytes, TenantId tenant, String file, boolean inMemory) {
    if (blocks.stream().anyMatch(block -> block.key.equals(key))) {
      return false;
    }
    meet(tenant);
    if (bytes > most(tenant)) {
      return false;
    }
    Priority priority = inMemory ? Priority.IN_MEMORY : Priority.SINGLE_ACCESS;
    blocks.add(new Block(key, bytes, tenant, file, priority));
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
    long mostSystem = (long) (capacity * 0.05);
    if (tenant.equals(PartitionedCache.SYSTEM)) {
      return mostSystem;
    }
    long system = Math.min(mostSystem, used(PartitionedCache.SYSTEM));
    double sum = shares.values().stream().mapToDouble(Double::doubleValue).sum();
    return (long) (shares.getOrDefault(tenant, 0.0) / Math.max(1, sum) * (capacity - system));
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
    while (true) {
      Priority priority = mostOver(tenant);
      Block oldest =
          blocks.stream()
              .filter(b -> b.tenant.equals(tenant) && b.priority == priority)
              .findFirst()
              .orElseThrow();
      blocks.remove(oldest);
      if (!oldest.touched) {
        return;
      }
      oldest.touched = false;
      oldest.priority =
          priority == Priority.SINGLE_ACCESS ? Priority.MULTI_ACCESS : oldest.priority;
      blocks.add(oldest);
    }
  }

  private Priority mostOver(TenantId tenant) {
    long quarter = used(tenant) / 4;
    long inMemory = Math.min(quarter, bytes(tenant, Priority.IN_MEMORY));
    Map<Priority, Long> parts =
        Map.of(
            Priority.SINGLE_ACCESS, quarter,
            Priority.MULTI_ACCESS, used(tenant) - quarter - inMemory,
            Priority.IN_MEMORY, inMemory);
    Priority most = null;
    for (Priority priority : Priority.values()) {
      if (bytes(tenant, priority) > 0
          && (most == null || over(tenant, priority, parts) > over(tenant, most, parts))) {
        most = priority;
      }
    }
    if (most == null) {
      throw new AssertionError(tenant + " has no block to give up");
    }
    return most;
  }

  private long over(TenantId tenant, Priority priority, Map<Priority, Long> parts) {
    return bytes(tenant, priority) - parts.get(priority);
  }

  private long bytes(TenantId tenant, Priority priority) {
    return blocks.stream()
        .filter(b -> b.tenant.equals(tenant) && b.priority == priority)
        .mapToLong(b -> b.bytes)
        .sum();
  }
}
