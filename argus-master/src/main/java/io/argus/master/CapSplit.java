package io.argus.master;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How the cap of one tenant is divided among region servers: by demand, but so that the parts that
 * servers may hold at the same moment never sum to more than 1.
 *
 * <p>Idea: while a new division is on its way, a server holds either its part of the last one or
 * that of the new one. So a step gives no more than what the last one left; what it takes away is
 * given by the next step, once all servers have confirmed this one. Until then nobody has it. A
 * server that cannot be reached stops the steps, and the division stays as it is.
 *
 * <p>Pure and stateless.
 */
final class CapSplit {
  /** At least this part is divided evenly, so that a tenant is served wherever it comes first. */
  private static final double EVEN = 0.02;

  /** What a step must change at least. */
  private static final double NOTICEABLE = 0.005;

  /** So much of what is too much a step takes even where it is used. */
  private static final double SMOOTHING = 0.1;

  /** What a server may need beyond what it has used on average, as a fraction of that. */
  private static final double RESERVE = 0.25;

  private CapSplit() {}

  /**
   * The parts that fit the demand: they sum to 1. What the tenant leaves of its cap is divided
   * evenly: nobody knows where it comes next, and the burst that it saves is to be where it comes.
   *
   * @param demands by server, in any unit; of a tenant at rest they say nothing
   * @param used which part of the cap the tenant uses, 0..1
   */
  static SortedMap<String, Double> wanted(Map<String, Double> demands, double used) {
    double sum = demands.values().stream().mapToDouble(Double::doubleValue).sum();
    double even = sum > 0 ? Math.max(EVEN, 1 - used) : 1;
    SortedMap<String, Double> wanted = new TreeMap<>();
    demands.forEach(
        (server, demand) ->
            wanted.put(server, even / demands.size() + (sum > 0 ? (1 - even) * demand / sum : 0)));
    return wanted;
  }

  /**
   * The next division after one that every server has confirmed.
   *
   * <p>What a server uses is taken slowly. Demand that is counted for seconds varies by chance, and
   * clients that wait at one server ask the others for less: a part taken from a server that needs
   * it makes all of them slower, not only there. What it leaves is taken at once.
   *
   * @param before part by server; those of servers that are gone are free
   * @param wanted part by server, of all servers that are up
   * @param used which part of the cap each server has used on average; all that it has if unknown
   * @param waiting the servers where the tenant waits because of its cap
   */
  static SortedMap<String, Double> next(
      Map<String, Double> before,
      Map<String, Double> wanted,
      Map<String, Double> used,
      Set<String> waiting) {
    double more = 0;
    double free = 1;
    double change = 0;
    for (Map.Entry<String, Double> each : wanted.entrySet()) {
      double had = before.getOrDefault(each.getKey(), 0.0);
      free -= had;
      more += Math.max(0, each.getValue() - had);
      change = Math.max(change, Math.abs(each.getValue() - had));
    }
    double given = more > 0 ? Math.min(1, Math.max(0, free) / more) : 0;
    SortedMap<String, Double> next = new TreeMap<>();
    for (Map.Entry<String, Double> each : wanted.entrySet()) {
      String server = each.getKey();
      double had = before.getOrDefault(server, 0.0);
      double missing = each.getValue() - had;
      double step = missing > 0 ? given * missing : SMOOTHING * missing;
      if (missing < 0 && !waiting.contains(server)) {
        double spare = had - used.getOrDefault(server, had) * (1 + RESERVE);
        step = Math.min(step, -Math.min(spare, -missing));
      }
      next.put(server, change < NOTICEABLE ? had : had + step);
    }
    return next;
  }
}
