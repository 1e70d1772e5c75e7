package io.argus.rivals;

import java.util.Map;
import java.util.TreeMap;

/**
 * A-Cache as the dissertation describes it (section 5.4.2 C): every tenant has a partition in
 * proportion to its cache reuse ratio, which is the number of cached blocks visited at least twice
 * / the number of all cached blocks. No partition is below {@value #MIN_SHARE} of the cache, or its
 * tenant could never show that it would reuse blocks.
 *
 * <p>Stateless.
 */
final class ReuseRatioRule implements CacheRule {
  static final double MIN_SHARE = 0.05;

  @Override
  public Map<String, Double> shares(Map<String, Double> reuseRatios, long nowNanos) {
    int tenants = reuseRatios.size();
    double sum = reuseRatios.values().stream().mapToDouble(Double::doubleValue).sum();
    double least = tenants * MIN_SHARE < 1 ? MIN_SHARE : 1.0 / tenants;
    double rest = 1 - least * tenants;
    Map<String, Double> shares = new TreeMap<>();
    reuseRatios.forEach(
        (tenant, ratio) ->
            shares.put(tenant, least + rest * (sum > 0 ? ratio / sum : 1.0 / tenants)));
    return shares;
  }
}
