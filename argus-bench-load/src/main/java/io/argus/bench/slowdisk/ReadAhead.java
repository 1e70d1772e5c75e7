package io.argus.bench.slowdisk;

/**
 * Counts the disk reads of one stream: one for each 128 KB begun, as a disk with readahead serves
 * them.
 *
 * <p>Used by one thread at a time, as sequential reads of a stream are.
 */
public final class ReadAhead {
  private static final int BYTES_PER_READ = 128 << 10;

  /** What sequential reads have asked the disk for already. */
  private long aheadStart;

  private long aheadEnd;

  /** Disk reads that so many bytes take when nothing was read ahead. */
  public static int diskReads(int bytes) {
    return Math.max(1, (bytes + BYTES_PER_READ - 1) / BYTES_PER_READ);
  }

  /** Disk reads that a sequential read takes, 0 when its bytes were read ahead. */
  public int sequentialReads(long from, int bytes) {
    if (from >= aheadStart && from + bytes <= aheadEnd) {
      return 0;
    }
    int reads = diskReads(bytes);
    aheadStart = from;
    aheadEnd = from + (long) reads * BYTES_PER_READ;
    return reads;
  }
}
