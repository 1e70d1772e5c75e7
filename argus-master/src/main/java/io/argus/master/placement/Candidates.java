package io.argus.master.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The moves and exchanges that a step of the search looks at. A candidate is a list of one or two
 * moves, each a region and the server that it moves to.
 *
 * <p>Pairs of servers come in order: the most loaded one with the least loaded one first. Regions
 * of a tenant on a server that serve about the same part of its operations are the same candidate.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Candidates {
  /** Candidates in a step, however many tenants and servers there are. */
  static final int MIN_LIMIT = 24;

  private static final int MAX_LIMIT = 600;

  /** Tenants on servers that all candidates of a step have in sum. */
  private static final int PAIRS = 100_000;

  /** A smaller part of a tenant's operations is not worth a move. */
  private static final double LITTLE = 0.01;

  /** Most regions of a server that are tried alone, and in exchanges. */
  private static final int MOVED = 16;

  private static final int EXCHANGED = 8;

  private final PlacementQuestion question;
  private final Placement placement;
  private final Integer[] order;
  private final List<List<Integer>> regions = new ArrayList<>();
  private final int limit;

  Candidates(PlacementQuestion question, Evaluation current) {
    this.question = question;
    this.placement = current.placement;
    limit = Math.max(MIN_LIMIT, Math.min(MAX_LIMIT, PAIRS / Math.max(1, current.pairs)));
    int servers = placement.servers.size();
    order = new Integer[servers];
    Arrays.setAll(order, s -> s);
    Arrays.sort(
        order, (one, other) -> Double.compare(current.crowding[other], current.crowding[one]));
    for (int s = 0; s < servers; s++) {
      regions.add(new ArrayList<>());
    }
    for (int r = 0; r < placement.parts.length; r++) {
      if (placement.parts[r] >= LITTLE) {
        regions.get(placement.serverOf[r]).add(r);
      }
    }
    regions.replaceAll(this::distinct);
  }

  /** The regions of a server that differ, the busiest first. */
  private List<Integer> distinct(List<Integer> all) {
    all.sort((one, other) -> Double.compare(placement.parts[other], placement.parts[one]));
    Set<Long> kinds = new HashSet<>();
    List<Integer> distinct = new ArrayList<>();
    for (int region : all) {
      long percent = Math.round(placement.parts[region] / LITTLE);
      if (kinds.add(placement.tenantOf[region] * 1000L + percent)) {
        distinct.add(region);
      }
    }
    return distinct;
  }

  /**
   * @param mostMoves of one candidate
   */
  List<List<int[]>> list(int mostMoves) {
    List<List<int[]>> candidates = new ArrayList<>();
    int servers = order.length;
    for (int sum = 0; sum <= 2 * (servers - 1) && candidates.size() < limit; sum++) {
      for (int a = Math.max(0, sum - servers + 1); a <= Math.min(sum, servers - 1); a++) {
        int from = order[a];
        int to = order[servers - 1 - (sum - a)];
        if (from != to && candidates.size() < limit) {
          addMoves(from, to, candidates);
          if (mostMoves > 1 && a < servers - 1 - (sum - a)) {
            addExchanges(from, to, candidates);
          }
        }
      }
    }
    return candidates;
  }

  private void addMoves(int from, int to, List<List<int[]>> candidates) {
    List<Integer> there = regions.get(from);
    for (int region : there.subList(0, Math.min(MOVED, there.size()))) {
      if (mayMove(region, to)) {
        candidates.add(Collections.singletonList(new int[] {region, to}));
      }
    }
  }

  private boolean mayMove(int region, int to) {
    return question.mayMove(placement.regions.get(region), placement.servers.get(to));
  }

  private void addExchanges(int from, int to, List<List<int[]>> candidates) {
    List<Integer> here = regions.get(from);
    List<Integer> there = regions.get(to);
    for (int one : here.subList(0, Math.min(EXCHANGED, here.size()))) {
      for (int other : there.subList(0, Math.min(EXCHANGED, there.size()))) {
        boolean same =
            placement.tenantOf[one] == placement.tenantOf[other]
                && Math.abs(placement.parts[one] - placement.parts[other]) < LITTLE;
        if (!same && mayMove(one, to) && mayMove(other, from)) {
          candidates.add(Arrays.asList(new int[] {one, to}, new int[] {other, from}));
        }
      }
    }
  }
}
