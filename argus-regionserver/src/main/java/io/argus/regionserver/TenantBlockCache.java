package io.argus.regionserver;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentRegistry;
import io.argus.regionserver.cache.BlockFiles;
import io.argus.regionserver.cache.FileTenants;
import io.argus.regionserver.cache.PartitionedCache;
import io.argus.regionserver.cache.RecentFiles;
import io.argus.regionserver.io.IoAdmission;
import io.argus.regionserver.io.IoRequest;
import io.argus.regionserver.tenants.TableTenants;
import org.jspecify.annotations.Nullable;

/**
 * The partitioned cache as a platform's block cache uses it. HBase reads from HDFS exactly when a
 * lookup misses, so this is also where a request asks for I/O admission.
 *
 * <p>Nothing is thrown: a failure is counted as a fault of the component, and the block is read
 * from HDFS or not cached. Safe for use by any thread.
 *
 * @param <K> names a block
 * @param <V> a block
 */
public final class TenantBlockCache<K, V> {
  /** What each thread looked for in vain. */
  private static final ThreadLocal<Misses> MISSED = ThreadLocal.withInitial(Misses::new);

  private static final class Misses {
    /** The last one. If the thread puts that block, it has read it. */
    @Nullable Object key;

    long count;
  }

  private final PartitionedCache<K, V> blocks;
  private final BlockFiles<K, V, ?> files;
  private final FileTenants<K, V, ?> owners;
  private final IoAdmission io;
  private final ComponentRegistry components;

  <T> TenantBlockCache(
      PartitionedCache<K, V> blocks,
      BlockFiles<K, V, T> files,
      TableTenants<T> tables,
      RecentFiles<T> tableOfFile,
      IoAdmission io,
      ComponentRegistry components) {
    this.blocks = blocks;
    this.files = files;
    this.owners = new FileTenants<>(files, tables, tableOfFile);
    this.io = io;
    this.components = components;
  }

  /**
   * Returns the block of a key with a reference for the caller. Returns null, after I/O admission,
   * if the caller has to read it from HDFS.
   *
   * @param firstLookup false if the caller looks again under a lock, or only looks around
   * @param caching whether the caller would cache the block
   */
  public @Nullable V get(K key, boolean firstLookup, boolean caching) {
    boolean counts = counts(firstLookup, caching);
    V block = find(key, counts);
    lookedUp(key, firstLookup, caching, counts, block);
    return block;
  }

  /**
   * Whether a lookup counts as one of the block's owner: the first one of an access, unless the
   * thread works on no request and caches nothing of what it reads, as a compaction does. A thread
   * that works on no request and caches may read for one all the same, as a parallel seek does.
   */
  public boolean counts(boolean firstLookup, boolean caching) {
    return firstLookup && (caching || io.currentTenant() != null);
  }

  /**
   * Like {@link #get}, but leaves it to the caller to say how the lookup {@link #lookedUp} ended.
   */
  public @Nullable V find(K key, boolean counts) {
    try {
      return counts ? blocks.get(key) : blocks.getAgain(key);
    } catch (RuntimeException | LinkageError e) {
      fault(e);
      return null;
    }
  }

  /**
   * Notes how a lookup in all cache levels ended. After a first look that found nothing it returns
   * when the caller may read the block from HDFS. A caller that caches it looks once more before.
   *
   * @param block what was found, null if nothing was
   */
  public void lookedUp(
      K key, boolean firstLookup, boolean caching, boolean counts, @Nullable V block) {
    try {
      if (block != null && firstLookup) {
        IoRequest request = io.found();
        if (request != null) {
          request.found(files.bytes(block));
        }
      } else if (block != null) {
        io.afterRead();
      } else if (firstLookup) {
        if (counts) {
          miss(key);
        }
        io.beforeRead(caching ? key : null);
      }
    } catch (RuntimeException | LinkageError e) {
      fault(e);
    }
  }

  private void miss(K key) {
    Misses misses = MISSED.get();
    misses.key = key;
    misses.count++;
    TenantId owner = ownerOf(key, null);
    if (owner != null) {
      blocks.miss(owner);
    }
  }

  /** Returns how many blocks the calling thread has had to read from HDFS; it only grows. */
  public static long missesOfThread() {
    return MISSED.get().count;
  }

  private @Nullable TenantId ownerOf(K key, @Nullable V block) {
    return owners.ownerOf(key, block, io.currentTenant());
  }

  /**
   * Notes that the calling thread has read a block from HDFS, or has written it, and that it goes
   * to another cache level or nowhere. Returns whether the thread had looked for it in vain.
   */
  public boolean readForOtherLevel(K key, V block) {
    try {
      io.afterRead();
      ownerOf(key, block);
      return key.equals(MISSED.get().key);
    } catch (RuntimeException | LinkageError e) {
      fault(e);
      return false;
    }
  }

  /** Returns the owner of a block's file, null if its table is not known. */
  public @Nullable TenantId ownerOfFile(K key, @Nullable V block) {
    return owners.ownerOf(key, block, null);
  }

  /**
   * Caches a block that the calling thread has read from HDFS or written.
   *
   * @param replace whether it replaces a block of that key
   * @return whether the key is cached now
   */
  public boolean put(K key, V block, boolean inMemory, boolean replace) {
    try {
      io.afterRead();
      TenantId known = ownerOf(key, block);
      TenantId owner = known == null ? TenantId.DEFAULT : known;
      String file = files.file(key);
      if (replace) {
        blocks.evict(key);
      }
      boolean cached =
          key.equals(MISSED.get().key)
              ? blocks.put(key, block, owner, file, inMemory)
              : blocks.fill(key, block, owner, file, inMemory);
      return cached || blocks.contains(key);
    } catch (RuntimeException | LinkageError e) {
      fault(e);
      return false;
    }
  }

  /** Counts a fault in the platform's part of caching. */
  public void fault(Throwable fault) {
    components.fault(Component.CACHE, fault);
  }

  public boolean evict(K key) {
    try {
      return blocks.evict(key);
    } catch (RuntimeException | LinkageError e) {
      fault(e);
      return false;
    }
  }

  /** Removes the blocks of a file; returns how many there were. */
  public int evictFile(String file) {
    try {
      return blocks.evictFile(file);
    } catch (RuntimeException | LinkageError e) {
      fault(e);
      return 0;
    }
  }

  /** Returns the cache itself, for its size and its content. */
  public PartitionedCache<K, V> blocks() {
    return blocks;
  }
}
