package io.argus.regionserver.io;

import io.argus.core.tenant.TenantId;
import io.argus.regionserver.runaway.RunawayWatch;
import io.argus.regionserver.scheduling.Faults;
import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * I/O admission: here a request waits until it may read from HDFS. The block cache calls {@link
 * #beforeRead} when it misses and {@link #afterRead} at the next use of the cache by the same
 * thread; both return at once on threads that do not work on a tenant's request.
 *
 * <p>A request uses no handler slot while it waits or reads. It waits for the wait limit at most,
 * then reads all the same. Nor does it wait on while another thread waits for a lock of the region
 * that it reads, as a flush does that is about to commit: every read in HBase holds some.
 *
 * <p>While it holds locks of rows, since it {@linkplain
 * io.argus.core.usage.RequestKind#readsUnderLocks() reads under locks} or the platform {@linkplain
 * #holdsLocks said so}, a request never waits, and is charged as it ends. If such requests of its
 * tenant are expected to read, it pays before it begins, when it holds nothing, and waits for that
 * as for a read. No exception leaves this class.
 *
 * <p>Safe for use by any thread.
 */
public final class IoAdmission {
  private static final String FAULT = "I/O admission";

  private final HdfsBytes hdfsBytes;
  private final LongSupplier nanoClock;
  private final Faults faults;
  private final IoWaiters waiters;
  private final CurrentRequest current = new CurrentRequest();
  private volatile IoPolicy policy;
  private volatile boolean stopped;

  /**
   * @param nanoClock like {@link System#nanoTime}
   */
  public IoAdmission(IoPolicy policy, HdfsBytes hdfsBytes, LongSupplier nanoClock, Faults faults) {
    this.policy = policy;
    this.hdfsBytes = hdfsBytes;
    this.nanoClock = nanoClock;
    this.faults = faults;
    waiters = new IoWaiters(policy, nanoClock);
  }

  /** The lock around the schedule of reads. */
  public IoWaiters waiters() {
    return waiters;
  }

  /** Names the request of the calling thread, which is the host's; returns the one before it. */
  public @Nullable IoRequest ofHostThread(@Nullable IoRequest request) {
    return current.ofHostThread(request);
  }

  /** The tenant's request on which the calling thread works, null if on none. */
  private @Nullable IoRequest current() {
    IoRequest request = current.get();
    return request != null && request.io == this && request.inProgress() ? request : null;
  }

  /** The tenant on whose request the calling thread works, null if on none. */
  public @Nullable TenantId currentTenant() {
    IoRequest request = current();
    return request == null ? null : request.tenant();
  }

  /**
   * The calling thread is about to read a block from HDFS: waits until its request may read. If the
   * thread will look into the cache again, one read is enough for all requests of its tenant that
   * want the block now.
   *
   * @param cachedBlock what names the block if the cache will have it after the read, else null
   */
  public void beforeRead(@Nullable Object cachedBlock) {
    IoRequest request = current();
    if (request == null) {
      BackgroundWork.readBegins();
      return;
    }
    try {
      beginRead(request, cachedBlock);
    } catch (Throwable fault) {
      faults.add(FAULT, fault);
    }
  }

  /** The calling thread begins to read a region, of which its request may read several. */
  public void reads(Object region) {
    IoRequest request = current();
    if (request != null) {
      request.region(region);
    }
  }

  /**
   * The calling thread takes locks of rows for a request that {@linkplain
   * io.argus.core.usage.RequestKind#readsUnderLocks() does not} otherwise read under them, or has
   * given them back.
   */
  public void holdsLocks(boolean now) {
    IoRequest request = current();
    if (request != null) {
      request.holdsLocks(now);
      RunawayWatch.OfThread watch = request.slot().watch();
      if (watch != null) {
        watch.writes();
      }
    }
  }

  /** The calling thread has its block, or gave up: ends the read that beforeRead began, if any. */
  public void afterRead() {
    IoRequest request = current();
    if (request != null) {
      endReadInSlot(request);
    }
  }

  /**
   * The calling thread found its block in the cache: ends the read that beforeRead began, if any.
   * Then a get or scan may pause, so that others go on beside one that goes through many blocks
   * without a row, such as a scan whose filter rejects them all. Returns the request if the block's
   * size counts for it, null if it does for nobody.
   */
  public @Nullable IoRequest found() {
    IoRequest request = endPiece(false);
    return request != null && request.countsBlocks() ? request : null;
  }

  /** The calling thread has a row: ends the read that beforeRead began, if any, then may pause. */
  public void betweenRows() {
    endPiece(true);
  }

  /** A filter has rejected a row for the calling thread: may pause as at a block that was found. */
  public void rejectsRow() {
    endPiece(false);
  }

  /**
   * Like {@link #betweenRows()}, for a scanner whose costs are summed up over its calls. Returns
   * why the scan is to fail now, for its client; null if it is to go on. Throws nothing.
   */
  public @Nullable String betweenRows(RunawayWatch.Costs scanner) {
    RunawayWatch.OfThread watch = watch();
    if (watch != null) {
      watch.goesOn(scanner);
    }
    endPiece(true);
    return scanner.countsByFilter() ? stop(watch) : looksAtRow();
  }

  private static @Nullable String stop(RunawayWatch.@Nullable OfThread watch) {
    return watch == null ? null : watch.stop();
  }

  private @Nullable IoRequest endPiece(boolean atRow) {
    IoRequest request = current();
    if (request != null) {
      endReadInSlot(request);
      try {
        request.slot().pause(atRow);
      } catch (Throwable fault) {
        faults.add("A pause between two pieces", fault);
      }
    }
    return request;
  }

  /** What watches the request of the calling thread, null if no rule limits that. */
  public RunawayWatch.@Nullable OfThread watch() {
    IoRequest request = current();
    return request == null ? null : request.slot().watch();
  }

  /**
   * The calling thread looks at a row, which counts for its request; it may pause if limits are to
   * be looked at. Returns why the request is to fail now, for its client; null if it is to go on.
   * Throws nothing.
   */
  public @Nullable String looksAtRow() {
    RunawayWatch.OfThread watch = watch();
    if (watch != null && watch.row()) {
      endPiece(false);
    }
    return stop(watch);
  }

  private void endReadInSlot(IoRequest request) {
    if (!request.reading) {
      return;
    }
    try {
      endRead(request, nanoClock.getAsLong());
      if (!request.hasOneGrant()) {
        request.slot().take();
      }
    } catch (Throwable fault) {
      faults.add(FAULT, fault);
    }
  }

  /**
   * Returns how background work that the calling thread begins waits for grants.
   *
   * @param tenant looked up anew each time
   * @param urgency 0 while the work can wait, 1 or more when it must not; asked by the same thread
   * @param read told of the bytes that the work reads, by the same thread
   * @param cpu receives the CPU time of the work, ns
   */
  public BackgroundWork background(
      Supplier<IoTenant> tenant, DoubleSupplier urgency, LongConsumer read, LongConsumer cpu) {
    IoRequest request = new IoRequest(this, Thread.currentThread(), HandlerSlot.NONE);
    return new BackgroundWork(
        hdfsBytes,
        nanoClock,
        read,
        moved -> admit(request, tenant.get(), moved, urgency.getAsDouble()),
        cpu,
        faults);
  }

  private void admit(
      IoRequest request, IoTenant tenant, BackgroundWork.Moved moved, double urgency) {
    IoPolicy now = policy;
    if (now.accounting && now.admitsBackground && !stopped) {
      waiters.passBackground(
          request, tenant, moved, IoPolicy.BACKGROUND_FLOOR, urgency, nanoClock.getAsLong());
    }
  }

  private void beginRead(IoRequest request, @Nullable Object cachedBlock) {
    IoPolicy now = policy;
    long nowNanos = nanoClock.getAsLong();
    if (request.reading) {
      endRead(request, nowNanos);
    }
    if (!now.accounting) {
      return;
    }
    request.counterAtRead = readCounter(request);
    request.reading = true;
    request.readStartNanos = nowNanos;
    if (request.hasOneGrant()) {
      return;
    }
    request.cachedBlock = cachedBlock;
    if (!now.enforcing || stopped) {
      waiters.pass(request, true, nowNanos);
      return;
    }
    request.askedForIo = true;
    request.slot().leave();
    if (request.holdsLocks()) {
      request.readsUnderLocks = true;
      request.ioTenant().readUnderLocks(1);
      return;
    }
    if (request.othersWait()) {
      waiters.pass(request, false, nowNanos);
    } else {
      request.readStartNanos = waiters.await(request, now.waitLimitNanos, nowNanos, true);
    }
  }

  private void endRead(IoRequest request, long nowNanos) {
    request.reading = false;
    long bytes = Math.max(0, readCounter(request) - request.counterAtRead);
    if (bytes > 0) { // else another request has read the block meanwhile
      request.reads++;
    }
    request.countBytes();
    request.readNanos += Math.max(0, nowNanos - request.readStartNanos);
    if (request.readsUnderLocks) {
      request.readsUnderLocks = false;
      request.ioTenant().readUnderLocks(-1);
    }
    if (request.besideAnother) {
      request.besideAnother = false;
      if (bytes > 0) {
        request.settledBytes += bytes;
        waiters.readAgain(request.ioTenant(), bytes, nowNanos);
      }
    }
    if (request.wholeGrant) {
      request.admittedBytes += bytes;
    } else if (request.granted) {
      request.admittedBytes += bytes;
      request.settledBytes += bytes;
      waiters.leave(request, bytes, nowNanos);
    }
  }

  /** Begins a request; one that needs a grant before it begins waits for it here. */
  public void begin(IoRequest request) {
    IoPolicy now = policy;
    try {
      if (!now.accounting) {
        request.ignoreReads();
      } else if (!request.counterKnown) {
        request.counter = 0;
        request.counter = readCounter(request);
        request.counterKnown = true;
      }
      request.counterAtStart = request.counter;
      if (request.hasOneGrant()) {
        request.askedForIo = true;
        request.wholeGrant = true;
        waiters.await(request, now.waitLimitNanos, nanoClock.getAsLong(), true);
      } else if (now.enforcing && request.waitsToPay()) {
        request.askedForIo = true;
        request.slot().leave();
        waiters.payAhead(request, now.waitLimitNanos, nanoClock.getAsLong());
        request.settledBytes = request.estimateBytes();
        request.slot().take();
      }
    } catch (Throwable fault) {
      faults.add(FAULT, fault);
    }
  }

  /** Ends a request: gives back its grant and charges what it read without one. */
  public void end(IoRequest request, long nowNanos) {
    try {
      if (request.reading) {
        endRead(request, nowNanos);
      }
      if (request.counterKnown) {
        readCounter(request);
        request.countBytes();
      }
      if (request.granted) {
        waiters.leave(request, request.bytesRead, nowNanos);
      } else if (request.counterKnown && request.bytesRead != request.settledBytes) {
        waiters.charge(request.ioTenant(), request.bytesRead - request.settledBytes, nowNanos);
      }
    } catch (Throwable fault) {
      faults.add(FAULT, fault);
    }
  }

  private long readCounter(IoRequest request) {
    try {
      request.counter = hdfsBytes.readByThisThread();
    } catch (Throwable fault) {
      faults.add("Counting HDFS bytes", fault);
    }
    return request.counter;
  }

  public void policy(IoPolicy newPolicy) {
    policy = newPolicy;
    waiters.policy(newPolicy);
  }

  /** Lets everybody through from now on. */
  public void stop() {
    stopped = true;
    waiters.stop();
  }
}
