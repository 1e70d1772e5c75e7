package org.apache.hadoop.hbase.io.hfile.bucket;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockPriority;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.jspecify.annotations.Nullable;

/**
 * Writes blocks to a BucketCache as its own writers do. Versions of HBase differ in how many
 * parameters that has: later ones have added some at the end.
 *
 * <p>Safe for use by any thread.
 */
final class BucketWriter {
  private final BucketCache cache;
  private final LongAdder storedBytes;
  private final Constructor<?> newEntry;
  private final Method writeToCache;
  private final boolean isTimed;

  /**
   * @param storedBytes the cache's own count of the bytes it stores
   * @throws NoSuchMethodException if this HBase's BucketCache writes in another way
   */
  BucketWriter(BucketCache cache, LongAdder storedBytes) throws NoSuchMethodException {
    this.cache = cache;
    this.storedBytes = storedBytes;
    this.newEntry = BucketCache.RAMQueueEntry.class.getDeclaredConstructors()[0];
    this.newEntry.setAccessible(true);
    this.writeToCache = method(BucketCache.RAMQueueEntry.class, "writeToCache");
    this.isTimed = hasTimes() && cache.ioEngine instanceof FileIOEngine;
  }

  private static Method method(Class<?> owner, String name) throws NoSuchMethodException {
    Method method =
        Arrays.stream(owner.getDeclaredMethods())
            .filter(each -> each.getName().equals(name))
            .findAny()
            .orElseThrow(() -> new NoSuchMethodException(owner.getName() + "." + name));
    method.setAccessible(true);
    return method;
  }

  /** HBase before 2.6 stores no times. */
  private boolean hasTimes() {
    try {
      return (boolean) BucketCache.class.getMethod("isCachePersistent").invoke(cache);
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  /** Returns the bytes that a block takes: with the time when it was stored, where that is. */
  int bytes(Cacheable block) {
    return block.getSerializedLength() + (isTimed ? Long.BYTES : 0);
  }

  /**
   * Writes a block; returns where it is now.
   *
   * @param before where it was
   * @throws IOException if there is no place for it, or it cannot be written
   */
  @Nullable BucketEntry write(BlockCacheKey key, Cacheable block, BucketEntry before)
      throws IOException {
    boolean inMemory = before.getPriority() == BlockPriority.MEMORY;
    boolean prefetched = false;
    // as its createRecycler, which is private before HBase 2.6.2
    Function<BucketEntry, ByteBuffAllocator.Recycler> recycler =
        written -> () -> cache.freeBucketEntry(written);
    try {
      Object entry =
          newEntry.newInstance(
              first(
                  newEntry.getParameterCount(),
                  key,
                  block,
                  before.getAccessCounter(),
                  inMemory,
                  isTimed,
                  prefetched));
      return (BucketEntry)
          writeToCache.invoke(
              entry,
              first(
                  writeToCache.getParameterCount(),
                  cache.ioEngine,
                  cache.getAllocator(),
                  storedBytes,
                  recycler,
                  ByteBuffer.allocate(HFileBlock.BLOCK_METADATA_SPACE),
                  Long.MAX_VALUE));
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof IOException
          ? (IOException) e.getCause()
          : new IOException(e.getCause());
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      throw new IOException(e);
    }
  }

  private static Object[] first(int count, Object... arguments) {
    return Arrays.copyOf(arguments, count);
  }
}
