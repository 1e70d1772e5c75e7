package io.argus.rivals.shares;

import java.util.Map;
import java.util.TreeMap;

/**
 * Local weight adjustment, algorithm 2 of the dissertation: a tenant's credits of the whole
 * cluster, its part by weight, are spread over the servers like its client threads. On each server
 * a tenant's share is its part of the credits that come together there.
 *
 * <p>A client thread of Cassandra is connected to one server; one of HBase calls all of them. So a
 * server's part of the tenant's operations stands for its part of the threads.
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
        double all = demand.sum(tenant, LocalDemand::operationsPerSecond);
        double here = demand.of(tenant, server).operationsPerSecond();
        credits.put(tenant, all > 0 ? demand.weightShare(tenant) * here / all : 0);
      }
      Map<String, Shares> local = new TreeMap<>();
      demand.parts(credits).forEach((tenant, w) -> local.put(tenant, new Shares(w, w)));
      shares.put(server, local);
    }
    return shares;
  }
}
