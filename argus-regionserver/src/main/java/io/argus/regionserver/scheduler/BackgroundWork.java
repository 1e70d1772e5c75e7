package io.argus.regionserver.scheduler;

import java.util.function.LongConsumer;

/**
 * One compaction's way through the HDFS gate: after every few blocks it pays for what it has read
 * and written as its tenant's reads do, and waits for its turn as they do.
 *
 * <p>Used by the one thread that made it.
 */
public final class BackgroundWork {
  /** Written between two turns; about as much was read. */
  private static final long CHUNK_BYTES = 64 << 10;

  private final HdfsBytes hdfsBytes;
  private final LongConsumer pay;
  private final Faults faults;
  private long readBefore;
  private long unpaidBytes;

  /**
   * @param pay waits for a turn for that many bytes
   */
  BackgroundWork(HdfsBytes hdfsBytes, LongConsumer pay, Faults faults) {
    this.hdfsBytes = hdfsBytes;
    this.pay = pay;
    this.faults = faults;
    this.readBefore = hdfsBytes.readByThisThread();
  }

  /** The work wrote so many more bytes: waits if they are to be paid for now. Throws nothing. */
  public void wrote(long bytes) {
    unpaidBytes += bytes;
    if (unpaidBytes >= CHUNK_BYTES) {
      settle();
    }
  }

  /** Pays for what is left. Throws nothing. */
  public void end() {
    settle();
  }

  private void settle() {
    try {
      long read = hdfsBytes.readByThisThread();
      long moved = unpaidBytes + Math.max(0, read - readBefore);
      readBefore = read;
      unpaidBytes = 0;
      if (moved > 0) {
        pay.accept(moved);
      }
    } catch (Throwable fault) {
      unpaidBytes = 0;
      faults.add("The pace of background work", fault);
    }
  }
}
