package io.argus.regionserver.io;

import io.argus.regionserver.scheduling.SlidingMean;

/**
 * What reads of one kind by one tenant cost lately: bytes each, and disk time per byte.
 *
 * <p>Not safe for use by several threads.
 */
final class IoCost {
  private final SlidingMean bytesEach = new SlidingMean(SlidingMean.REQUESTS);
  private double bytes;
  private double diskNanos;
  private double factor = 1;

  /** Adds a read's bytes, for the estimate of the next one's. */
  void addSize(long readBytes) {
    bytesEach.add(readBytes);
  }

  /**
   * Adds what a read cost, for the cost factor of later ones.
   *
   * @param readDiskNanos its part of HDFS's time, see {@link IoCostFactors}
   */
  void addDiskTime(long readBytes, double readDiskNanos) {
    bytes += readBytes;
    diskNanos += readDiskNanos;
  }

  /** The estimate of the next read's bytes. */
  long bytesEach(long whileEmpty) {
    return bytesEach.mean(whileEmpty);
  }

  /** Recent bytes whose disk time is known; old ones count less. */
  double bytes() {
    return bytes;
  }

  /** The disk time of {@link #bytes}. */
  double diskNanos() {
    return diskNanos;
  }

  /** Credits that a byte costs, see {@link IoCostFactors}. */
  double factor() {
    return factor;
  }

  void factor(double newFactor) {
    factor = newFactor;
  }

  void fade(double kept) {
    bytes *= kept;
    diskNanos *= kept;
  }
}
