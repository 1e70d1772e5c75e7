package io.argus.master.regions;

import io.argus.master.regions.RegionNeeds.RegionNeed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * How unevenly servers are loaded with what tenants need most, while regions move.
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
 * the least loaded server. A move costs O(1).
 *
 * <p>Servers and regions are numbered from 0. Not safe for use by several threads.
 */
public final class LoadImbalance {
  /** Q1 - Q0 that is rounding. */
  private static final double NOTHING = 1e-9;

  private final int servers;

  /** Of each region, its load. */
  private final double[] loads;

  /** Of each region with a load, L_rs of its resource r on each server s. */
  private final double[][] sums;

  private double current;
  private double least;
  private double most;

  /**
   * @param serverOf of each region; any other number if it is on none of the servers
   * @param needs of each region; null if nothing is known of it
   */
  public LoadImbalance(int servers, int[] serverOf, List<@Nullable RegionNeed> needs) {
    this.servers = servers;
    loads = new double[serverOf.length];
    sums = new double[serverOf.length][];
    Map<Need, double[]> loaded = new EnumMap<>(Need.class);
    Map<Need, List<Double>> single = new EnumMap<>(Need.class);
    for (int r = 0; r < loads.length; r++) {
      RegionNeed need = needs.get(r);
      if (need != null && isServer(serverOf[r])) {
        loads[r] = need.load();
        sums[r] = loaded.computeIfAbsent(need.need(), n -> new double[servers]);
        sums[r][serverOf[r]] += loads[r];
        single.computeIfAbsent(need.need(), n -> new ArrayList<>()).add(loads[r]);
      }
    }
    loaded.values().forEach(each -> current += squares(each));
    for (List<Double> each : single.values()) {
      double total = each.stream().mapToDouble(Double::doubleValue).sum();
      most += total * total;
      least += squares(laidOut(each));
    }
  }

  private boolean isServer(int number) {
    return number >= 0 && number < servers;
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

  /** Whether it makes a difference where regions are. */
  public boolean matters() {
    return servers > 1 && most - least > NOTHING;
  }

  /** Notes that a region has moved. */
  public void moved(int region, int from, int to) {
    if (region >= 0 && region < loads.length && loads[region] != 0) {
      add(region, from, -loads[region]);
      add(region, to, loads[region]);
    }
  }

  private void add(int region, int server, double load) {
    if (isServer(server)) {
      double[] there = sums[region];
      double before = there[server];
      there[server] = before + load;
      current += there[server] * there[server] - before * before;
    }
  }

  /** The cost of the current layout, 0..1. */
  public double cost() {
    return current > least && matters()
        ? Math.min(1, Math.sqrt((current - least) / (most - least)))
        : 0;
  }
}
