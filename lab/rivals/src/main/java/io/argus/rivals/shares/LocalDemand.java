package io.argus.rivals.shares;

/**
 * What one tenant asks of one server.
 *
 * @param operationsPerSecond that it does there
 * @param cacheBytes of the block cache that it can make use of
 * @param hdfsBytesPerSecond that it moves
 */
public record LocalDemand(
    double operationsPerSecond, double cacheBytes, double hdfsBytesPerSecond) {
  public static final LocalDemand NONE = new LocalDemand(0, 0, 0);

  /** This demand with that weight, 0..1, and another with the rest. */
  LocalDemand mixed(double weight, LocalDemand other) {
    return new LocalDemand(
        weight * operationsPerSecond + (1 - weight) * other.operationsPerSecond,
        weight * cacheBytes + (1 - weight) * other.cacheBytes,
        weight * hdfsBytesPerSecond + (1 - weight) * other.hdfsBytesPerSecond);
  }
}
