package org.apache.hadoop.hbase.master.balancer;

import io.argus.hbase2.server.ServerNodes;
import io.argus.master.MasterNode;
import io.argus.master.placement.Need;
import io.argus.master.placement.RegionNeeds;
import io.argus.master.placement.RegionNeeds.RegionNeed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entry class for {@code hbase.master.balancer.stochastic.additionalCostFunctions}: tells
 * HBase's StochasticLoadBalancer how unevenly the servers are loaded with what tenants need most.
 *
 * <p>Each region loads its server with its tenant's dominant resource ({@link RegionNeeds}). With
 * L_rs the load of server s with resource r, and L_irs the part of tenant i in it, the cost grows
 * with
 *
 * <pre>
 *   Q = sum over r, s of L_rs^2
 *     = sum over r, s of (sum over i of L_irs^2 + sum over i, j with i not j of L_irs x L_jrs)
 * </pre>
 *
 * The first sum is small if each tenant's demand is spread, the second one if tenants with the same
 * dominant resource are apart. The cost is sqrt((Q - Q0) / (Q1 - Q0)), 0..1, where Q1 is that of
 * all regions on one server and Q0 that of regions laid out one by one, the greatest first, each on
 * the least loaded server.
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

  /** Q1 - Q0 that is rounding. */
  private static final double NOTHING = 1e-9;

  private int servers;

  /** Of each region, its load. */
  private double[] loads = {};

  /** Of each region with a load, L_rs of its resource r on each server s. */
  private double[][] sums = {};

  private double present;
  private double least;
  private double most;
  private boolean needed;

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
    return needed;
  }

  @Override
  void prepare(BalancerClusterState state) {
    super.prepare(state);
    needed = false;
    try {
      @Nullable MasterNode node = ServerNodes.activeMaster().orElse(null);
      RegionNeeds needs = node == null ? RegionNeeds.NONE : node.regionNeeds();
      needed = !needs.isEmpty() && read(state, needs);
    } catch (RuntimeException | LinkageError e) {
      LOG.error("The balancer works without Argus this time: loads are not known", e);
    }
  }

  /** Returns whether where regions are makes any difference. */
  private boolean read(BalancerClusterState state, RegionNeeds needs) {
    servers = state.numServers;
    loads = new double[state.numRegions];
    sums = new double[state.numRegions][];
    Map<Need, double[]> loaded = new EnumMap<>(Need.class);
    Map<Need, List<Double>> single = new EnumMap<>(Need.class);
    for (int r = 0; r < loads.length; r++) {
      @Nullable RegionNeed need = needs.of(state.regions[r].getEncodedName());
      int server = state.regionIndexToServerIndex[r];
      if (need != null && server >= 0 && server < servers) {
        loads[r] = need.load();
        sums[r] = loaded.computeIfAbsent(need.need(), n -> new double[servers]);
        sums[r][server] += loads[r];
        single.computeIfAbsent(need.need(), n -> new ArrayList<>()).add(loads[r]);
      }
    }
    present = 0;
    least = 0;
    most = 0;
    loaded.values().forEach(each -> present += squares(each));
    for (List<Double> each : single.values()) {
      double total = each.stream().mapToDouble(Double::doubleValue).sum();
      most += total * total;
      least += squares(laidOut(each));
    }
    return servers > 1 && most - least > NOTHING;
  }

  private static double squares(double[] loads) {
    double sum = 0;
    for (double load : loads) {
      sum += load * load;
    }
    return sum;
  }

  /** Loads of the servers if the greatest region comes first, each on the least loaded server. */
  private double[] laidOut(List<Double> regions) {
    regions.sort(Collections.reverseOrder());
    PriorityQueue<Double> loaded = new PriorityQueue<>(Collections.nCopies(servers, 0.0));
    for (double load : regions) {
      loaded.add(loaded.remove() + load);
    }
    return loaded.stream().mapToDouble(Double::doubleValue).toArray();
  }

  @Override
  protected void regionMoved(int region, int oldServer, int newServer) {
    if (!needed || region < 0 || region >= loads.length || loads[region] == 0) {
      return;
    }
    add(region, oldServer, -loads[region]);
    add(region, newServer, loads[region]);
  }

  private void add(int region, int server, double load) {
    if (server >= 0 && server < servers) {
      double[] there = sums[region];
      double before = there[server];
      there[server] = before + load;
      present += there[server] * there[server] - before * before;
    }
  }

  @Override
  protected double cost() {
    if (!needed || !(present > least)) {
      return 0;
    }
    return Math.min(1, Math.sqrt((present - least) / (most - least)));
  }
}
