package io.argus.bench.run;

import java.util.Map;

/**
 * Looks up the slowdown of each tenant as the servers see it now.
 *
 * <p>Called by many threads, one at a time.
 */
@FunctionalInterface
public interface SlowdownObserver {
  /** Sees nothing. */
  SlowdownObserver NONE = Map::of;

  /**
   * Returns the part of its isolated throughput that each tenant loses, 0..1, by its name; empty
   * where nothing can be seen.
   */
  Map<String, Double> observe();
}
