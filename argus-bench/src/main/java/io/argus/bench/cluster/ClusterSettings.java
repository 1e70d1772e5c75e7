package io.argus.bench.cluster;

import static io.argus.bench.basics.Argument.require;

import java.util.Map;
import java.util.TreeMap;

/**
 * The size of a cluster.
 *
 * @param regionServers number of region servers, at least 1
 * @param handlers handler threads per region server
 * @param regionServerHeapMegabytes heap of each region server
 * @param blockCacheBytes block cache of each region server
 * @param site further hbase-site properties
 */
public record ClusterSettings(
    int regionServers,
    int handlers,
    int regionServerHeapMegabytes,
    long blockCacheBytes,
    Map<String, String> site) {

  private static final double LARGEST_CACHE_FRACTION = 0.4;

  public ClusterSettings {
    require(regionServers >= 1, "regionServers", regionServers, "at least 1");
    require(handlers >= 1, "handlers", handlers, "at least 1");
    require(
        regionServerHeapMegabytes >= 256,
        "regionServerHeapMegabytes",
        regionServerHeapMegabytes,
        "at least 256");
    long largest = (long) (LARGEST_CACHE_FRACTION * ((long) regionServerHeapMegabytes << 20));
    require(
        blockCacheBytes > 0 && blockCacheBytes <= largest,
        "blockCacheBytes",
        blockCacheBytes,
        "1.." + largest + " (0.4 of the heap)");
    site = Map.copyOf(site);
  }

  /** One region server as in the published experiments, with a block cache of 200 MB. */
  public static ClusterSettings defaults() {
    return new ClusterSettings(1, 30, Role.REGIONSERVER.heapMegabytes(), 200L << 20, Map.of());
  }

  public ClusterSettings withRegionServers(int count) {
    return new ClusterSettings(count, handlers, regionServerHeapMegabytes, blockCacheBytes, site);
  }

  public ClusterSettings withBlockCacheBytes(long bytes) {
    return new ClusterSettings(regionServers, handlers, regionServerHeapMegabytes, bytes, site);
  }

  public ClusterSettings withSite(String key, String value) {
    Map<String, String> more = new TreeMap<>(site);
    more.put(key, value);
    return new ClusterSettings(
        regionServers, handlers, regionServerHeapMegabytes, blockCacheBytes, more);
  }

  /** {@code hfile.block.cache.size}: the block cache as a fraction of the region server's heap. */
  double blockCacheFraction() {
    return (double) blockCacheBytes / ((long) regionServerHeapMegabytes << 20);
  }
}
