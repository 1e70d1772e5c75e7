package io.argus.regionserver.hdfs;

import java.util.concurrent.TimeUnit;

/**
 * The throughput that background work always gets, however much its tenant has used and others
 * want.
 *
 * <p>Pure; safe for use by any thread.
 */
final class BackgroundFloor {
  /** While it is unknown what HDFS sustains, and on the slowest disks. */
  static final double LEAST_BYTES_PER_SECOND = 1 << 20;

  private BackgroundFloor() {}

  /**
   * Returns after how many nanoseconds work goes on without a turn: bytes / (max(floor, urgency) x
   * capacity), so that it moves that fraction of the capacity at least.
   *
   * @param capacityBytesPerSecond what HDFS sustains, 0 while unknown
   * @param floor fraction of the capacity
   * @param urgency 0 if the work can wait; 1 or more if it must not, as when writes are about to be
   *     blocked because of too many store files
   */
  static long waitLimitNanos(
      long bytes, double capacityBytesPerSecond, double floor, double urgency) {
    if (!(urgency < 1)) {
      return 0;
    }
    double bytesPerSecond =
        Math.max(LEAST_BYTES_PER_SECOND, capacityBytesPerSecond * Math.max(floor, urgency));
    return (long) (bytes / bytesPerSecond * TimeUnit.SECONDS.toNanos(1));
  }
}
