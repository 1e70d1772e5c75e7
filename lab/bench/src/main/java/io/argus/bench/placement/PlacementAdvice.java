package io.argus.bench.placement;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Region moves that a system asks for, and the D-scores that it predicts.
 *
 * <p>Immutable.
 *
 * @param before without the moves
 * @param after with them, by the isolated throughputs of the placement without them
 * @param reassessed with them, by the isolated throughputs of the placement with them
 */
public record PlacementAdvice(List<Move> moves, double before, double after, double reassessed) {
  /**
   * A region and where it should be.
   *
   * @param region its encoded name
   * @param port of the region server
   */
  public record Move(String region, int port) {}

  public PlacementAdvice {
    if (moves == null || moves.stream().anyMatch(Objects::isNull)) {
      throw new IllegalArgumentException("advice lacks its region moves");
    }
    moves = List.copyOf(moves);
  }

  /** Something that gives such advice. */
  @FunctionalInterface
  public interface Advisor {
    /** The advice for the workload mix that has just run. */
    PlacementAdvice advise() throws java.io.IOException;
  }

  /**
   * A region of a table.
   *
   * @param number in the order of the keys, from 0
   */
  public record Region(String table, int number) {}

  /**
   * Finds a region.
   *
   * @param names the encoded names of the regions of each table, in the order of their keys
   * @throws IllegalArgumentException if no table has it
   */
  public static Region find(String encodedName, Map<String, List<String>> names) {
    for (Map.Entry<String, List<String>> table : names.entrySet()) {
      int number = table.getValue().indexOf(encodedName);
      if (number >= 0) {
        return new Region(table.getKey(), number);
      }
    }
    throw new IllegalArgumentException(
        "region is " + encodedName + "; must be of one of the tables " + names.keySet());
  }
}
