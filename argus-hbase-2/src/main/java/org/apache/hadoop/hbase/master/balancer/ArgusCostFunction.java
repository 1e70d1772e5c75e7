package org.apache.hadoop.hbase.master.balancer;

import io.argus.hbase2.server.ServerNodes;
import io.argus.master.MasterNode;
import io.argus.master.regions.LoadImbalance;
import io.argus.master.regions.RegionNeeds;
import io.argus.master.regions.RegionNeeds.RegionNeed;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entry class for {@code hbase.master.balancer.stochastic.additionalCostFunctions}: tells
 * HBase's StochasticLoadBalancer how unevenly the servers are loaded with what tenants need most
 * ({@link LoadImbalance}).
 *
 * <p>Without an active Argus, a plan or tenants, the function says that it is not needed. A fault
 * has the same effect until the balancer runs next.
 *
 * <p>Not safe for use by several threads: HBase calls it under the lock of its balancer.
 */
public final class ArgusCostFunction extends CostFunction {
  /** Factor on the cost, as HBase has one for each of its own functions. */
  public static final String COST_KEY = "hbase.master.balancer.stochastic.argusCost";

  /** Above locality and table skew, below the number of regions of a server. */
  public static final float DEFAULT_COST = 100;

  private static final Logger LOG = LoggerFactory.getLogger("io.argus");

  /** Null while the function is not needed. */
  private @Nullable LoadImbalance imbalance;

  /** Called by HBase. Throws nothing. */
  public ArgusCostFunction(Configuration conf) {
    float multiplier = DEFAULT_COST;
    try {
      multiplier = conf.getFloat(COST_KEY, DEFAULT_COST);
    } catch (RuntimeException e) {
      LOG.warn("{} cannot be used, {} counts: {}", COST_KEY, DEFAULT_COST, e.toString());
    }
    setMultiplier(multiplier >= 0 ? multiplier : DEFAULT_COST);
  }

  @Override
  boolean isNeeded() {
    return imbalance != null;
  }

  @Override
  void prepare(BalancerClusterState state) {
    super.prepare(state);
    imbalance = null;
    try {
      LoadImbalance read =
          read(
              state,
              ServerNodes.activeMaster().map(MasterNode::regionNeeds).orElse(RegionNeeds.NONE));
      imbalance = read.matters() ? read : null;
    } catch (RuntimeException | LinkageError e) {
      LOG.error("The balancer works without Argus this time: loads are not known", e);
    }
  }

  private static LoadImbalance read(BalancerClusterState state, RegionNeeds needs) {
    List<@Nullable RegionNeed> ofRegions = new ArrayList<>();
    for (RegionInfo region : state.regions) {
      ofRegions.add(needs.of(region.getEncodedName()));
    }
    return new LoadImbalance(state.numServers, state.regionIndexToServerIndex, ofRegions);
  }

  @Override
  protected void regionMoved(int region, int oldServer, int newServer) {
    if (imbalance != null) {
      imbalance.moved(region, oldServer, newServer);
    }
  }

  @Override
  protected double cost() {
    return imbalance == null ? 0 : imbalance.cost();
  }
}
