package io.argus.bench.simulation;

import java.util.List;

/**
 * What a simulated cluster did in a closed loop with the real master. Of each tenant, what it keeps
 * is its throughput over its isolated throughput.
 *
 * @param reportSeconds how often a server reports, and the length of a round
 * @param equalLeast least of what tenants keep with equal shares
 * @param equalMinMax least over greatest of what they keep with equal shares
 * @param phases from the start on, and after each event
 * @param decidingMillis CPU time of the master's rounds that published a plan, median
 * @param worstMillis of all rounds of the master
 * @param meanMillis of all rounds of the master
 */
public record LoopResult(
    LoopSize size,
    double reportSeconds,
    double equalLeast,
    double equalMinMax,
    List<Phase> phases,
    double decidingMillis,
    double worstMillis,
    double meanMillis) {

  /**
   * The rounds after an event.
   *
   * @param rounds observed
   * @param converged number of the first round from which on the tenant that keeps least keeps
   *     nearly as much as in the end; more than the rounds if it never does
   * @param plans published
   * @param least of what tenants keep in the end
   * @param minMax least over greatest of what they keep in the end
   * @param informedLeast least of what tenants would keep if the master knew them exactly
   * @param bestLeast the greatest least that is possible
   * @param bestMinMax least over greatest at the optimum of max-min fairness
   * @param ofBest mean over the tenants of what they keep over what they keep at that optimum
   */
  public record Phase(
      String event,
      int rounds,
      int converged,
      int plans,
      double least,
      double minMax,
      double informedLeast,
      double bestLeast,
      double bestMinMax,
      double ofBest) {}
}
