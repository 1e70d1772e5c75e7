package io.argus.bench.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * The optimum of max-min fairness: what part of its isolated throughput each tenant keeps if the
 * one that keeps least keeps as much as possible, then the next, and so on. It rests on the true
 * demand and the true miss curves, and shares no code with the planner.
 *
 * <p>Idea: let all tenants rise together. The first server that is full settles its tenants; the
 * others rise on. A server's level is found by bisection: at a level, its tenants need known
 * throughputs. As hits are in proportion to the cache, its reads are fewest if the cache holds the
 * data with the most operations per byte. Servers wait in a queue by level. Tenants that settle
 * elsewhere only raise a server's level, so that it is computed anew when it is first in the queue.
 *
 * <p>Used by one thread.
 */
final class FairestLevels {
  private static final int BISECTIONS = 40;

  private final SimulatedCluster cluster;
  private final Map<SimulatedTenant, Double> isolated = new HashMap<>();
  private final Map<SimulatedTenant, Double> settled = new HashMap<>();

  private FairestLevels(SimulatedCluster cluster) {
    this.cluster = cluster;
    cluster.all().forEach(each -> isolated.put(each, cluster.isolatedThroughput(each)));
  }

  /** A server whose tenants settle at that level if none of them settles elsewhere before. */
  private record Full(int server, double level) {}

  /** Returns the levels of the tenants of {@link SimulatedCluster#all}, 0..1. */
  static List<Double> of(SimulatedCluster cluster) {
    return new FairestLevels(cluster).fill();
  }

  /** The least over the greatest. */
  static double minMax(List<Double> levels) {
    return Collections.min(levels) / Collections.max(levels);
  }

  private List<Double> fill() {
    PriorityQueue<Full> queue = new PriorityQueue<>(Comparator.comparingDouble(Full::level));
    for (int s = 0; s < cluster.servers(); s++) {
      queue.add(new Full(s, level(s)));
    }
    while (!queue.isEmpty()) {
      int server = queue.remove().server();
      double level = level(server);
      if (!queue.isEmpty() && level > queue.peek().level()) {
        queue.add(new Full(server, level));
      } else {
        cluster.on(server).forEach(part -> settled.putIfAbsent(part.tenant, level));
      }
    }
    List<Double> levels = new ArrayList<>();
    cluster.all().forEach(each -> levels.add(settled.getOrDefault(each, 1.0)));
    return levels;
  }

  private double level(int server) {
    List<TenantOnServer> parts = cluster.on(server);
    double low = 0;
    double high = 1;
    for (int i = 0; i < BISECTIONS; i++) {
      double level = (low + high) / 2;
      if (readsPerSecond(parts, level) <= SimulatedHardware.READS_PER_SECOND) {
        low = level;
      } else {
        high = level;
      }
    }
    return low;
  }

  private double readsPerSecond(List<TenantOnServer> parts, double level) {
    double[][] needs = new double[parts.size()][];
    for (int k = 0; k < needs.length; k++) {
      TenantOnServer part = parts.get(k);
      double kept = settled.getOrDefault(part.tenant, level);
      double operations = kept * isolated.getOrDefault(part.tenant, 0.0) * part.demand;
      needs[k] = new double[] {operations, part.dataBytes};
    }
    Arrays.sort(needs, Comparator.comparingDouble(need -> -need[0] / need[1]));
    double left = SimulatedHardware.CACHE_BYTES;
    double reads = 0;
    for (double[] need : needs) {
      double cached = Math.min(left, need[1]);
      left -= cached;
      reads += need[0] * (1 - cached / need[1]);
    }
    return reads;
  }
}
