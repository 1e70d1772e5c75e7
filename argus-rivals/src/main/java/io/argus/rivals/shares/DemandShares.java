package io.argus.rivals.shares;

import java.util.Map;
import java.util.TreeMap;

/**
 * Local weight adjustment, algorithm 2 of the dissertation: a tenant's credits of the whole
 * cluster, its part by weight, are spread over the servers like its client threads. On each server
 * a tenant's share is its part of the credits that come together there.
 *
 * <p>The algorithm has one kind of credits; the shares of cache and HDFS are the same.
 */
public final class DemandShares implements SharePolicy {

  @Override
  public Map<String, Map<String, Shares>> shares(ClusterDemand demand) {
    Map<String, Map<String, Shares>> shares = new TreeMap<>();
    for (String server : demand.capacities().keySet()) {
      Map<String, Double> credits = new TreeMap<>();
      for (String tenant : demand.weights().keySet()) {
        double threads = demand.sum(tenant, LocalDemand::requests);
        double here = demand.of(tenant, server).requests();
        credits.put(tenant, threads > 0 ? demand.weightShare(tenant) * here / threads : 0);
      }
      Map<String, Shares> local = new TreeMap<>();
      demand.parts(credits).forEach((tenant, w) -> local.put(tenant, new Shares(w, w)));
      shares.put(server, local);
    }
    return shares;
  }
}
