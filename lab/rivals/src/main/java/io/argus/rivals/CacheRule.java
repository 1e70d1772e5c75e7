package io.argus.rivals;

import java.util.Map;

/**
 * Decides how the block cache of a region server is divided among its tenants.
 *
 * <p>Time is a parameter. Used by one thread, every two seconds.
 */
interface CacheRule {

  /**
   * The tenants' shares of the cache, 0..1; who is not in it has none.
   *
   * @param reuseRatios of the tenants that looked for blocks lately, 0..1: cached blocks that were
   *     visited at least twice / all cached blocks
   */
  Map<String, Double> shares(Map<String, Double> reuseRatios, long nowNanos);
}
