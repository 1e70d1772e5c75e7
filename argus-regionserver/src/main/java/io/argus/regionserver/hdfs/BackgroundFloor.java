package io.argus.regionserver.hdfs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How fast the background work of a server goes on without grants: all of it together moves at
 * least a fraction of what HDFS sustains, however much its tenants have used and others want.
 *
 * <p>Each work claims the floor, or its urgency where that is more. The greatest claim is what all
 * of them move together. It is divided among those that wait or have moved something lately, in
 * proportion to their claims. Work that must not wait does not, and is left out.
 *
 * <p>Pure: time is a parameter. Guarded by the I/O lock.
 */
final class BackgroundFloor {
  /** What all work moves while HDFS's capacity is unknown, and on the slowest disks. */
  private static final double MIN_BYTES_PER_SECOND = 1 << 20;

  /** For how long work that goes on keeps its claim. */
  private static final long LATELY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final List<BackgroundWork.Moved> claiming = new ArrayList<>();

  /**
   * Returns after how many nanoseconds work goes on without a grant.
   *
   * @param bytes what it has moved, in credits
   * @param capacityBytesPerSecond what HDFS sustains, 0 while unknown
   * @param floor fraction of the capacity
   * @param urgency 0 if the work can wait; 1 or more if it must not, as when writes are about to be
   *     blocked because of too many store files
   */
  long waitLimitNanos(
      BackgroundWork.Moved work,
      long bytes,
      double capacityBytesPerSecond,
      double floor,
      double urgency,
      long nowNanos) {
    claiming.removeIf(other -> other == work || nowNanos - other.claimEndNanos > 0);
    if (!(urgency < 1)) {
      return 0;
    }
    work.claim = Math.max(floor, urgency);
    claiming.add(work);
    double sum = 0;
    double max = 0;
    for (BackgroundWork.Moved each : claiming) {
      sum += each.claim;
      max = Math.max(max, each.claim);
    }
    double part = sum > 0 ? max * work.claim / sum : 0;
    double bytesPerSecond =
        Math.max(MIN_BYTES_PER_SECOND / claiming.size(), capacityBytesPerSecond * part);
    long limitNanos = (long) (bytes / bytesPerSecond * TimeUnit.SECONDS.toNanos(1));
    work.claimEndNanos = nowNanos + limitNanos + LATELY_NANOS;
    return limitNanos;
  }
}
