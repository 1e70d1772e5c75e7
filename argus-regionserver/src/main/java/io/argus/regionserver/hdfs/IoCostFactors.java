package io.argus.regionserver.hdfs;

import java.util.Collection;
import java.util.concurrent.TimeUnit;

/**
 * What a byte read from HDFS costs by tenant and kind of request, in relation to the mean byte read
 * by anybody: reads in sequence are cheaper than reads at random, reads of blocks that the
 * DataNode's page cache holds cheaper than both, and reads from afar dearer.
 *
 * <p>Idea: reads under way share HDFS's time equally, so the disk time of a read is the integral of
 * 1 / (reads under way) over its duration, no matter who has more reads under way. A disk that
 * serves reads in turn does not share: there the first of a burst would seem cheaper than the last.
 * So only reads count that began and ended while all slots were taken, when there are no bursts;
 * and small differences count as none. Credits stay bytes: those of the mean read.
 *
 * <p>Pure: time is a parameter. Not safe for use by several threads.
 */
public final class IoCostFactors {
  static final double LEAST = 0.25;
  static final double GREATEST = 4;

  /** Fewer recent bytes than this of a kind of read, or of all others, say nothing. */
  private static final double FEWEST_BYTES = 32 * (64 << 10);

  /** Below the first a difference is none, above the second it is believed. */
  private static final double SMALL = 1.1;

  private static final double LARGE = 1.3;

  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final double KEPT = 0.9;

  private final Collection<IoTenant> tenants;
  private double bytes;
  private double diskNanos;
  private double clock;
  private long lastNanos;
  private long lastPricedNanos;

  /**
   * @param tenants whose reads are priced, as they come and go
   */
  IoCostFactors(Collection<IoTenant> tenants, long nowNanos) {
    this.tenants = tenants;
    lastNanos = nowNanos;
    lastPricedNanos = nowNanos;
  }

  /**
   * Lets time pass in which so many reads were under way.
   *
   * @return whether there are new prices, as there are once a second
   */
  boolean advance(long nowNanos, int reading) {
    clock += (nowNanos - lastNanos) / (double) Math.max(1, reading);
    lastNanos = nowNanos;
    if (nowNanos - lastPricedNanos < PERIOD_NANOS) {
      return false;
    }
    lastPricedNanos = nowNanos;
    for (IoTenant tenant : tenants) {
      for (IoCost reads : tenant.allReads()) {
        reads.price(price(reads.bytes(), reads.diskNanos()));
        reads.fade(KEPT);
      }
    }
    bytes *= KEPT;
    diskNanos *= KEPT;
    return true;
  }

  /** Disk time that a read has got which is under way all along. */
  double clock() {
    return clock;
  }

  /** Takes notice of a read that began and ended while all slots were taken. */
  void add(IoCost reads, long readBytes, double readDiskNanos) {
    reads.addDiskTime(readBytes, readDiskNanos);
    bytes += readBytes;
    diskNanos += readDiskNanos;
  }

  private double price(double someBytes, double someDiskNanos) {
    if (someBytes < FEWEST_BYTES || bytes - someBytes < FEWEST_BYTES || diskNanos <= 0) {
      return 1;
    }
    double price = (someDiskNanos / someBytes) / (diskNanos / bytes);
    double believed = price >= 1 ? believed(price) : 1 / believed(1 / price);
    return Math.min(GREATEST, Math.max(LEAST, believed));
  }

  private static double believed(double price) {
    double slope = (LARGE - 1) / (LARGE - SMALL);
    return price >= LARGE ? price : Math.max(1, 1 + slope * (price - SMALL));
  }
}
