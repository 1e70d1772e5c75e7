package io.argus.bench.run;

import java.util.Map;

/**
 * Looks up the loss of each tenant as the servers see it now.
 *
 * <p>Called by many threads, one at a time.
 */
@FunctionalInterface
public interface LossObserver {
  /** Sees nothing. */
  LossObserver NONE = Map::of;

  /**
   * Returns the part of its isolated throughput that each tenant loses, 0..1, by its name; empty
   * where nothing can be seen.
   */
  Map<String, Double> observe();
}
