package io.argus.regionserver.handler;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.cpu.RequestMeter;
import io.argus.regionserver.handler.RequestQueue.Queued;
import io.argus.regionserver.io.HandlerSlot;
import io.argus.regionserver.io.IoRequest;
import io.argus.regionserver.monitor.RequestUsage;
import io.argus.regionserver.runaway.RunawayWatch;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The request of one handler thread, the scheduler's own or the host's: where it stands and what it
 * has cost so far. One per thread, reused for each of its requests; the request is a tenant's while
 * {@link IoRequest#inProgress}, else a direct one.
 *
 * <p>Fields belong to the thread, except those marked otherwise.
 *
 * @param <R> type of a request
 */
final class HandlerRequest<R> implements RequestUsage {
  /** Handler time of a request between two pauses. */
  private static final long PIECE_NANOS = HandlerSchedule.QUANTUM_NANOS;

  /** A request that goes on is counted so often: twice in a report's usual period. */
  private static final long COUNTED_EVERY_NANOS = 1_000_000_000L;

  /** So long that scans that find rows pause between rows, where they hold fewer locks. */
  private static final long LONG_PIECE_NANOS = 5 * PIECE_NANOS;

  private static final String WATCH = "A limit on requests";

  private final HandlerPool<R> pool;
  private final RequestMeter meter;

  private final RunawayWatch.OfThread watch = new RunawayWatch.OfThread();

  /** The same request as I/O admission knows it. */
  final IoRequest io;

  // The request. Written by the thread under the handler lock.
  private @Nullable R request;
  private @Nullable HandlerClass<R> ofClass;
  private @Nullable RequestCosts costs;
  private long queuedNanos;
  private long capWaitNanos;
  private long memstoreWaitNanos;
  private long startedNanos;

  /** How long it took, once it has ended. */
  private long answerNanos;

  /** How long it was queued while too many of its tenant's requests were blocked on I/O. */
  long blockedNanos;

  /** What its tenant is charged already, see {@link HandlerSchedule}. */
  long chargedNanos;

  /** Of a write: the part of its time in a handler in which it is to use a core, 0..1. */
  double coresExpected;

  /** CPU time in a handler, once it has ended. */
  private long cpuNanos;

  /** Handler time, as of when it was last counted. */
  private long handlerNanos;

  private final Counted counted = new Counted();
  private long countedAtNanos;

  private boolean answered;
  private long receivedBytes;
  private long sentBytes;

  /** Time between two pieces in which it waited for a handler slot again. */
  long pausedNanos;

  /** Handler time before the current piece. */
  private long earlierPiecesNanos;

  /** Whether it waits for a slot. Guarded by the handler lock; also read by the thread. */
  volatile boolean paused;

  /** Whether it pauses until it has a grant of {@link BulkGrants}. Guarded by the handler lock. */
  boolean awaitsGrant;

  /** CPU time that was granted to it; 0 if it needs no grants. Guarded by the handler lock. */
  long grantedNanos;

  /** The slots that it uses while it runs. Guarded by the handler lock. */
  HandlerSlots.@Nullable Use<R> use;

  /** Whether it uses a handler slot, else it is blocked. Guarded by the handler lock. */
  boolean running;

  /**
   * Whether it is in a handler but uses no slot, as it has used no CPU time for a while. Guarded by
   * the handler lock.
   */
  boolean stalled;

  /** How many requests the thread has taken. Guarded by the handler lock. */
  long taken;

  /**
   * How many of its requests had ended when {@link #hasWorked} was last asked. Guarded by the
   * handler lock.
   */
  private long endedBefore;

  /** Used by the detector only. */
  final StallDetector.Seen seen = new StallDetector.Seen();

  // The thread.

  /** Set by the thread; null while it has not begun, or where the system does not tell. */
  volatile @Nullable RunDelay runDelay;

  // The thread between requests.

  /** Whether it waits for a request. Guarded by the handler lock; also read by the thread. */
  volatile boolean idle;

  /** Whether it was woken and has not yet looked for work. Guarded by the handler lock. */
  boolean woken;

  HandlerRequest(Thread thread, HandlerPool<R> pool) {
    this.pool = pool;
    this.io = new IoRequest(pool.io, thread, new Slot());
    this.meter = pool.meterOf(thread);
  }

  /**
   * Takes over a request that a tenant had queued, under the handler lock.
   *
   * @param enforcing whether what it is expected to read without asking for a grant is admitted
   *     before it begins
   * @param chargesCpu whether it is charged for the CPU time that it is expected to use
   */
  void takeFrom(
      HandlerClass<R> from, Queued<R> queued, boolean enforcing, boolean chargesCpu, long now) {
    costs = queued.costs;
    long inQueueNanos = Math.max(0, now - queued.offeredNanos);
    capWaitNanos = Math.min(inQueueNanos, from.cappedNanos(now) - queued.cappedBefore);
    memstoreWaitNanos =
        queued.kind().writes()
            ? Math.min(inQueueNanos - capWaitNanos, from.tenant.heldNanos(now) - queued.heldBefore)
            : 0;
    long waitedNanos = inQueueNanos - capWaitNanos - memstoreWaitNanos;
    blockedNanos = from.takeBlockedNanos(queued, waitedNanos, now);
    queuedNanos = waitedNanos - blockedNanos;
    boolean estimated = enforcing && !queued.hasExpired(now);
    HandlerTenant<R> tenant = from.tenant;
    io.begin(tenant.io, from.io, queued.kind(), estimated ? queued.costs.unadmittedBytes() : 0);
    request = queued.request;
    io.region(pool.runner.region(queued.request));
    taken++;
    ofClass = from;
    from.inFlight++;
    from.operations += queued.operations;
    from.capWaitNanos += capWaitNanos;
    tenant.requests++;
    startedNanos = now;
    counted.clear();
    countedAtNanos = now;
    answered = true;
    coresExpected = queued.kind().writes() ? queued.costs.cores() : 0;
    chargedNanos = chargesCpu ? queued.costs.cpuNanos() : queued.costs.handlerNanos();
    pausedNanos = 0;
    earlierPiecesNanos = 0;
  }

  /** Takes a direct request over, under the handler lock. */
  void takeDirect(R direct) {
    request = direct;
    taken++;
    ofClass = null;
    costs = null;
    io.ignoreReads();
  }

  /** Puts the request into another class of its tenant, under the handler lock. */
  void moveTo(HandlerClass<R> other) {
    ofClass = other;
    io.moveTo(other.io);
  }

  /** Drops the request, under the handler lock; returns whether it was a tenant's. */
  boolean drop() {
    boolean tenants = io.inProgress();
    request = null;
    io.clear();
    return tenants;
  }

  boolean isEmpty() {
    return request == null;
  }

  /** Whether the thread has had a request since the last call. Under the handler lock. */
  boolean hasWorked() {
    boolean worked = taken > endedBefore;
    endedBefore = isEmpty() ? taken : taken - 1;
    return worked;
  }

  /** The request in progress. */
  public R request() {
    return Objects.requireNonNull(request);
  }

  HandlerTenant<R> owner() {
    return ofClass().tenant;
  }

  HandlerClass<R> ofClass() {
    return Objects.requireNonNull(ofClass);
  }

  HandlerSlots.Use<R> use() {
    return Objects.requireNonNull(use);
  }

  /** What requests like it cost its tenant. */
  RequestCosts costs() {
    return Objects.requireNonNull(costs);
  }

  /** Begins the request that was taken, before it runs. */
  void begin() {
    if (io.inProgress()) {
      pool.waited(this, queuedNanos, capWaitNanos, memstoreWaitNanos, blockedNanos);
    }
    RequestCosts known = costs;
    meter.begin(known == null ? RequestCosts.UNKNOWN_NANOS : known.cpuNanos());
    if (io.inProgress()) {
      watch.begin(pool.watched(request()));
      if (watch.isOn() || pool.countsBlocks(request())) {
        io.countBlocks();
      }
      pool.io.begin(io);
    }
  }

  /** Ends the request, after it ran, with an interrupt that was meant for it; returns the time. */
  long end() {
    long now = pool.nanoClock.getAsLong();
    if (!isEmpty()) {
      Thread.interrupted();
    }
    cpu().addRequests(meter.end());
    if (io.inProgress()) {
      pool.io.end(io, now);
      handlerNanos = handlerNanos(now);
      cpuNanos = meter.usedNanos(handlerNanos);
      ended(Math.max(0, now - startedNanos));
      Outcome outcome = pool.outcome(this);
      answered = outcome.answered();
      receivedBytes = outcome.receivedBytes();
      sentBytes = outcome.sentBytes();
      endWatch();
      pool.ended(this);
    }
    return now;
  }

  private void endWatch() {
    if (watch.isOn()) {
      try {
        watch.end(handlerNanos, cpuNanos, io.blockBytes());
      } catch (RuntimeException | LinkageError fault) {
        pool.faults.add(WATCH, fault);
      }
    }
  }

  /** The request goes on: what it has used is counted, unless that was done just now. */
  private void goesOn(long now) {
    if (now - countedAtNanos >= COUNTED_EVERY_NANOS) {
      countedAtNanos = now;
      handlerNanos = handlerNanos(now);
      pool.goesOn(this);
    }
  }

  private CpuUse cpu() {
    HandlerClass<R> tenants = ofClass;
    return tenants == null ? pool.cpuOfNobody : tenants.tenant.cpu;
  }

  @Override
  public Counted counted() {
    return counted;
  }

  /**
   * Whether it was executed and answered without an exception, once it has ended. Only then it is
   * an operation; what it took was used all the same.
   */
  @Override
  public boolean answered() {
    return answered;
  }

  @Override
  public long receivedBytes() {
    return receivedBytes;
  }

  @Override
  public long sentBytes() {
    return sentBytes;
  }

  /** Handler time up to now. */
  long handlerNanos(long now) {
    return Math.max(0, now - startedNanos - io.ioWaitNanos() - io.hdfsReadNanos() - pausedNanos);
  }

  /** Everything since its begin that is neither a wait nor a read. */
  @Override
  public long handlerNanos() {
    return handlerNanos;
  }

  /** CPU time in a handler up to its last piece, as measured or expected. */
  long cpuNanos(long now) {
    return meter.usedNanos(handlerNanos(now));
  }

  @Override
  public long cpuNanos() {
    return cpuNanos;
  }

  /** Whether nothing of it was measured. */
  boolean cpuIsEstimate() {
    return meter.isEstimate();
  }

  /** How long it took from its begin to its end, once it has ended. */
  long answerNanos() {
    return answerNanos;
  }

  void ended(long tookNanos) {
    answerNanos = tookNanos;
  }

  /** Waiting for a handler slot, at first and between pieces. */
  @Override
  public long queueWaitNanos() {
    return queuedNanos + pausedNanos;
  }

  @Override
  public long capWaitNanos() {
    return capWaitNanos;
  }

  @Override
  public long memstoreWaitNanos() {
    return memstoreWaitNanos;
  }

  /** Waiting for HDFS, also in the queue while too many of the tenant's requests did. */
  @Override
  public long hdfsWaitNanos() {
    return io.ioWaitNanos() + blockedNanos;
  }

  Thread thread() {
    return io.thread();
  }

  @Override
  public TenantId tenant() {
    return io.tenant();
  }

  @Override
  public RequestKind kind() {
    return io.kind();
  }

  @Override
  public int reads() {
    return io.reads();
  }

  @Override
  public long hdfsReadNanos() {
    return io.hdfsReadNanos();
  }

  @Override
  public long hdfsReadBytes() {
    return io.hdfsReadBytes();
  }

  @Override
  public long blockBytes() {
    return io.blockBytes();
  }

  /** Its handler slot, as I/O admission sees it. */
  private final class Slot implements HandlerSlot {
    @Override
    public void leave() {
      if (running || stalled) {
        pool.change(() -> pool.schedule().leaveSlot(HandlerRequest.this));
      }
    }

    @Override
    public void take() {
      if (!running && !stalled) {
        pool.change(() -> pool.schedule().takeSlot(HandlerRequest.this));
      }
      long now = pool.nanoClock.getAsLong();
      goesOn(now);
      check(now);
    }

    @Override
    public RunawayWatch.@Nullable OfThread watch() {
      return watch.isOn() ? watch : null;
    }

    /** A read of HBase goes on whatever happens here. */
    private void check(long now) {
      if (!watch.isOn()) {
        return;
      }
      try {
        if (watch.check(handlerNanos(now), cpuNanos(now), io.blockBytes())) {
          pool.coolDown(HandlerRequest.this);
        }
      } catch (RuntimeException | LinkageError fault) {
        pool.faults.add(WATCH, fault);
      }
    }

    @Override
    public void waited(long nanos) {
      pool.waited(HandlerRequest.this, 0, 0, 0, nanos);
    }

    /** Pauses after a piece of handler time, unless it holds locks of rows. */
    @Override
    public void pause(boolean atRow) {
      long now = pool.nanoClock.getAsLong();
      goesOn(now);
      check(now);
      if (io.holdsLocks()) {
        return;
      }
      long soFarNanos = handlerNanos(now);
      if (soFarNanos - earlierPiecesNanos >= (atRow ? PIECE_NANOS : LONG_PIECE_NANOS)) {
        cpu().addRequests(meter.longer(soFarNanos));
        pool.pause(HandlerRequest.this, now);
        pool.yieldCore();
        earlierPiecesNanos = handlerNanos(pool.nanoClock.getAsLong());
      }
    }

    @Override
    public boolean othersWait(Object region) {
      return pool.othersWait(region);
    }
  }
}
