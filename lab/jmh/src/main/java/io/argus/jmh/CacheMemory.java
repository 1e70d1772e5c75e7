package io.argus.jmh;

import com.google.gson.GsonBuilder;
import io.argus.hbase2.cache.ShimCache;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import org.apache.hadoop.hbase.io.hfile.BenchmarkBlocks;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures the heap that caches need per block: used heap after a garbage collection, before and
 * after the blocks are cached. All blocks share their bytes, so these do not count; keys, block
 * objects, maps and entries do.
 */
@Command(
    name = "memory",
    mixinStandardHelpOptions = true,
    description = {
      "Measures the heap that Argus's cache and HBase's caches need per cached block.",
      "It is used heap after a garbage collection. The bytes of the blocks themselves do not count;"
          + " keys, block objects, maps and entries do."
    })
public final class CacheMemory implements Callable<Integer> {
  /**
   * A cache under measurement.
   *
   * @param dataBlocks where their bytes are
   * @param of makes one with room for so many blocks
   */
  private record Subject(String name, String dataBlocks, LongFunction<BlockCache> of) {}

  /**
   * What one cache needs.
   *
   * @param heapBytes of all blocks
   * @param ratio to the first cache of the same place
   */
  record Figure(
      String cache, String dataBlocks, double heapBytes, double heapBytesPerBlock, double ratio) {}

  private record Report(long blocks, String java, List<Figure> caches) {}

  /** More than any of the caches takes a block for. */
  private static final int ROOM_BYTES = 2_048;

  private static final int TENANTS = 8;
  private static final long FIRST_LEVEL_BYTES = 1 << 20;
  private static final long WARM_UP_BLOCKS = 10_000;

  /** The caches, HBase's own before those that are compared with it. */
  private static final List<Subject> SUBJECTS =
      List.of(
          new Subject(
              "LruBlockCache",
              "heap",
              blocks -> Caches.lruBlockCache(blocks * ROOM_BYTES, ROOM_BYTES)),
          new Subject(
              "argus",
              "heap",
              blocks -> ShimCache.of(blocks * ROOM_BYTES, Caches.tenants(TENANTS))),
          new Subject("BucketCache", "offheap", CacheMemory::bucketCache),
          new Subject(
              "argus",
              "offheap",
              blocks ->
                  ShimCache.of(FIRST_LEVEL_BYTES, bucketCache(blocks), Caches.tenants(TENANTS))));

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the figures as JSON.")
  private @Nullable Path json;

  @Option(
      names = "--blocks",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Blocks to cache (default: ${DEFAULT-VALUE}).")
  private long blocks;

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new CacheMemory()).execute(arguments));
  }

  /** A bucket has 32 places, about as many as in a server with blocks of 64 KB. */
  private static BucketCache bucketCache(long blocks) {
    return Caches.bucketCache(
        blocks * (Blocks.PLACE_BYTES + 128), Blocks.PLACE_BYTES, 8 * Blocks.PLACE_BYTES);
  }

  @Override
  public Integer call() throws IOException {
    if (blocks < WARM_UP_BLOCKS) {
      throw new IllegalArgumentException(
          "blocks is " + blocks + "; must be at least " + WARM_UP_BLOCKS);
    }
    List<Figure> figures = measure(blocks);
    System.out.print(table(blocks, figures));
    if (json != null) {
      Report report = new Report(blocks, System.getProperty("java.version"), figures);
      String text = new GsonBuilder().setPrettyPrinting().create().toJson(report);
      Files.writeString(json, text + "\n");
    }
    return 0;
  }

  /** Measures every cache with so many blocks. */
  static List<Figure> measure(long blocks) {
    List<Figure> figures = new ArrayList<>();
    for (Subject subject : SUBJECTS) {
      heapBytes(subject, WARM_UP_BLOCKS); // loads and initialises classes
      double bytes = heapBytes(subject, blocks);
      double reference =
          figures.stream()
              .filter(other -> other.dataBlocks().equals(subject.dataBlocks()))
              .mapToDouble(Figure::heapBytes)
              .findFirst()
              .orElse(bytes);
      figures.add(
          new Figure(
              subject.name(), subject.dataBlocks(), bytes, bytes / blocks, bytes / reference));
    }
    return figures;
  }

  private static long heapBytes(Subject subject, long count) {
    Blocks keys = new Blocks(TENANTS);
    ByteBuffer shared = ByteBuffer.allocate(Blocks.BYTES);
    long before = usedHeapBytes();
    BlockCache cache = subject.of().apply(count);
    try {
      for (long i = 0; i < count; i++) {
        BlockCacheKey key = keys.key(i);
        cache.getBlock(key, true, false, true);
        Cacheable block = BenchmarkBlocks.of(shared.duplicate());
        cache.cacheBlock(key, block, false, true);
        block.release();
      }
      long bytes = usedHeapBytes() - before;
      if (cache.getBlockCount() != count) {
        throw new IllegalStateException(
            subject.name() + " has " + cache.getBlockCount() + " of " + count + " blocks");
      }
      return bytes;
    } finally {
      cache.shutdown();
    }
  }

  /** Collects garbage until no more is freed, also by writers that still have blocks to write. */
  private static long usedHeapBytes() {
    Runtime runtime = Runtime.getRuntime();
    long used = Long.MAX_VALUE;
    while (true) {
      System.gc();
      long now = runtime.totalMemory() - runtime.freeMemory();
      if (now >= used) {
        return used;
      }
      used = now;
    }
  }

  private static String table(long blocks, List<Figure> figures) {
    StringBuilder table = new StringBuilder();
    table.append(
        String.format(
            Locale.ROOT,
            "heap of %,d blocks without their own bytes%n%-12s %-14s %15s %6s%n",
            blocks,
            "data blocks",
            "cache",
            "bytes per block",
            "ratio"));
    for (Figure figure : figures) {
      table.append(
          String.format(
              Locale.ROOT,
              "%-12s %-14s %15.0f %6.2f%n",
              figure.dataBlocks(),
              figure.cache(),
              figure.heapBytesPerBlock(),
              figure.ratio()));
    }
    return table.toString();
  }
}
