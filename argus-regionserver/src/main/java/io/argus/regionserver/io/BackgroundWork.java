package io.argus.regionserver.io;

import io.argus.regionserver.cpu.CpuClock;
import io.argus.regionserver.scheduling.Faults;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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

  private static final LongSupplier CPU_CLOCK = CpuClock.ofThisThread();

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

    /** What it demands in {@link Floor}, and until when. Guarded by the I/O lock. */
    double demand;

    long demandEndNanos;
  }

  private final HdfsBytes hdfsBytes;
  private final LongSupplier nanoClock;
  private final LongConsumer read;
  private final Consumer<Moved> pay;
  private final LongConsumer cpu;
  private long cpuNanos = CPU_CLOCK.getAsLong();
  private final Faults faults;
  private final Moved unpaid = new Moved();
  private long readBefore;
  private boolean reading;
  private long readStartNanos;

  /**
   * @param read told of the bytes that were read
   * @param pay waits for a grant for what was moved
   * @param cpu receives the CPU time of the work, ns
   */
  BackgroundWork(
      HdfsBytes hdfsBytes,
      LongSupplier nanoClock,
      LongConsumer read,
      Consumer<Moved> pay,
      LongConsumer cpu,
      Faults faults) {
    this.hdfsBytes = hdfsBytes;
    this.nanoClock = nanoClock;
    this.read = read;
    this.pay = pay;
    this.cpu = cpu;
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
      long now = CPU_CLOCK.getAsLong();
      cpu.accept(now - cpuNanos);
      cpuNanos = now;
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

  /**
   * How fast the background work of a server goes on without grants: all of it together moves at
   * least a fraction of what HDFS sustains, however much its tenants have used and others want.
   *
   * <p>Each work demands the floor, or its urgency where that is more. The greatest demand is what
   * all of them move together. It is divided among those that wait or have moved something lately,
   * in proportion to their demands. Work that must not wait does not, and is left out.
   *
   * <p>Pure: time is a parameter. Guarded by the I/O lock.
   */
  static final class Floor {
    /** What all work moves while HDFS's capacity is unknown, and on the slowest disks. */
    private static final double MIN_BYTES_PER_SECOND = 1 << 20;

    /** For how long work that goes on keeps its demand. */
    private static final long LATELY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final List<Moved> recent = new ArrayList<>();

    /**
     * Returns after how many nanoseconds work goes on without a grant.
     *
     * @param bytes what it has moved, in credits
     * @param capacityBytesPerSecond what HDFS sustains, 0 while unknown
     * @param floor fraction of the capacity
     * @param urgency 0 if the work can wait; 1 or more if it must not, as when writes are about to
     *     be blocked because of too many store files
     */
    long waitLimitNanos(
        Moved work,
        long bytes,
        double capacityBytesPerSecond,
        double floor,
        double urgency,
        long nowNanos) {
      recent.removeIf(other -> other == work || nowNanos - other.demandEndNanos > 0);
      if (!(urgency < 1)) {
        return 0;
      }
      work.demand = Math.max(floor, urgency);
      recent.add(work);
      double sum = 0;
      double max = 0;
      for (Moved each : recent) {
        sum += each.demand;
        max = Math.max(max, each.demand);
      }
      double part = sum > 0 ? max * work.demand / sum : 0;
      double bytesPerSecond =
          Math.max(MIN_BYTES_PER_SECOND / recent.size(), capacityBytesPerSecond * part);
      long limitNanos = (long) (bytes / bytesPerSecond * TimeUnit.SECONDS.toNanos(1));
      work.demandEndNanos = nowNanos + limitNanos + LATELY_NANOS;
      return limitNanos;
    }
  }
}
