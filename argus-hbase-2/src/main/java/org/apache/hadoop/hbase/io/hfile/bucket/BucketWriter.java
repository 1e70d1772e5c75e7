package org.apache.hadoop.hbase.io.hfile.bucket;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
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
  /** Of HBase 3: key, block, last access, whether in memory, timed, and prefetched. */
  private static final MethodType NEW_ENTRY =
      MethodType.methodType(
          BucketCache.RAMQueueEntry.class,
          BlockCacheKey.class,
          Cacheable.class,
          long.class,
          boolean.class,
          boolean.class,
          boolean.class);

  /** Of HBase 3: with memory for metadata, and the size from which on no prefetched block fits. */
  private static final MethodType WRITE =
      MethodType.methodType(
          BucketEntry.class,
          BucketCache.RAMQueueEntry.class,
          IOEngine.class,
          BucketAllocator.class,
          LongAdder.class,
          Function.class,
          ByteBuffer.class,
          Long.class);

  private final BucketCache cache;
  private final LongAdder storedBytes;
  private final MethodHandle newEntry;
  private final MethodHandle write;
  private final boolean isTimed;

  /**
   * @param storedBytes the cache's own count of the bytes it stores
   * @throws ReflectiveOperationException if this HBase's BucketCache writes in another way
   */
  BucketWriter(BucketCache cache, LongAdder storedBytes) throws ReflectiveOperationException {
    this.cache = cache;
    this.storedBytes = storedBytes;
    MethodHandles.Lookup members = MethodHandles.lookup();
    this.newEntry =
        taking(
            NEW_ENTRY,
            members.unreflectConstructor(
                BucketCache.RAMQueueEntry.class.getDeclaredConstructors()[0]));
    this.write =
        taking(WRITE, members.unreflect(method(BucketCache.RAMQueueEntry.class, "writeToCache")));
    this.isTimed = hasTimes() && cache.ioEngine instanceof FileIOEngine;
  }

  private static Method method(Class<?> owner, String name) throws NoSuchMethodException {
    return Arrays.stream(owner.getDeclaredMethods())
        .filter(each -> each.getName().equals(name))
        .findAny()
        .orElseThrow(() -> new NoSuchMethodException(owner.getName() + "." + name));
  }

  /** Makes a member of an earlier version take the parameters that it lacks, and ignore them. */
  private static MethodHandle taking(MethodType latest, MethodHandle member)
      throws NoSuchMethodException {
    int count = member.type().parameterCount();
    List<Class<?>> parameters = latest.parameterList();
    if (count > parameters.size()
        || !member.type().parameterList().equals(parameters.subList(0, count))) {
      throw new NoSuchMethodException(member + ": must take the first of " + parameters);
    }
    return MethodHandles.dropArguments(member, count, parameters.subList(count, parameters.size()));
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
      BucketCache.RAMQueueEntry entry =
          (BucketCache.RAMQueueEntry)
              newEntry.invokeExact(
                  key, block, before.getAccessCounter(), inMemory, isTimed, prefetched);
      return (BucketEntry)
          write.invokeExact(
              entry,
              cache.ioEngine,
              cache.getAllocator(),
              storedBytes,
              recycler,
              ByteBuffer.allocate(HFileBlock.BLOCK_METADATA_SPACE),
              (Long) Long.MAX_VALUE);
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IOException(e);
    }
  }
}
