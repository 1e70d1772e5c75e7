package io.argus.profiler.campaign;

import static io.argus.load.basics.Argument.require;

/**
 * The cluster that a campaign ran on.
 *
 * <p>Immutable.
 */
public final class Conditions {
  private static final double SAME = 0.1;

  private final String hbase;
  private final String disk;
  private final long cacheCapacityBytes;
  private final double hdfsCapacityBytesPerSecond;

  /**
   * @param hbase the HBase version
   * @param disk kind of disk: {@code kernel}, {@code emulated} or {@code none} in an embedded
   *     cluster, {@code own} in the user's cluster
   * @param cacheCapacityBytes block cache of all region servers
   * @param hdfsCapacityBytesPerSecond what HDFS sustains on all region servers, measured before the
   *     first point; the credits stay at that value
   */
  public Conditions(
      String hbase, String disk, long cacheCapacityBytes, double hdfsCapacityBytesPerSecond) {
    require(hbase != null && disk != null, "HBase and disk", hbase + ", " + disk, "named");
    require(cacheCapacityBytes > 0, "cache capacity", cacheCapacityBytes, "above 0 bytes");
    require(
        hdfsCapacityBytesPerSecond > 0 && Double.isFinite(hdfsCapacityBytesPerSecond),
        "HDFS capacity",
        hdfsCapacityBytesPerSecond,
        "above 0 bytes per second");
    this.hbase = hbase;
    this.disk = disk;
    this.cacheCapacityBytes = cacheCapacityBytes;
    this.hdfsCapacityBytesPerSecond = hdfsCapacityBytesPerSecond;
  }

  /** Returns these conditions, which Gson has read without the constructor, if they are sound. */
  Conditions checked() {
    return new Conditions(hbase, disk, cacheCapacityBytes, hdfsCapacityBytesPerSecond);
  }

  public String hbase() {
    return hbase;
  }

  public String disk() {
    return disk;
  }

  public long cacheCapacityBytes() {
    return cacheCapacityBytes;
  }

  public double hdfsCapacityBytesPerSecond() {
    return hdfsCapacityBytesPerSecond;
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
