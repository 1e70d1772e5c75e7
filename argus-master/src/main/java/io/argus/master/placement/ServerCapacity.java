package io.argus.master.placement;

/**
 * What a region server has: bytes of block cache, and bytes per second from HDFS; 0 if it is not
 * known. Capacities that differ by less than a quarter are taken as equal: those of HDFS are
 * estimates.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ServerCapacity {
  /** A server of which nothing is known. */
  static final ServerCapacity UNKNOWN = new ServerCapacity(0, 0);

  private static final double ALIKE = 0.25;

  private final double cacheBytes;
  private final double hdfsBytesPerSecond;

  public ServerCapacity(double cacheBytes, double hdfsBytesPerSecond) {
    this.cacheBytes = cacheBytes;
    this.hdfsBytesPerSecond = hdfsBytesPerSecond;
  }

  /** This server's cache over another one's; 1 if either is not known. */
  double cacheRatio(ServerCapacity other) {
    return ratio(cacheBytes, other.cacheBytes);
  }

  /** This server's HDFS throughput over another one's; 1 if either is not known. */
  double hdfsRatio(ServerCapacity other) {
    return ratio(hdfsBytesPerSecond, other.hdfsBytesPerSecond);
  }

  private static double ratio(double one, double other) {
    boolean known = one > 0 && other > 0;
    return !known || Math.abs(one - other) < ALIKE * Math.max(one, other) ? 1 : one / other;
  }
}
