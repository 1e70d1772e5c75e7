package io.argus.cluster;

import static io.argus.load.basics.Argument.require;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The size of a cluster.
 *
 * @param regionServers number of region servers, at least 1
 * @param handlers handler threads per region server
 * @param regionServerHeapMegabytes heap of each region server
 * @param blockCacheBytes block cache of each region server, without what a BucketCache has on the
 *     heap
 * @param site further hbase-site properties
 */
public record ClusterSettings(
    int regionServers,
    int handlers,
    int regionServerHeapMegabytes,
    long blockCacheBytes,
    BlockCacheKind blockCache,
    Map<String, String> site) {

  public ClusterSettings {
    require(regionServers >= 1, "regionServers", regionServers, "at least 1");
    require(handlers >= 1, "handlers", handlers, "at least 1");
    require(
        regionServerHeapMegabytes >= 256,
        "regionServerHeapMegabytes",
        regionServerHeapMegabytes,
        "at least 256");
    blockCache.requireFits(blockCacheBytes, bytes(regionServerHeapMegabytes));
    site = Map.copyOf(site);
  }

  /** A cluster with its data blocks on the heap. */
  public ClusterSettings(
      int regionServers,
      int handlers,
      int regionServerHeapMegabytes,
      long blockCacheBytes,
      Map<String, String> site) {
    this(
        regionServers,
        handlers,
        regionServerHeapMegabytes,
        blockCacheBytes,
        BlockCacheKind.HEAP,
        site);
  }

  /** One region server as in the published experiments, with a block cache of 200 MB. */
  public static ClusterSettings defaults() {
    return new ClusterSettings(1, 30, Role.REGIONSERVER.heapMegabytes(), 200L << 20, Map.of());
  }

  /** Several region servers have half the heap each: they share the memory of a machine. */
  public ClusterSettings withRegionServers(int count) {
    int heapMegabytes =
        count == 1 ? regionServerHeapMegabytes : Math.max(256, regionServerHeapMegabytes / 2);
    return new ClusterSettings(count, handlers, heapMegabytes, blockCacheBytes, blockCache, site);
  }

  public ClusterSettings withBlockCache(BlockCacheKind kind, long bytes) {
    return new ClusterSettings(
        regionServers, handlers, regionServerHeapMegabytes, bytes, kind, site);
  }

  public ClusterSettings withBlockCacheBytes(long bytes) {
    return withBlockCache(blockCache, bytes);
  }

  public ClusterSettings withSite(String key, String value) {
    Map<String, String> more = new TreeMap<>(site);
    more.put(key, value);
    return new ClusterSettings(
        regionServers, handlers, regionServerHeapMegabytes, blockCacheBytes, blockCache, more);
  }

  /** The hbase-site properties of the block cache; a BucketCache's files are in that directory. */
  Map<String, String> blockCacheSite(Path directory) {
    return blockCache.site(blockCacheBytes, bytes(regionServerHeapMegabytes), directory);
  }

  private static long bytes(int megabytes) {
    return (long) megabytes << 20;
  }
}
