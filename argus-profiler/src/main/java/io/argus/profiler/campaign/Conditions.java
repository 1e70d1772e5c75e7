package io.argus.profiler.campaign;

/**
 * The cluster that a campaign ran on.
 *
 * @param hbase the HBase version
 * @param disk kind of disk: kernel, emulated or none of an embedded cluster, {@code own} of the
 *     user's
 * @param cacheCapacityBytes block cache of all region servers
 * @param hdfsCapacityBytesPerSecond what HDFS sustains on all region servers, as measured before
 *     the first point; credits stay at that
 *     <p>Immutable; safe for use by any thread.
 */
public record Conditions(
    String hbase, String disk, long cacheCapacityBytes, double hdfsCapacityBytesPerSecond) {
  private static final double SAME = 0.1;

  public Conditions {
    if (cacheCapacityBytes <= 0) {
      throw new IllegalArgumentException(
          "cache capacity is " + cacheCapacityBytes + ": must be above 0 bytes");
    }
    if (!(hdfsCapacityBytesPerSecond > 0) || Double.isInfinite(hdfsCapacityBytesPerSecond)) {
      throw new IllegalArgumentException(
          "HDFS capacity is " + hdfsCapacityBytesPerSecond + ": must be above 0 bytes per second");
    }
  }

  /**
   * Whether measurements under both may be mixed: the same HBase and disk, capacities within 10 %.
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
