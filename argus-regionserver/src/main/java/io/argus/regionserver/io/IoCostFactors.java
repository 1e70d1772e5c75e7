package io.argus.regionserver.io;

import java.util.Collection;
import java.util.concurrent.TimeUnit;

/**
 * The I/O cost factors: what a byte read from HDFS costs by tenant and kind of request, relative to
 * the mean byte that anybody reads. Sequential reads are cheaper than random ones, reads of blocks
 * that the DataNode's page cache holds cheaper than both, and remote reads dearer.
 *
 * <p>Idea: concurrent reads share HDFS's time equally, so the disk time of a read is the integral
 * of 1 / (concurrent reads) over its duration, no matter who has more of them. A disk that serves
 * reads one after another does not share: there the first of a burst would seem cheaper than the
 * last. So only reads count that began and ended at the concurrency limit, where there are no
 * bursts; and small differences count as none. Credits stay bytes: those of the mean read.
 *
 * <p>Pure: time is a parameter. Not safe for use by several threads.
 */
final class IoCostFactors {
  static final double MIN = 0.25;
  static final double MAX = 4;

  /** Fewer recent bytes than this of a kind of read, or of all others, say nothing. */
  private static final double MIN_BYTES = 32 * (64 << 10);

  /** A smaller difference than this counts as none. */
  private static final double SMALL = 1.1;

  /** A greater difference than this counts in full. */
  private static final double LARGE = 1.3;

  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final double KEPT = 0.9;

  private final Collection<IoTenant> tenants;
  private double bytes;
  private double diskNanos;
  private double clock;
  private long lastNanos;
  private long lastFactorsNanos;

  /**
   * @param tenants the tenants at any time
   */
  IoCostFactors(Collection<IoTenant> tenants, long nowNanos) {
    this.tenants = tenants;
    lastNanos = nowNanos;
    lastFactorsNanos = nowNanos;
  }

  /**
   * Lets time pass in which that many reads were at HDFS.
   *
   * @return whether the factors are new, as they are once a second
   */
  boolean advance(long nowNanos, int reading) {
    clock += (nowNanos - lastNanos) / (double) Math.max(1, reading);
    lastNanos = nowNanos;
    if (nowNanos - lastFactorsNanos < PERIOD_NANOS) {
      return false;
    }
    lastFactorsNanos = nowNanos;
    for (IoTenant tenant : tenants) {
      for (IoCost reads : tenant.allReads()) {
        reads.factor(factor(reads.bytes(), reads.diskNanos()));
        reads.fade(KEPT);
      }
    }
    bytes *= KEPT;
    diskNanos *= KEPT;
    return true;
  }

  /** Disk time of a read that is at HDFS all the time. */
  double clock() {
    return clock;
  }

  /** Adds a read that began and ended at the concurrency limit. */
  void add(IoCost reads, long readBytes, double readDiskNanos) {
    reads.addDiskTime(readBytes, readDiskNanos);
    bytes += readBytes;
    diskNanos += readDiskNanos;
  }

  private double factor(double someBytes, double someDiskNanos) {
    if (someBytes < MIN_BYTES || bytes - someBytes < MIN_BYTES || diskNanos <= 0) {
      return 1;
    }
    double factor = (someDiskNanos / someBytes) / (diskNanos / bytes);
    double believed = factor >= 1 ? believed(factor) : 1 / believed(1 / factor);
    return Math.min(MAX, Math.max(MIN, believed));
  }

  private static double believed(double factor) {
    double slope = (LARGE - 1) / (LARGE - SMALL);
    return factor >= LARGE ? factor : Math.max(1, 1 + slope * (factor - SMALL));
  }
}
