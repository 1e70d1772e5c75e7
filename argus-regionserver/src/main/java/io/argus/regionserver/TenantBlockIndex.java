package io.argus.regionserver;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentRegistry;
import io.argus.regionserver.cache.BlockReferences;
import io.argus.regionserver.cache.PartitionStatistics;
import io.argus.regionserver.cache.PartitionedCache;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of a cache level whose blocks the platform stores itself: whose block each is, and
 * which one has to leave for another.
 *
 * <p>The storage changes by itself, too, so the index follows it: {@link #stored} and {@link
 * #removed} make the index agree with the storage for one key, whatever happened there meanwhile.
 * Nothing is thrown: a failure is counted as a fault of the component. Safe for use by any thread.
 *
 * @param <K> names a block
 * @param <S> where a block is stored
 */
public final class TenantBlockIndex<K, S> {
  /**
   * Port to a cache level whose blocks the platform stores itself, such as HBase's BucketCache.
   *
   * <p>Called by any thread. Implementations never call {@link TenantBlockIndex#stored} under a
   * lock that {@link #drop} takes.
   *
   * @param <K> names a block
   * @param <S> where a block is stored; a block that is stored anew has another one
   */
  public interface Storage<K, S> {
    /** Returns where a block is stored now, null if it is not stored. */
    @Nullable S stored(K key);

    /** Removes a block if it is still stored there. */
    void drop(K key, S stored);

    /** Returns the bytes that a block takes in the storage. */
    long bytes(S stored);

    /** Returns the name of the block's file. */
    String file(K key);

    /** Whether the block has in-memory priority. */
    boolean inMemory(S stored);
  }

  /**
   * Far more than wait for the platform's writers at a time. What is left in the set above it
   * belongs to blocks that the platform has dropped on their way.
   */
  private static final int MAX_REQUESTED = 10_000;

  private final Storage<K, S> storage;
  private final Function<K, @Nullable TenantId> owners;
  private final ComponentRegistry components;
  private final PartitionedCache<K, S> blocks;

  /** The blocks on their way to the storage that were looked for in vain before. */
  private final Set<K> requested = ConcurrentHashMap.newKeySet();

  /**
   * @param owners returns the owner of a block's file, null if its table is not known
   */
  TenantBlockIndex(
      long capacityBytes,
      Storage<K, S> storage,
      Function<K, @Nullable TenantId> owners,
      ComponentRegistry components) {
    this.storage = storage;
    this.owners = owners;
    this.components = components;
    this.blocks = new PartitionedCache<>(capacityBytes, new DroppedWhenEvicted<>(storage));
  }

  /** The storage holds one reference to each of its blocks: a block that leaves is dropped. */
  private static final class DroppedWhenEvicted<K, S> implements BlockReferences<K, S> {
    private final Storage<K, S> storage;

    DroppedWhenEvicted(Storage<K, S> storage) {
      this.storage = storage;
    }

    @Override
    public boolean retain(S stored) {
      return true;
    }

    @Override
    public void release(S stored) {}

    @Override
    public long heapBytes(K key, S stored) {
      return storage.bytes(stored);
    }

    @Override
    public void left(K key, S stored, long bytes) {
      storage.drop(key, stored);
    }
  }

  /**
   * Returns where a block is stored; null if it is not in the index.
   *
   * @param counts whether it counts as a hit
   */
  public @Nullable S find(K key, boolean counts) {
    try {
      return counts ? blocks.get(key) : blocks.getAgain(key);
    } catch (RuntimeException | LinkageError e) {
      fault(e);
      return null;
    }
  }

  /**
   * Notes that a block was read after a lookup found nothing, and goes to the storage. The platform
   * stores it later, in a thread that knows nothing of that. A block that is stored without this is
   * one that nobody has asked for: written or read ahead, from before a restart, or moved.
   */
  public void readAfterMiss(K key) {
    if (requested.size() >= MAX_REQUESTED) {
      requested.clear();
    }
    requested.add(key);
  }

  /** Makes the index agree with the storage after the block of a key was stored. */
  public void stored(K key) {
    try {
      S stored;
      do {
        stored = storage.stored(key);
        if (stored == null) {
          removed(key);
        } else {
          index(key, stored);
        }
      } while (storage.stored(key) != stored);
    } catch (RuntimeException | LinkageError e) {
      fault(e);
    }
  }

  /**
   * Makes the index agree with the storage after the block of a key was removed. It evicts no other
   * block, so that it may be called under a lock of the storage.
   */
  public void removed(K key) {
    try {
      S known = blocks.peek(key);
      if (known != null && storage.stored(key) != known) {
        blocks.evict(key, known);
      }
    } catch (RuntimeException | LinkageError e) {
      fault(e);
    }
  }

  private void index(K key, S stored) {
    boolean afterMiss = requested.remove(key);
    S known = blocks.peek(key);
    if (known == stored) {
      return;
    }
    String file = storage.file(key);
    if (known != null && blocks.replace(key, known, stored, file)) {
      return;
    }
    TenantId owner = ownerOf(key);
    boolean inMemory = storage.inMemory(stored);
    boolean indexed =
        afterMiss
            ? blocks.put(key, stored, owner, file, inMemory)
            : blocks.fill(key, stored, owner, file, inMemory);
    if (!indexed && !blocks.contains(key)) {
      storage.drop(key, stored);
    }
  }

  /** Returns the owner of a block's file, {@link TenantId#UNKNOWN} if its table is not known. */
  public TenantId ownerOf(K key) {
    TenantId owner = owners.apply(key);
    return owner == null ? TenantId.UNKNOWN : owner;
  }

  /** Whether some blocks belong to files whose table is not known. */
  public boolean hasUnknown() {
    return blocks.usedBytes(TenantId.UNKNOWN) > 0;
  }

  /** Makes the blocks of a file belong to a tenant. */
  public void assign(String file, TenantId tenant) {
    try {
      blocks.reassign(file, tenant);
    } catch (RuntimeException | LinkageError e) {
      fault(e);
    }
  }

  /** Notes that the storage was emptied. */
  public void clear() {
    try {
      blocks.clear();
    } catch (RuntimeException | LinkageError e) {
      fault(e);
    }
  }

  /** Returns how many bytes each tenant uses above its reservation, without those within it. */
  public Map<TenantId, Long> excessBytes() {
    Map<TenantId, Long> excess = new HashMap<>();
    for (PartitionStatistics partition : blocks.statistics()) {
      long above = partition.usedBytes() - (blocks.isIsolating() ? partition.limitBytes() : 0);
      if (above > 0) {
        excess.put(partition.tenant(), above);
      }
    }
    return excess;
  }

  /** Sets the bytes that the blocks may take. */
  public void resize(long capacityBytes) {
    try {
      blocks.resize(capacityBytes);
    } catch (RuntimeException | LinkageError e) {
      fault(e);
    }
  }

  /** Counts a fault in the platform's part of the cache level. */
  public void fault(Throwable fault) {
    components.fault(Component.CACHE, fault);
  }

  /** Returns the partitions, for their size and content. */
  public PartitionedCache<K, S> blocks() {
    return blocks;
  }
}
