package io.argus.regionserver;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.ComponentRegistry;
import io.argus.regionserver.cache.BlockFiles;
import io.argus.regionserver.cache.FileTenants;
import io.argus.regionserver.cache.PartitionedCache;
import io.argus.regionserver.hdfs.IoAdmission;
import io.argus.regionserver.tenants.TableTenants;
import org.jspecify.annotations.Nullable;

/**
 * The partitioned cache as a platform's block cache uses it. Since HBase reads from HDFS exactly
 * when a lookup finds nothing, this is also where a request comes to the HDFS gate.
 *
 * <p>Caching is a favour: whatever fails here is noted and counts as a miss, or as a block that was
 * not cached. Safe for use by any thread.
 *
 * @param <K> names a block
 * @param <V> a block
 */
public final class TenantBlockCache<K, V> {
  private final PartitionedCache<K, V> blocks;
  private final BlockFiles<K, V, ?> files;
  private final FileTenants<K, V, ?> owners;
  private final IoAdmission gate;
  private final ComponentRegistry components;

  <T> TenantBlockCache(
      PartitionedCache<K, V> blocks,
      BlockFiles<K, V, T> files,
      TableTenants<T> tables,
      IoAdmission gate,
      ComponentRegistry components) {
    this.blocks = blocks;
    this.files = files;
    this.owners = new FileTenants<>(files, tables);
    this.gate = gate;
    this.components = components;
  }

  /**
   * Returns the block of that key with a reference for the caller; null if it is to be read from
   * HDFS, whose gate the caller has then passed.
   *
   * @param firstLook false where the caller looks again under a lock, or does not count
   */
  public @Nullable V get(K key, boolean firstLook) {
    V block = null;
    try {
      block = blocks.get(key);
      if (block != null) {
        if (firstLook) {
          gate.found();
        } else {
          gate.afterRead();
        }
      } else if (firstLook) {
        TenantId owner = ownerOf(key, null);
        if (owner != null) {
          blocks.miss(owner);
        }
        gate.beforeRead();
      }
    } catch (RuntimeException | LinkageError e) {
      components.fault(RegionServerNode.CACHE_COMPONENT, e);
    }
    return block;
  }

  /** By its file or, where nothing tells of that, by the request that is about to read it. */
  private @Nullable TenantId ownerOf(K key, @Nullable V block) {
    TenantId owner = owners.ownerOf(key, block);
    return owner == null ? gate.currentTenant() : owner;
  }

  /**
   * Caches a block that the calling thread has read from HDFS or written.
   *
   * @param replace whether it takes the place of a block of that key
   * @return whether the key is cached now
   */
  public boolean put(K key, V block, boolean inMemory, boolean replace) {
    try {
      gate.afterRead();
      TenantId known = ownerOf(key, block);
      TenantId owner = known == null ? TenantId.DEFAULT : known;
      String file = files.file(key);
      boolean cached =
          replace
              ? blocks.replace(key, block, owner, file, inMemory)
              : blocks.put(key, block, owner, file, inMemory);
      return cached || blocks.contains(key);
    } catch (RuntimeException | LinkageError e) {
      components.fault(RegionServerNode.CACHE_COMPONENT, e);
      return false;
    }
  }

  /** Notes that the platform's part of caching failed once. */
  public void fault(Throwable fault) {
    components.fault(RegionServerNode.CACHE_COMPONENT, fault);
  }

  public boolean evict(K key) {
    try {
      return blocks.evict(key);
    } catch (RuntimeException | LinkageError e) {
      components.fault(RegionServerNode.CACHE_COMPONENT, e);
      return false;
    }
  }

  /** Takes out the blocks of a file and returns how many there were. */
  public int evictFile(String file) {
    try {
      return blocks.evictFile(file);
    } catch (RuntimeException | LinkageError e) {
      components.fault(RegionServerNode.CACHE_COMPONENT, e);
      return 0;
    }
  }

  /** The cache itself, for its size and its content. */
  public PartitionedCache<K, V> blocks() {
    return blocks;
  }
}
