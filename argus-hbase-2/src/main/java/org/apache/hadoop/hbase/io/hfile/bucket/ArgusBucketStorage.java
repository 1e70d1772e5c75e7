package org.apache.hadoop.hbase.io.hfile.bucket;

import io.argus.regionserver.BlockStorage;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockPriority;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hbase.thirdparty.io.netty.util.IllegalReferenceCountException;
import org.jspecify.annotations.Nullable;

/**
 * HBase's BucketCache as a storage whose blocks someone else chooses to evict. The cache stays the
 * object that HBase made, with its memory, its files and its threads.
 *
 * <p>Two of its fields are replaced. It adds the key of each stored block to a set, and removes it
 * when the block is gone: {@link ObservedKeys} tells the observer. And it takes a lock before it
 * chooses blocks to evict: {@link SpaceLock} lets the observer make room instead.
 *
 * <p>Safe for use by any thread.
 */
public final class ArgusBucketStorage implements BlockStorage<BlockCacheKey, BucketEntry> {
  /** Learns what changes in the storage, and makes room in it. Called by any thread. */
  public interface Observer {
    /** The block of a key was stored. */
    void stored(BlockCacheKey key);

    /** The block of a key was removed. Called under the lock of its place. */
    void removed(BlockCacheKey key);

    /** All blocks were removed. */
    void cleared();

    /** No place is free for a block. Returns whether that may have changed. */
    boolean makeRoom();
  }

  private final BucketCache cache;
  private final BucketPlaces places;
  private final BucketCacheStats stats;
  private final AtomicLong accesses;
  private final Field keys = field("blocksByHFile");
  private final Field lock = field("freeSpaceLock");
  private final Field errorStart = field("ioErrorStartTime");

  /** Whether HBase counts I/O errors now. */
  private volatile boolean failing;

  /**
   * @throws ReflectiveOperationException if this HBase's BucketCache has other fields
   */
  public ArgusBucketStorage(BucketCache cache) throws ReflectiveOperationException {
    this.cache = cache;
    this.stats = (BucketCacheStats) cache.getStats();
    this.accesses = (AtomicLong) field("accessCount").get(cache);
    this.places = new BucketPlaces(cache, (LongAdder) field("realCacheSize").get(cache));
  }

  /**
   * Tells an observer of every change from now on, first of the blocks that are stored already.
   *
   * @throws ReflectiveOperationException if a field cannot be replaced
   */
  public void observe(Observer observer) throws ReflectiveOperationException {
    @SuppressWarnings("unchecked")
    NavigableSet<BlockCacheKey> present = (NavigableSet<BlockCacheKey>) keys.get(cache);
    SpaceLock space = new SpaceLock((Lock) lock.get(cache), observer::makeRoom);
    ObservedKeys observed = new ObservedKeys(present, observer, space);
    keys.set(cache, observed);
    lock.set(cache, space);
    cache.getBackingMap().keySet().forEach(observer::stored);
  }

  private static Field field(String name) throws ReflectiveOperationException {
    Field field = BucketCache.class.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  /** The keys of the stored blocks, by file and offset. */
  private final class ObservedKeys extends ConcurrentSkipListSet<BlockCacheKey> {
    private static final long serialVersionUID = 1;
    private final transient Observer observer;
    private final transient SpaceLock space;

    ObservedKeys(NavigableSet<BlockCacheKey> present, Observer observer, SpaceLock space) {
      super(present.comparator());
      this.observer = observer;
      this.space = space;
      present.forEach(super::add);
    }

    @Override
    public boolean add(BlockCacheKey key) {
      boolean added = super.add(key);
      space.stored();
      observer.stored(key);
      return added;
    }

    /** Keeps a key whose block was replaced: HBase reports the old block's end after the start. */
    @Override
    public boolean remove(Object key) {
      boolean removed = super.remove(key);
      BlockCacheKey block = (BlockCacheKey) key;
      if (stored(block) != null) {
        super.add(block);
      }
      observer.removed(block);
      return removed;
    }

    @Override
    public void clear() {
      super.clear();
      observer.cleared();
    }
  }

  /**
   * Bytes that the blocks may take. HBase keeps some places free for writes under way. Each size of
   * blocks keeps a bucket, which blocks of other sizes cannot use.
   */
  public long capacityBytes() {
    BucketAllocator allocator = cache.getAllocator();
    double usable = 1 - (double) (places.sizes().count() - 1) / allocator.getBuckets().length;
    return (long) (cache.acceptableSize() * Math.max(0, usable));
  }

  /**
   * Looks for what HBase says of I/O errors. Call it every few seconds: HBase tolerates errors for
   * a minute.
   *
   * @return false after HBase has disabled the cache because of them
   * @throws IllegalStateException if this HBase does not tell
   */
  public boolean check() {
    try {
      failing = errorStart.getLong(cache) > 0;
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
    return cache.isCacheEnabled();
  }

  /**
   * Returns the block that is stored there, with a reference for the caller. This is BucketCache's
   * own way of reading without its search for the block and without its lock: a place is not used
   * again while somebody holds a reference to it. Returns null if the block is gone, cannot be
   * read, or HBase counts I/O errors now: then HBase has to look for it, since a block that it
   * reads ends the count.
   */
  public @Nullable Cacheable read(BucketEntry stored) {
    long start = System.nanoTime();
    if (failing || !retain(stored)) {
      return null;
    }
    boolean isCallers = false;
    try {
      if (stored.markedAsEvicted.get()) {
        return null;
      }
      Cacheable block = cache.ioEngine.read(stored);
      isCallers = cache.ioEngine.usesSharedMemory();
      stats.ioHit(System.nanoTime() - start);
      stored.access(accesses.incrementAndGet());
      return block;
    } catch (IOException e) {
      failing = true;
      return null;
    } finally {
      if (!isCallers) {
        stored.release();
      }
    }
  }

  /** Returns false if the block's place was freed before. */
  private static boolean retain(BucketEntry stored) {
    try {
      stored.retain();
      return true;
    } catch (IllegalReferenceCountException e) {
      return false;
    }
  }

  @Override
  public @Nullable BucketEntry stored(BlockCacheKey key) {
    return cache.getBackingMap().get(key);
  }

  /** A block that a response still refers to leaves at once; its place is freed after that. */
  @Override
  public void drop(BlockCacheKey key, BucketEntry stored) {
    if (stored(key) == stored && !cache.evictBlockIfNoRpcReferenced(key) && stored(key) == stored) {
      cache.evictBlock(key);
    }
  }

  /** The size of its place, which is that of the block rounded up to a bucket size. */
  @Override
  public long bytes(BucketEntry stored) {
    return cache.getAllocator().sizeOfAllocation(stored.offset());
  }

  @Override
  public String file(BlockCacheKey key) {
    return key.getHfileName();
  }

  @Override
  public boolean inMemory(BucketEntry stored) {
    return stored.getPriority() == BlockPriority.MEMORY;
  }

  /** The places in which the blocks are. */
  public BucketPlaces places() {
    return places;
  }
}
