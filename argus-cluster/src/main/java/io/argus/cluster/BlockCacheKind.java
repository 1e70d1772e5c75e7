package io.argus.cluster;

import static io.argus.load.basics.Argument.require;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Where a region server keeps its data blocks: on the heap, or in a BucketCache that holds the same
 * number of bytes. Beside a BucketCache, index and bloom blocks are in an on-heap cache of their
 * own.
 *
 * <p>Immutable.
 */
public enum BlockCacheKind {
  HEAP,
  OFFHEAP,
  FILE,
  MMAP;

  private static final double MAX_HEAP_FRACTION = 0.4;

  /** The index and bloom blocks of some ten tables of an experiment, several times over. */
  private static final long INDEX_BYTES = 32L << 20;

  private static final long MIN_BUCKET_CACHE_BYTES = 1L << 20;

  /** Places for HBase's own small tables, and for an experiment's blocks of 64 KB and a header. */
  private static final String BUCKET_SIZES = "9216,66560";

  /** The part of a BucketCache that HBase fills; it keeps the rest free for writes under way. */
  private static final double FILLED_PART = 0.95;

  /** Direct memory beside the cache, such as the buffers of requests. */
  private static final long OTHER_DIRECT_MEGABYTES = 1024;

  private static final double MEGABYTE = 1 << 20;

  /** The kind of that name, in lower case as {@link #label()} has it. */
  public static BlockCacheKind named(String name) {
    return Arrays.stream(values())
        .filter(kind -> kind.label().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    Arrays.stream(values())
                        .map(BlockCacheKind::label)
                        .collect(
                            Collectors.joining(", ", "block cache is " + name + "; choose ", ""))));
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  void requireFits(long bytes, long heapBytes) {
    if (this == HEAP) {
      long largest = (long) (MAX_HEAP_FRACTION * heapBytes);
      require(
          bytes > 0 && bytes <= largest,
          "blockCacheBytes",
          bytes,
          "1.." + largest + " (0.4 of the heap)");
    } else {
      require(
          bytes >= MIN_BUCKET_CACHE_BYTES,
          "blockCacheBytes",
          bytes,
          "at least " + MIN_BUCKET_CACHE_BYTES + " for a BucketCache");
    }
  }

  /**
   * The hbase-site properties of such a cache. HBase inserts the port in the name of the file, so
   * that each region server has a file of its own.
   *
   * @param directory of BucketCache's files
   */
  Map<String, String> site(long bytes, long heapBytes, Path directory) {
    String heapFraction = "hfile.block.cache.size";
    if (this == HEAP) {
      return Map.of(heapFraction, Double.toString((double) bytes / heapBytes));
    }
    String file = ":" + directory.resolve("bucketcache-${hbase.regionserver.port}");
    return Map.of(
        heapFraction,
        Double.toString((double) INDEX_BYTES / heapBytes),
        "hbase.bucketcache.ioengine",
        this == OFFHEAP ? label() : label() + file,
        "hbase.bucketcache.size",
        Double.toString(bucketCacheMegabytes(bytes)),
        "hbase.bucketcache.bucket.sizes",
        BUCKET_SIZES);
  }

  private static double bucketCacheMegabytes(long bytes) {
    return bytes / FILLED_PART / MEGABYTE;
  }

  /** The JVM flags of a region server with such a cache. */
  List<String> jvmFlags(long bytes) {
    long megabytes = (long) Math.ceil(bucketCacheMegabytes(bytes)) + OTHER_DIRECT_MEGABYTES;
    return this == OFFHEAP ? List.of("-XX:MaxDirectMemorySize=" + megabytes + "m") : List.of();
  }
}
