package io.argus.load.slowdisk;

/**
 * Counts the disk reads of one stream: one for each started 128 KB, as on a disk with readahead.
 *
 * <p>Used by one thread at a time.
 */
public final class ReadAhead {
  private static final int BYTES_PER_READ = 128 << 10;

  /** The range that sequential reads have already fetched. */
  private long aheadStart;

  private long aheadEnd;

  /** Disk reads for that many bytes when nothing was read ahead. */
  public static int diskReads(int bytes) {
    return Math.max(1, (bytes + BYTES_PER_READ - 1) / BYTES_PER_READ);
  }

  /** Disk reads for a sequential read, 0 when its bytes were read ahead. */
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
