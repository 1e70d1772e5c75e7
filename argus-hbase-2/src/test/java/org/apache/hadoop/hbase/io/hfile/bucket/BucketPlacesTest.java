package org.apache.hadoop.hbase.io.hfile.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;
import org.apache.hadoop.hbase.nio.HBaseReferenceCounted;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks that move within a BucketCache in a file, whose map survives a restart. */
class BucketPlacesTest {
  private static final int BYTES = 16 * 1024;

  /** Of them, the last ones are in a bucket that has places to spare. */
  private static final int BLOCKS = 130;

  private static final org.apache.hadoop.fs.Path FILE =
      new org.apache.hadoop.fs.Path("/hbase/data/ns/table/region/family/file");

  @TempDir private Path directory;

  private BucketCache cache;
  private IOEngine engine;
  private BucketPlaces places;

  private static final class Unobserving implements ArgusBucketStorage.Observer {
    @Override
    public void stored(BlockCacheKey key) {}

    @Override
    public void removed(BlockCacheKey key) {}

    @Override
    public void cleared() {}

    @Override
    public boolean makeRoom() {
      return false;
    }
  }

  private void start() throws Exception {
    cache =
        BucketCaches.start(
            "file:" + directory.resolve("blocks"), 64L << 20, directory.resolve("map").toString());
    engine = cache.ioEngine;
    ArgusBucketStorage storage = new ArgusBucketStorage(cache);
    storage.observe(new Unobserving());
    places = storage.places();
    for (int i = 0; i < BLOCKS; i++) {
      cache.cacheBlock(key(i), HFileBlocks.of(BYTES, i));
      if (i % 40 == 0) {
        BucketCaches.awaitWriters(cache);
      }
    }
    BucketCaches.awaitWriters(cache);
  }

  @AfterEach
  void stop() throws ReflectiveOperationException {
    use(engine);
    cache.evictBlocksByHfileName(FILE.getName()); // later versions store keys in other messages
    cache.shutdown();
  }

  private static BlockCacheKey key(int block) {
    return new BlockCacheKey(FILE, block * 65_536L, true, BlockType.DATA);
  }

  private int bucketOf(int block) {
    return places.bucketOf(cache.getBackingMap().get(key(block)));
  }

  private Map<BlockCacheKey, HBaseReferenceCounted> blocksIn(int bucket) {
    Map<BlockCacheKey, HBaseReferenceCounted> blocks = new HashMap<>();
    cache
        .getBackingMap()
        .forEach(
            (key, stored) -> {
              if (places.bucketOf(stored) == bucket) {
                blocks.put(key, stored);
              }
            });
    return blocks;
  }

  private void requireAll() {
    for (int i = 0; i < BLOCKS; i++) {
      Cacheable block = cache.getBlock(key(i), true, false, true);
      assertThat(HFileBlocks.content(block)).isEqualTo(i);
      block.release();
    }
  }

  @Test
  void blocksLeaveTheirBucketAndHBasesFiguresStay() throws Exception {
    start();
    cache.fileCacheCompleted(FILE, 7);
    Map<String, Long> regions = new HashMap<>(cache.getRegionCachedInfo().orElseThrow());
    Set<BlockCacheKey> keys = Collections.newSetFromMap(new IdentityHashMap<>());
    keys.addAll(cache.getBackingMap().keySet());
    long used = BucketCaches.usedBytes(cache);
    long size = cache.getCurrentSize();
    for (int block : new int[] {BLOCKS - 1, 0}) {
      int bucket = bucketOf(block);
      Map<BlockCacheKey, HBaseReferenceCounted> moved = blocksIn(bucket);
      places.moveOut(bucket, moved);
      assertThat(blocksIn(bucket)).isEmpty();
      assertThat(cache.getAllocator().getBuckets()[bucket].isCompletelyFree()).isTrue();
      requireAll();
    }
    assertThat(cache.getRegionCachedInfo().orElseThrow()).isEqualTo(regions);
    assertThat(cache.getFullyCachedFiles().orElseThrow()).containsOnlyKeys(FILE.getName());
    assertThat(cache.getBlockCount()).isEqualTo(BLOCKS);
    assertThat(cache.getCurrentSize()).isEqualTo(size);
    assertThat(BucketCaches.usedBytes(cache)).isEqualTo(used);
    assertThat(keys).as("keys with their region").containsAll(cache.getBackingMap().keySet());
    assertThat(cache.evictBlocksByHfileName(FILE.getName())).isEqualTo(BLOCKS);
    assertThat(BucketCaches.usedBytes(cache)).isZero();
  }

  @Test
  void aBlockThatWasReplacedMeanwhileStaysAsItIs() throws Exception {
    start();
    int bucket = bucketOf(0);
    Map<BlockCacheKey, HBaseReferenceCounted> before = blocksIn(bucket);
    BucketCaches.storeAgain(cache, key(0), HFileBlocks.of(BYTES, 0));
    BucketEntry replaced = cache.getBackingMap().get(key(0));
    places.moveOut(bucket, before);
    assertThat(cache.getBackingMap().get(key(0))).isSameAs(replaced);
    requireAll();
    cache.evictBlocksByHfileName(FILE.getName());
    assertThat(BucketCaches.usedBytes(cache)).isZero();
  }

  @Test
  void whatMovesIsOnTheMediaBeforeTheMapSaysSo() throws Exception {
    start();
    int bucket = bucketOf(0);
    Map<BlockCacheKey, HBaseReferenceCounted> before = blocksIn(bucket);
    boolean[] written = {false};
    boolean[] synced = {false};
    onEngine(
        method -> {
          if (method.equals("write")) {
            assertThat(synced[0]).as("writes before it syncs").isFalse();
            written[0] = true;
          } else if (method.equals("sync")) {
            synced[0] = written[0];
            assertThat(cache.getBackingMap().entrySet().containsAll(before.entrySet())).isTrue();
          }
        });
    places.moveOut(bucket, before);
    assertThat(synced[0]).isTrue();
    assertThat(blocksIn(bucket)).isEmpty();
  }

  @Test
  void whatCannotBeWrittenStaysWhereItIs() throws Exception {
    start();
    long used = BucketCaches.usedBytes(cache);
    int bucket = bucketOf(0);
    Map<BlockCacheKey, HBaseReferenceCounted> before = blocksIn(bucket);
    onEngine(
        method -> {
          if (method.equals("sync")) {
            throw new IOException("broken by the test");
          }
        });
    assertThatIOException().isThrownBy(() -> places.moveOut(bucket, before));
    assertThat(blocksIn(bucket)).isEqualTo(before);
    assertThat(BucketCaches.usedBytes(cache)).isEqualTo(used);
    requireAll();
  }

  private interface Before {
    void call(String method) throws IOException;
  }

  private void onEngine(Before before) throws ReflectiveOperationException {
    use(
        (IOEngine)
            Proxy.newProxyInstance(
                IOEngine.class.getClassLoader(),
                new Class<?>[] {IOEngine.class},
                (proxy, method, arguments) -> {
                  before.call(method.getName());
                  return method.invoke(engine, arguments);
                }));
  }

  private void use(IOEngine used) throws ReflectiveOperationException {
    Field field = BucketCache.class.getDeclaredField("ioEngine");
    field.setAccessible(true);
    field.set(cache, used);
  }
}
