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
   * Collects the minutes of a tenant, the latest span of time first. Of each number of servers, the
   * latest {@value #MAX_MINUTES} minutes count. Used by one thread.
   */
  public static final class Minutes {
    private final SortedMap<Integer, List<Double>> byServers = new TreeMap<>();

    /**
     * Adds a span that is before all that were added.
     *
     * @param servers region servers in each minute, the oldest first; NaN if that is not known
     * @param operations of the tenant per second; NaN if it did nothing
     * @param demandLimited above 0 if the tenant had what it asked for in part of the minute
     */
    public void addEarlier(double[] servers, double[] operations, double[] demandLimited) {
      boolean[] settled = settled(servers);
      for (int i = servers.length - 1; i >= 0; i--) {
        if (settled[i] && operations[i] > 0 && demandLimited[i] == 0) {
          List<Double> seen = byServers.computeIfAbsent((int) servers[i], n -> new ArrayList<>());
          if (seen.size() < MAX_MINUTES) {
            seen.add(operations[i]);
          }
        }
      }
    }

    /** Whether a span with these servers cannot add anything. */
    public boolean isComplete(double[] servers) {
      boolean[] settled = settled(servers);
      for (int i = 0; i < servers.length; i++) {
        if (settled[i] && seen((int) servers[i]) < MAX_MINUTES) {
          return false;
        }
      }
      return true;
    }

    private int seen(int servers) {
      List<Double> seen = byServers.get(servers);
      return seen == null ? 0 : seen.size();
    }

    /** Which minutes are those of a number of servers that has not just changed. */
    private static boolean[] settled(double[] servers) {
      boolean[] settled = new boolean[servers.length];
      int steady = 0;
      for (int i = 0; i < servers.length; i++) {
        steady = i > 0 && servers[i] == servers[i - 1] ? steady + 1 : 0;
        settled[i] =
            steady >= UNSETTLED_MINUTES && Math.rint(servers[i]) == servers[i] && servers[i] >= 1;
      }
      return settled;
    }

    /** A point for each number of servers, the median of its minutes. */
    public List<MeasuredPoint> points() {
      List<MeasuredPoint> points = new ArrayList<>();
      byServers.forEach((n, seen) -> points.add(new MeasuredPoint(n, median(seen))));
      return Collections.unmodifiableList(points);
    }

    private static double median(List<Double> values) {
      return StatUtils.percentile(values.stream().mapToDouble(v -> v).toArray(), 50);
    }
  }
}
