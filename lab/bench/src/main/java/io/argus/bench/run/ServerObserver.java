package io.argus.bench.run;

import java.util.Map;

/**
 * Looks up how the servers see each tenant now.
 *
 * <p>Called by many threads, one at a time.
 */
@FunctionalInterface
public interface ServerObserver {
  /** Sees nothing. */
  ServerObserver NONE = secondsLeft -> Map.of();

  /**
   * A tenant as the servers see it.
   *
   * @param throughputLoss part of its isolated throughput that it loses, 0..1
   * @param hdfsBytesPerSecond what it reads from HDFS
   * @param cacheBytes what its blocks take in the block cache
   */
  record Seen(double throughputLoss, double hdfsBytesPerSecond, long cacheBytes) {}

  /**
   * Returns what is seen of each tenant, by its name; empty where nothing can be seen.
   *
   * @param secondsLeft of the run; 0 when its window ends
   */
  Map<String, Seen> observe(long secondsLeft);
}
