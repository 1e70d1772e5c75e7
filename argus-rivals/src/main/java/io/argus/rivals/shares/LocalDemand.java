package io.argus.rivals.shares;

/**
 * What one tenant asks of one server.
 *
 * @param requests mean number of its requests there, those that wait included: its client threads
 * @param cacheBytes of the block cache that it can make use of
 * @param hdfsBytesPerSecond that it moves
 */
public record LocalDemand(double requests, double cacheBytes, double hdfsBytesPerSecond) {
  public static final LocalDemand NONE = new LocalDemand(0, 0, 0);
}
