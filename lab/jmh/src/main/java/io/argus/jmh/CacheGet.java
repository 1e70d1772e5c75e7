package io.argus.jmh;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
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

/** A hit on one of 20,000 cached blocks, chosen at random, with a new key for each lookup. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CacheGet {
  private static final int BLOCKS = 20_000;

  /** What a thread draws its keys from. */
  @State(Scope.Thread)
  public static class Draw {
    private final SplittableRandom random = new SplittableRandom();
  }

  @Param({"hbase", "argus"})
  public String subject = "";

  @Param({"heap", "offheap"})
  public String level = "";

  @Param("8")
  public int tenants;

  private Blocks blocks = new Blocks(1);
  private BlockCache cache = Caches.of("hbase", "heap", BLOCKS, 1);

  @Setup
  public void fill() {
    cache.shutdown();
    blocks = new Blocks(tenants);
    cache = Caches.of(subject, level, BLOCKS * 4L * Blocks.BYTES, tenants);
    for (int i = 0; i < BLOCKS; i++) {
      cache.cacheBlock(blocks.key(i), Blocks.block(), false, true);
    }
    if (cache.getBlockCount() != BLOCKS) {
      throw new IllegalStateException("only " + cache.getBlockCount() + " blocks are cached");
    }
  }

  @TearDown
  public void close() {
    cache.shutdown();
  }

  @Benchmark
  public Cacheable hit(Draw draw) {
    Cacheable block = cache.getBlock(blocks.key(draw.random.nextInt(BLOCKS)), true, false, true);
    if (block == null) {
      throw new IllegalStateException("a cached block was not found");
    }
    block.release();
    return block;
  }
}
