package org.apache.hadoop.hbase.io.hfile.bucket;

import io.argus.regionserver.TenantBlockIndex;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.function.BiPredicate;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockPriority;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.nio.HBaseReferenceCounted;
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
 * <p>Outside this package a stored block goes by the interface that it implements, since HBase
 * before 2.6 keeps its class to itself.
 *
 * <p>Safe for use by any thread.
 */
public final class ArgusBucketStorage
    implements TenantBlockIndex.Storage<BlockCacheKey, HBaseReferenceCounted> {
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
  private final BucketStart start;
  private final StaleBlocks stale;
  private final BucketPlaces places;
  private final BucketCacheStats stats;
  private final AtomicLong accesses;
  private final Field keys = field("blocksByHFile");
  private final Field lock = field("freeSpaceLock");
  private final Field map = field("backingMap");
  private final Field errorStart = field("ioErrorStartTime");

  /** The cache's own map, once it has started. */
  private volatile Map<BlockCacheKey, BucketEntry> entries = Collections.emptyMap();

  /** Whether HBase counts I/O errors now. */
  private volatile boolean failing;

  /**
   * @throws ReflectiveOperationException if this HBase's BucketCache has other members
   */
  public ArgusBucketStorage(BucketCache cache) throws ReflectiveOperationException {
    this.cache = cache;
    this.start = new BucketStart(cache);
    this.stale = new StaleBlocks(cache);
    this.stats = (BucketCacheStats) cache.getStats();
    this.accesses = (AtomicLong) field("accessCount").get(cache);
    this.places =
        new BucketPlaces(
            cache,
            this::stored,
            new BucketWriter(cache, (LongAdder) field("realCacheSize").get(cache)));
  }

  /** Whether the cache has started, and can be observed. */
  public boolean hasStarted() {
    return start.isOver();
  }

  /**
   * Reports every change to an observer from now on, first of the blocks that are stored already.
   * The cache must have started.
   *
   * @throws ReflectiveOperationException if a field cannot be replaced
   */
  @SuppressWarnings("unchecked") // the types of the fields
  public void observe(Observer observer) throws ReflectiveOperationException {
    entries = (Map<BlockCacheKey, BucketEntry>) map.get(cache);
    NavigableSet<BlockCacheKey> current = (NavigableSet<BlockCacheKey>) keys.get(cache);
    SpaceLock space = new SpaceLock((Lock) lock.get(cache), observer::makeRoom);
    ObservedKeys observed = new ObservedKeys(current, observer, space);
    keys.set(cache, observed);
    lock.set(cache, space);
    entries.keySet().forEach(observed::add); // also what was stored while the set was copied
  }

  private static Field field(String name) throws ReflectiveOperationException {
    try {
      Field field = BucketCache.class.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException e) {
      throw new NoSuchFieldException(BucketCache.class.getName() + "." + name);
    }
  }

  /** The keys of the stored blocks, by file and offset. */
  private final class ObservedKeys extends ConcurrentSkipListSet<BlockCacheKey> {
    private static final long serialVersionUID = 1;
    private final transient Observer observer;
    private final transient SpaceLock space;

    ObservedKeys(NavigableSet<BlockCacheKey> current, Observer observer, SpaceLock space) {
      super(current.comparator());
      this.observer = observer;
      this.space = space;
      current.forEach(super::add);
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
    if (!hasStarted()) {
      return cache.getMaxSize();
    }
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
  public @Nullable Cacheable read(HBaseReferenceCounted place) {
    BucketEntry stored = (BucketEntry) place;
    long began = System.nanoTime();
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
      stats.ioHit(System.nanoTime() - began);
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
  public @Nullable HBaseReferenceCounted stored(BlockCacheKey key) {
    return entries.get(key);
  }

  /** A block that a response still refers to leaves at once; its place is freed after that. */
  @Override
  public void drop(BlockCacheKey key, HBaseReferenceCounted stored) {
    if (stored(key) == stored && !cache.evictBlockIfNoRpcReferenced(key) && stored(key) == stored) {
      cache.evictBlock(key);
    }
  }

  /** The size of its place, which is that of the block rounded up to a bucket size. */
  @Override
  public long bytes(HBaseReferenceCounted stored) {
    return cache.getAllocator().sizeOfAllocation(((BucketEntry) stored).offset());
  }

  @Override
  public String file(BlockCacheKey key) {
    return key.getHfileName();
  }

  @Override
  public boolean inMemory(HBaseReferenceCounted stored) {
    return ((BucketEntry) stored).getPriority() == BlockPriority.MEMORY;
  }

  /**
   * Returns which blocks HBase would evict before all others now; null if there are none.
   *
   * @throws ReflectiveOperationException if HBase does not tell
   */
  public @Nullable BiPredicate<BlockCacheKey, HBaseReferenceCounted> stale()
      throws ReflectiveOperationException {
    return stale.now();
  }

  /** The places in which the blocks are. */
  public BucketPlaces places() {
    return places;
  }
}
