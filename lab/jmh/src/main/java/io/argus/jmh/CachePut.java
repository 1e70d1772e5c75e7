package io.argus.jmh;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A put of a new block into a full cache of some 20,000 blocks, with the lookup that finds nothing
 * before it and the eviction it causes.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CachePut {
  private static final int BLOCKS = 20_000;

  @Param({"hbase", "argus"})
  public String subject = "";

  @Param({"heap", "offheap"})
  public String level = "";

  @Param({"1", "64"})
  public int tenants;

  private Blocks blocks = new Blocks(1);
  private BlockCache cache = Caches.of("hbase", "heap", BLOCKS, 1);
  private final Cacheable block = Blocks.block();
  private long next;

  @Setup
  public void fill() {
    cache.shutdown();
    blocks = new Blocks(tenants);
    cache = Caches.of(subject, level, BLOCKS * (Blocks.BYTES + 512L), tenants);
    for (int i = 0; i < 2 * BLOCKS; i++) {
      put();
    }
  }

  @TearDown
  public void close() {
    cache.shutdown();
  }

  long blockCount() {
    return cache.getBlockCount();
  }

  @Benchmark
  public long put() {
    BlockCacheKey key = blocks.key(next);
    cache.getBlock(key, true, false, true);
    cache.cacheBlock(key, block, false, true);
    return next++;
  }
}
