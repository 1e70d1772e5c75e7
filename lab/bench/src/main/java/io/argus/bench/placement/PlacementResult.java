package io.argus.bench.placement;

/**
 * A workload mix that was measured before and after region moves that a system asked for.
 *
 * @param predicted by the system
 * @param measuredBefore D-score that the clients saw before the moves, by the isolated throughputs
 *     before them
 * @param measuredAfter the same after the moves
 */
public record PlacementResult(
    PlacementAdvice predicted, double measuredBefore, double measuredAfter) {

  public PlacementResult {
    if (predicted == null) {
      throw new IllegalArgumentException("the result of region moves lacks what was predicted");
    }
  }

  /** How far prediction and measurement are apart after the moves. */
  public double apart() {
    return Math.abs(predicted.after() - measuredAfter);
  }
}
