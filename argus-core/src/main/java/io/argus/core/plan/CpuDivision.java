package io.argus.core.plan;

import java.util.Collection;

/**
 * How reservations that count together divide the CPU: as they say, or by weight if one of them
 * does not say. Plans of earlier versions do not, nor those that a region server makes for itself.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class CpuDivision {
  private final boolean byWeight;
  private final double weights;

  private CpuDivision(boolean byWeight, double weights) {
    this.byWeight = byWeight;
    this.weights = weights;
  }

  static CpuDivision of(Collection<Reservation> reservations) {
    return new CpuDivision(
        Resource.CPU.isLeftOut(Resource.CPU.sum(reservations)),
        reservations.stream().mapToDouble(Reservation::weight).sum());
  }

  /**
   * @param one of these reservations
   */
  double share(Reservation one) {
    return byWeight ? one.weight() / weights : one.share(Resource.CPU);
  }
}
