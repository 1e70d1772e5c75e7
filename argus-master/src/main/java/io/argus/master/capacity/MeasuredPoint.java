package io.argus.master.capacity;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.math3.stat.StatUtils;

/**
 * What a tenant that asks for more than it gets was seen to do on some number of servers.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class MeasuredPoint {
  /** Minutes after a change of the number of servers that do not count: caches fill. */
  private static final int UNSETTLED_MINUTES = 3;

  /** Of each number of servers, so many minutes count, the latest ones. */
  private static final int MAX_MINUTES = 30;

  final int servers;
  final double operationsPerSecond;

  public MeasuredPoint(int servers, double operationsPerSecond) {
    this.servers = servers;
    this.operationsPerSecond = operationsPerSecond;
  }

  /**
   * Returns a point for each number of servers that the minutes have, the median of its minutes.
   *
   * @param servers region servers in each minute, the oldest first; NaN if that is not known
   * @param operations of the tenant per second; NaN if it did nothing
   * @param demandLimited above 0 if the tenant had what it asked for in part of the minute
   */
  public static List<MeasuredPoint> of(
      double[] servers, double[] operations, double[] demandLimited) {
    SortedMap<Integer, List<Double>> minutes = new TreeMap<>();
    int steady = 0;
    for (int i = 0; i < servers.length; i++) {
      steady = i > 0 && servers[i] == servers[i - 1] ? steady + 1 : 0;
      boolean counts =
          steady >= UNSETTLED_MINUTES
              && Math.rint(servers[i]) == servers[i]
              && servers[i] >= 1
              && operations[i] > 0
              && demandLimited[i] == 0;
      if (counts) {
        minutes.computeIfAbsent((int) servers[i], n -> new ArrayList<>()).add(operations[i]);
      }
    }
    List<MeasuredPoint> points = new ArrayList<>();
    minutes.forEach((n, seen) -> points.add(new MeasuredPoint(n, median(latest(seen)))));
    return Collections.unmodifiableList(points);
  }

  private static List<Double> latest(List<Double> seen) {
    return seen.subList(Math.max(0, seen.size() - MAX_MINUTES), seen.size());
  }

  private static double median(List<Double> values) {
    return StatUtils.percentile(values.stream().mapToDouble(v -> v).toArray(), 50);
  }
}
