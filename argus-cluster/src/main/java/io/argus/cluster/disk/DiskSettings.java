package io.argus.cluster.disk;

import static io.argus.load.basics.Argument.require;

/**
 * Size and speed of a disk.
 *
 * @param sizeBytes capacity
 * @param readsPerSecond limit on reads while throttled
 * @param writeBytesPerSecond limit on writes while throttled, 0 for none
 * @param pageCacheBytes page cache that it may use while throttled
 */
public record DiskSettings(
    long sizeBytes, int readsPerSecond, long writeBytesPerSecond, long pageCacheBytes) {
  private static final int READS_PER_SECOND = 600;
  private static final long MIN_BYTES = 1L << 30;

  /** A NameNode passes over a disk without 128 MB for each block that is written to it. */
  private static final long ROOM_BYTES = 8L << 30;

  private static final long GROWTH_BYTES = 96L << 20;
  private static final double PAGE_CACHE_SHARE = 0.025;
  private static final long MIN_PAGE_CACHE_BYTES = 24L << 20;

  public DiskSettings {
    require(sizeBytes >= MIN_BYTES, "sizeBytes", sizeBytes, "at least 1 GB");
    require(readsPerSecond >= 1, "readsPerSecond", readsPerSecond, "at least 1");
    require(writeBytesPerSecond >= 0, "writeBytesPerSecond", writeBytesPerSecond, "at least 0");
    require(pageCacheBytes >= 1, "pageCacheBytes", pageCacheBytes, "at least 1");
  }

  /** A disk for that much data and its logs. */
  public static DiskSettings forData(long dataBytes) {
    long megabytes = (MIN_BYTES + 4 * dataBytes) >> 20;
    return new DiskSettings(
        megabytes << 20,
        READS_PER_SECOND,
        0,
        Math.max(MIN_PAGE_CACHE_BYTES, (long) (dataBytes * PAGE_CACHE_SHARE)));
  }

  /**
   * One of several equal disks of a cluster. Each holds all data, because a table may be placed on
   * one, and room for blocks that are being written. They share the page cache.
   */
  public static DiskSettings forData(long dataBytes, int disks) {
    DiskSettings single = forData(dataBytes);
    return disks == 1
        ? single
        : new DiskSettings(
                single.sizeBytes,
                single.readsPerSecond,
                single.writeBytesPerSecond,
                Math.max(MIN_PAGE_CACHE_BYTES, single.pageCacheBytes / disks))
            .withRoom();
  }

  /**
   * The same disk for a DataNode whose memory nobody follows: once the process that throttles it
   * has ended, the DataNode's threads and buffers take from the page cache.
   */
  public DiskSettings unattended() {
    return new DiskSettings(
        sizeBytes, readsPerSecond, writeBytesPerSecond, pageCacheBytes + GROWTH_BYTES);
  }

  /** A part of the limit on reads, at least one read a second. */
  int readsPerSecond(double part) {
    return (int) Math.max(1, Math.round(part * readsPerSecond));
  }

  public DiskSettings withReadsPerSecond(int reads) {
    return new DiskSettings(sizeBytes, reads, writeBytesPerSecond, pageCacheBytes);
  }

  /** The same disk with room for many blocks that are being written. */
  public DiskSettings withRoom() {
    return new DiskSettings(
        sizeBytes + ROOM_BYTES, readsPerSecond, writeBytesPerSecond, pageCacheBytes);
  }

  /** The same disk with a limit on writes, which only the kernel can set; 0 for none. */
  public DiskSettings withWriteBytesPerSecond(long bytes) {
    return new DiskSettings(sizeBytes, readsPerSecond, bytes, pageCacheBytes);
  }
}
