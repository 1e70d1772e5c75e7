package io.argus.rivals.shares;

import java.util.Map;
import java.util.TreeMap;

/**
 * Equal local shares: every tenant has its part by weight of every server, wherever its demand is.
 */
public final class EqualShares implements SharePolicy {

  @Override
  public Map<String, Map<String, Shares>> shares(ClusterDemand demand) {
    Map<String, Shares> everywhere = new TreeMap<>();
    for (String tenant : demand.weights().keySet()) {
      double share = demand.weightShare(tenant);
      everywhere.put(tenant, new Shares(share, share));
    }
    Map<String, Map<String, Shares>> shares = new TreeMap<>();
    demand.capacities().keySet().forEach(server -> shares.put(server, everywhere));
    return shares;
  }
}
