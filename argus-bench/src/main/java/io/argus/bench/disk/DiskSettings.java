package io.argus.bench.disk;

/**
 * How big and how fast a disk is.
 *
 * @param sizeBytes capacity
 * @param readsPerSecond limit on reads while throttled
 * @param pageCacheBytes page cache left to it while throttled
 *     <p>Immutable.
 */
public record DiskSettings(long sizeBytes, int readsPerSecond, long pageCacheBytes) {
  private static final int READS_PER_SECOND = 600;
  private static final long SMALLEST_BYTES = 1L << 30;
  private static final double PAGE_CACHE_SHARE = 0.025;
  private static final long SMALLEST_PAGE_CACHE_BYTES = 24L << 20;

  public DiskSettings {
    if (sizeBytes < SMALLEST_BYTES) {
      throw new IllegalArgumentException("sizeBytes is " + sizeBytes + "; must be at least 1 GB");
    }
    if (readsPerSecond < 1) {
      throw new IllegalArgumentException(
          "readsPerSecond is " + readsPerSecond + "; must be at least 1");
    }
    if (pageCacheBytes < 1) {
      throw new IllegalArgumentException(
          "pageCacheBytes is " + pageCacheBytes + "; must be at least 1");
    }
  }

  /** A disk with room for that much data and for its logs. */
  public static DiskSettings forData(long dataBytes) {
    long megabytes = (SMALLEST_BYTES + 4 * dataBytes) >> 20;
    return new DiskSettings(
        megabytes << 20,
        READS_PER_SECOND,
        Math.max(SMALLEST_PAGE_CACHE_BYTES, (long) (dataBytes * PAGE_CACHE_SHARE)));
  }

  /** A part of the limit on reads, but one read a second at least. */
  int readsPerSecond(double part) {
    return (int) Math.max(1, Math.round(part * readsPerSecond));
  }

  /** The same with another limit on reads. */
  public DiskSettings withReadsPerSecond(int reads) {
    return new DiskSettings(sizeBytes, reads, pageCacheBytes);
  }
}
