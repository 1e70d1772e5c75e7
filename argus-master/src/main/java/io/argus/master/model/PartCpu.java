package io.argus.master.model;

/**
 * What a tenant needs of the CPU of one server, what it is guaranteed there, and what that allows.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class PartCpu {
  /** Of a tenant whose use of the CPU is not known: the CPU does not limit it. */
  static final PartCpu UNKNOWN = new PartCpu(0, Double.POSITIVE_INFINITY, Double.NaN, 1);

  /** Part of the CPU that it would use if no other tenant were in its way, 0..1. */
  final double need;

  private final double full;

  /** Guaranteed share, 0..1; NaN before it is planned. */
  final double share;

  private final double available;

  private PartCpu(double need, double full, double share, double available) {
    this.need = need;
    this.full = full;
    this.share = share;
    this.available = available;
  }

  /**
   * @param need part of the CPU that it would use, 0..1
   * @param full operations per second with all of the CPU
   */
  static PartCpu needing(double need, double full) {
    return new PartCpu(Math.min(1, Math.max(0, need)), full, Double.NaN, 1);
  }

  /**
   * Returns the same with shares.
   *
   * @param newShare guaranteed
   * @param newAvailable what it could have while others use no more than they need
   */
  PartCpu sharing(double newShare, double newAvailable) {
    return new PartCpu(need, full, newShare, newAvailable);
  }

  /** Part of the CPU that so many operations per second need; 0 if it is not known. */
  double needOf(double operationsPerSecond) {
    return operationsPerSecond / full;
  }

  /** Operations per second that a share allows; infinite if that, or the share, is not known. */
  double throughput(double ofShare) {
    return Double.isInfinite(full) || Double.isNaN(ofShare)
        ? Double.POSITIVE_INFINITY
        : ofShare * full;
  }

  /** Operations per second that the CPU allows beside the other tenants. */
  double most() {
    return throughput(available);
  }
}
