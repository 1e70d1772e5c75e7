package io.argus.core.performance;

import io.argus.core.text.Text;
import io.argus.core.usage.RequestKind;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The fractions of reads, writes and scans among the operations of a workload. They sum to 1.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class WorkloadMix {
  private static final double TOLERANCE = 1e-3;

  /** A copy for each mix would show in a round of a large cluster. */
  private static final RequestKind[] KINDS = RequestKind.values();

  private final double reads;
  private final double writes;
  private final double scans;

  private WorkloadMix(double reads, double writes, double scans) {
    this.reads = reads;
    this.writes = writes;
    this.scans = scans;
  }

  /**
   * @throws IllegalArgumentException if a part is not within 0..1 or they do not sum to 1
   */
  public static WorkloadMix of(double reads, double writes, double scans) {
    boolean within = reads >= 0 && writes >= 0 && scans >= 0;
    if (!within || !(Math.abs(reads + writes + scans - 1) <= TOLERANCE)) {
      throw new IllegalArgumentException(
          String.format(
              "mix is reads %s, writes %s, scans %s: each must be within 0..1, and they must sum to 1",
              reads, writes, scans));
    }
    return new WorkloadMix(reads, writes, scans);
  }

  /**
   * Returns the mix of the operations that a region server counted. A multi is a batch that writes;
   * other requests count as reads. Without operations the mix is all reads.
   */
  public static WorkloadMix of(Map<RequestKind, Double> operationsPerSecond) {
    return of(kind -> operationsPerSecond.getOrDefault(kind, 0.0));
  }

  /** The same of operations per second by kind. */
  public static WorkloadMix of(ToDoubleFunction<RequestKind> operationsPerSecond) {
    double reads = 0;
    double writes = 0;
    double scans = 0;
    for (RequestKind kind : KINDS) {
      double operations = operationsPerSecond.applyAsDouble(kind);
      switch (kind) {
        case WRITE:
        case MULTI:
          writes += operations;
          break;
        case SCAN:
          scans += operations;
          break;
        default:
          reads += operations;
      }
    }
    double all = reads + writes + scans;
    return all > 0 ? of(reads / all, writes / all, scans / all) : of(1, 0, 0);
  }

  public double reads() {
    return reads;
  }

  public double writes() {
    return writes;
  }

  public double scans() {
    return scans;
  }

  /** The part of the operations that would have to change to turn one mix into the other, 0..1. */
  public double distance(WorkloadMix other) {
    return (Math.abs(reads - other.reads)
            + Math.abs(writes - other.writes)
            + Math.abs(scans - other.scans))
        / 2;
  }

  @Override
  public String toString() {
    return Text.format(
        "%d %% reads, %d %% writes, %d %% scans",
        Math.round(100 * reads), Math.round(100 * writes), Math.round(100 * scans));
  }
}
