package io.argus.profiler.campaign;

import static io.argus.load.basics.Argument.require;

/**
 * The cluster that a campaign ran on.
 *
 * @param hbase the HBase version
 * @param disk kind of disk: {@code kernel}, {@code emulated} or {@code none} in an embedded
 *     cluster, {@code own} in the user's cluster
 * @param cacheCapacityBytes block cache of all region servers
 * @param hdfsCapacityBytesPerSecond what HDFS sustains on all region servers, measured before the
 *     first point; the credits stay at that value
 */
public record Conditions(
    String hbase, String disk, long cacheCapacityBytes, double hdfsCapacityBytesPerSecond) {
  private static final double SAME = 0.1;

  public Conditions {
    require(hbase != null && disk != null, "HBase and disk", hbase + ", " + disk, "named");
    require(cacheCapacityBytes > 0, "cache capacity", cacheCapacityBytes, "above 0 bytes");
    require(
        hdfsCapacityBytesPerSecond > 0 && Double.isFinite(hdfsCapacityBytesPerSecond),
        "HDFS capacity",
        hdfsCapacityBytesPerSecond,
        "above 0 bytes per second");
  }

  /**
   * Whether measurements under both may be combined: same HBase and disk, capacities within 10 %.
   */
  public boolean isLike(Conditions other) {
    return hbase.equals(other.hbase)
        && disk.equals(other.disk)
        && near((double) cacheCapacityBytes, (double) other.cacheCapacityBytes)
        && near(hdfsCapacityBytesPerSecond, other.hdfsCapacityBytesPerSecond);
  }

  private static boolean near(double one, double other) {
    return Math.abs(one - other) <= SAME * one;
  }
}
