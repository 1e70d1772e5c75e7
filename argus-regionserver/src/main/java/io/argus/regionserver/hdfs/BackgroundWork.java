package io.argus.regionserver.hdfs;

import io.argus.regionserver.processor.ProcessorClock;
import io.argus.regionserver.scheduling.Faults;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One compaction at I/O admission: after every few blocks it pays for what it has read and written
 * with its tenant's credits, and waits for a grant as its tenant's reads do.
 *
 * <p>Used by the one thread that made it.
 */
public final class BackgroundWork {
  /** Written between two grants; about as much was read. */
  private static final long CHUNK_BYTES = 64 << 10;

  private static final LongSupplier PROCESSOR_CLOCK = ProcessorClock.ofThisThread();

  /** The work of the thread. */
  private static final ThreadLocal<@Nullable BackgroundWork> CURRENT = new ThreadLocal<>();

  /** What is to be paid for. */
  static final class Moved {
    long readBytes;

    /** How long it took to read. */
    long readNanos;

    long writtenBytes;

    /** When it was paid for last, 0 at first. Guarded by the I/O lock. */
    long paidNanos;

    /** {@link IoCostFactors#clock} then. Guarded by the I/O lock. */
    double paidClock;

    /** What it claims in {@link BackgroundFloor}, and until when. Guarded by the I/O lock. */
    double claim;

    long claimEndNanos;
  }

  private final HdfsBytes hdfsBytes;
  private final LongSupplier nanoClock;
  private final LongConsumer read;
  private final Consumer<Moved> pay;
  private final LongConsumer processor;
  private long processorNanos = PROCESSOR_CLOCK.getAsLong();
  private final Faults faults;
  private final Moved unpaid = new Moved();
  private long readBefore;
  private boolean reading;
  private long readStartNanos;

  /**
   * @param read told of the bytes that were read
   * @param pay waits for a grant for what was moved
   * @param processor hears of the processor time of the work, ns
   */
  BackgroundWork(
      HdfsBytes hdfsBytes,
      LongSupplier nanoClock,
      LongConsumer read,
      Consumer<Moved> pay,
      LongConsumer processor,
      Faults faults) {
    this.hdfsBytes = hdfsBytes;
    this.nanoClock = nanoClock;
    this.read = read;
    this.pay = pay;
    this.processor = processor;
    this.faults = faults;
    this.readBefore = hdfsBytes.readByThisThread();
    CURRENT.set(this);
  }

  /** The calling thread is about to read a block from HDFS, for its background work if any. */
  static void readBegins() {
    BackgroundWork work = CURRENT.get();
    if (work != null) {
      work.readEnded();
      work.readStartNanos = work.nanoClock.getAsLong();
      work.reading = true;
    }
  }

  private void readEnded() {
    if (reading) {
      reading = false;
      unpaid.readNanos += Math.max(0, nanoClock.getAsLong() - readStartNanos);
    }
  }

  /** The work wrote so many more bytes: waits if they are to be paid for now. Throws nothing. */
  public void wrote(long bytes) {
    readEnded();
    unpaid.writtenBytes += bytes;
    if (unpaid.writtenBytes >= CHUNK_BYTES) {
      settle();
    }
  }

  /** Pays for what is left. Throws nothing. */
  public void end() {
    readEnded();
    settle();
    CURRENT.remove();
  }

  private void settle() {
    try {
      long now = PROCESSOR_CLOCK.getAsLong();
      processor.accept(now - processorNanos);
      processorNanos = now;
      long readSoFar = hdfsBytes.readByThisThread();
      unpaid.readBytes = Math.max(0, readSoFar - readBefore);
      readBefore = readSoFar;
      read.accept(unpaid.readBytes);
      if (unpaid.readBytes + unpaid.writtenBytes > 0) {
        pay.accept(unpaid);
      }
    } catch (Throwable fault) {
      faults.add("The pace of background work", fault);
    }
    unpaid.readNanos = 0;
    unpaid.writtenBytes = 0;
  }
}
