package io.argus.master.planner;

import io.argus.master.planner.PlanningProblem.Contender;
import io.argus.master.planner.PlanningProblem.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tenants on the servers of a {@link PlanningProblem}, numbered by tenant, then by server, with
 * all of it that does not depend on the objective.
 *
 * <p>Not changed once built; safe for use by any thread, as far as the performance functions are.
 */
final class Pairs {
  final List<Contender> contenders;
  final int leastPieces;

  /** The names of the servers, in order. */
  final List<String> servers;

  /** By tenant: its weight over the greatest weight; 0 if it does not count in the objective. */
  final double[] entitlements;

  /** By tenant: the part of its isolated throughput that comes before the objective. */
  final double[] floors;

  // By pair.
  final Part[] parts;
  final int[] tenants;
  final int[] serverNumbers;
  final double[] demandShares;

  /** The first pair of each tenant, and the number of pairs. */
  final int[] first;

  /** The pairs of each server, in the order of the tenants. */
  final int[][] onServer;

  private volatile @Nullable Shares filled;

  Pairs(List<Contender> contenders, int leastPieces) {
    this.contenders = Collections.unmodifiableList(new ArrayList<>(contenders));
    this.leastPieces = leastPieces;
    Set<String> names = new HashSet<>();
    int pairs = 0;
    for (Contender contender : contenders) {
      contender.parts.forEach(part -> names.add(part.server));
      pairs += contender.parts.size();
    }
    List<String> sorted = new ArrayList<>(names);
    Collections.sort(sorted);
    servers = Collections.unmodifiableList(sorted);
    parts = new Part[pairs];
    tenants = new int[pairs];
    serverNumbers = new int[pairs];
    demandShares = new double[pairs];
    first = new int[contenders.size() + 1];
    double greatest =
        contenders.stream()
            .filter(each -> each.counted)
            .mapToDouble(each -> each.weight)
            .max()
            .orElse(1);
    entitlements =
        contenders.stream()
            .mapToDouble(each -> each.counted ? each.weight / greatest : 0)
            .toArray();
    floors = contenders.stream().mapToDouble(each -> each.floor).toArray();
    onServer = new int[servers.size()][];
    int[] counts = number();
    for (int s = 0; s < counts.length; s++) {
      onServer[s] = new int[counts[s]];
    }
    Arrays.fill(counts, 0);
    for (int p = 0; p < pairs; p++) {
      int s = serverNumbers[p];
      onServer[s][counts[s]++] = p;
    }
  }

  /** Numbers all pairs; returns how many each server has. */
  private int[] number() {
    int[] counts = new int[servers.size()];
    int pair = 0;
    for (int i = 0; i < contenders.size(); i++) {
      pair = number(i, pair, counts);
      first[i + 1] = pair;
    }
    return counts;
  }

  /** Numbers the pairs of a tenant from one on; returns the next one. */
  private int number(int tenant, int from, int[] counts) {
    List<Part> all = contenders.get(tenant).parts;
    double sum = 0;
    for (Part part : all) {
      sum += part.isolatedThroughput;
    }
    int pair = from;
    int server = 0;
    for (Part part : all) {
      // Both are in the order of the names.
      while (!servers.get(server).equals(part.server)) {
        server++;
      }
      parts[pair] = part;
      tenants[pair] = tenant;
      serverNumbers[pair] = server;
      counts[server]++;
      demandShares[pair] = sum > 0 ? part.isolatedThroughput / sum : 1.0 / all.size();
      if (pair > from && server == serverNumbers[pair - 1]) {
        throw new IllegalArgumentException(
            "tenant " + contenders.get(tenant).tenant + " has two parts on " + part.server);
      }
      pair++;
    }
    return pair;
  }

  /**
   * The {@link WaterFilling}, which does not depend on the objective; made when first asked for.
   *
   * @param problem of these pairs
   */
  Shares filled(PlanningProblem problem) {
    Shares known = filled;
    if (known == null) {
      known = WaterFilling.shares(problem);
      filled = known;
    }
    return known;
  }
}
