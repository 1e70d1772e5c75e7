package io.argus.regionserver.hdfs;

import io.argus.core.tenant.TenantId;
import io.argus.regionserver.admission.AdmissionSchedule;
import io.argus.regionserver.admission.HandlerSlot;
import io.argus.regionserver.admission.HandlerThread;
import io.argus.regionserver.admission.ScheduledTenant;
import io.argus.regionserver.scheduling.Faults;
import io.argus.regionserver.scheduling.RequestState;
import io.argus.regionserver.scheduling.SchedulerPolicy;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where a request waits for its turn at HDFS. The block cache calls {@link #beforeRead} when it
 * misses and {@link #afterRead} at the next use of the cache by the same thread; both return at
 * once on threads that are not handlers of this scheduler.
 *
 * <p>A request uses no handler slot while it waits or reads. It waits for the wait limit at most,
 * then reads all the same. No exception leaves the gate.
 *
 * <p>Safe for use by any thread.
 */
public final class IoAdmission {
  /** What threads of a host work on; a thread serves one scheduler. */
  private static final ThreadLocal<@Nullable HandlerSlot<?>> LENT = new ThreadLocal<>();

  /** So long that scans that find rows pause between rows, where they hold fewer locks. */
  private static final long LONG_PIECE_NANOS = 5 * AdmissionSchedule.QUANTUM_NANOS;

  private final HdfsBytes hdfsBytes;
  private final LongSupplier nanoClock;
  private final Faults faults;
  private final IoQueues turns;
  private volatile SchedulerPolicy policy;
  private volatile boolean stopped;

  /** Whether threads of the host take requests, whose handler is in {@link #LENT}. */
  private volatile boolean borrowing;

  public IoAdmission(
      SchedulerPolicy policy, HdfsBytes hdfsBytes, LongSupplier nanoClock, Faults faults) {
    this.policy = policy;
    this.hdfsBytes = hdfsBytes;
    this.nanoClock = nanoClock;
    this.faults = faults;
    turns = new IoQueues(policy, nanoClock);
  }

  public IoQueues turns() {
    return turns;
  }

  /** The handler of the calling thread, which is the host's, null if it has none here. */
  public @Nullable HandlerSlot<?> lent() {
    HandlerSlot<?> handler = LENT.get();
    return handler != null && handler.gate == this ? handler : null;
  }

  public void lend(HandlerSlot<?> handler) {
    LENT.set(handler);
    borrowing = true;
  }

  /** The handler of the calling thread while it works on a tenant's request, null otherwise. */
  @Nullable HandlerSlot<?> current() {
    Thread thread = Thread.currentThread();
    HandlerSlot<?> handler = null;
    if (thread instanceof HandlerThread) {
      handler = ((HandlerThread<?>) thread).handler;
    } else if (borrowing) {
      handler = LENT.get();
    }
    return handler != null && handler.gate == this && handler.turn.inProgress() ? handler : null;
  }

  /** The tenant on whose request the calling thread works, null if on none. */
  public @Nullable TenantId currentTenant() {
    HandlerSlot<?> handler = current();
    return handler == null ? null : handler.turn.tenant().id;
  }

  /** The calling thread is about to read a block from HDFS: waits for the turn of its request. */
  public void beforeRead() {
    HandlerSlot<?> handler = current();
    if (handler == null) {
      BackgroundWork.readBegins();
      return;
    }
    try {
      beginRead(handler);
    } catch (Throwable fault) {
      faults.add("The HDFS gate", fault);
    }
  }

  /** The calling thread has its block, or gave up: ends the turn that beforeRead began, if any. */
  public void afterRead() {
    HandlerSlot<?> handler = current();
    if (handler != null) {
      endRead(handler);
    }
  }

  /**
   * The calling thread found its block in the cache: ends the turn that beforeRead began, if any. A
   * get or scan that goes through many blocks without a row, such as a scan whose filter rejects
   * them all, lets others go first here; what may have locked a row does not.
   */
  public void found() {
    HandlerSlot<?> handler = current();
    if (handler == null) {
      return;
    }
    endRead(handler);
    if (handler.turn.onlyReads()) {
      letOthersGo(handler, LONG_PIECE_NANOS);
    }
  }

  /**
   * The calling thread has a row: ends the turn that beforeRead began, if any, and lets others go
   * first.
   */
  public void betweenRows() {
    HandlerSlot<?> handler = current();
    if (handler == null) {
      return;
    }
    endRead(handler);
    letOthersGo(handler, AdmissionSchedule.QUANTUM_NANOS);
  }

  private void endRead(HandlerSlot<?> handler) {
    if (!handler.turn.reading) {
      return;
    }
    try {
      endRead(handler.turn, nanoClock.getAsLong());
      if (!handler.turn.running && !handler.turn.holdsHdfsSlotAllAlong()) {
        handler.takeSlot();
      }
    } catch (Throwable fault) {
      faults.add("The HDFS gate", fault);
    }
  }

  /** After a piece of that length, lets other tenants have the handler if it is their turn. */
  private void letOthersGo(HandlerSlot<?> handler, long pieceNanos) {
    try {
      handler.pause(pieceNanos);
    } catch (Throwable fault) {
      faults.add("A pause between two pieces", fault);
    }
  }

  /**
   * Makes background work wait for its tenant's turn at HDFS, for bytes that it has moved.
   *
   * @param turn of the calling thread, which is no handler
   */
  public <R> void background(
      RequestState<R> turn, ScheduledTenant<R> tenant, BackgroundWork.Moved moved, double urgency) {
    SchedulerPolicy now = policy;
    if (now.accounting && now.pricesBackground && !stopped) {
      turns.passBackground(
          turn, tenant, moved, now.backgroundFloor, urgency, nanoClock.getAsLong());
    }
  }

  public HdfsBytes hdfsBytes() {
    return hdfsBytes;
  }

  public LongSupplier nanoClock() {
    return nanoClock;
  }

  private void beginRead(HandlerSlot<?> handler) {
    RequestState<?> turn = handler.turn;
    SchedulerPolicy now = policy;
    long nowNanos = nanoClock.getAsLong();
    if (turn.reading) {
      endRead(turn, nowNanos);
    }
    if (!now.accounting) {
      return;
    }
    turn.bytesAtRead = bytes(turn);
    turn.reading = true;
    turn.record.reads++;
    turn.readStartNanos = nowNanos;
    if (turn.holdsHdfsSlotAllAlong()) {
      return;
    }
    if (!now.enforcing || stopped) {
      turns.pass(turn, nowNanos);
      return;
    }
    turn.visitedGate = true;
    if (turn.running) {
      handler.leaveSlot();
    }
    turn.readStartNanos = turns.await(turn, nowNanos);
  }

  private void endRead(RequestState<?> turn, long nowNanos) {
    turn.reading = false;
    long bytes = Math.max(0, bytes(turn) - turn.bytesAtRead);
    turn.gatedBytes += bytes;
    turn.record.hdfsReadNanos += Math.max(0, nowNanos - turn.readStartNanos);
    if (turn.granted && !turn.holdsHdfsSlotAllAlong()) {
      turn.settledBytes += bytes;
      turns.leave(turn, bytes, nowNanos);
    }
  }

  /** Begins a request; one that is expected to read outside the gate waits for its turn here. */
  public void beginRequest(RequestState<?> turn) {
    try {
      if (!policy.accounting) {
        turn.bytesKnown = false;
      } else if (!turn.bytesKnown) {
        turn.lastBytes = 0;
        turn.lastBytes = bytes(turn);
        turn.bytesKnown = true;
      }
      turn.bytesAtStart = turn.lastBytes;
      if (turn.holdsHdfsSlotAllAlong()) {
        turn.visitedGate = true;
        turns.await(turn, nanoClock.getAsLong());
      }
    } catch (Throwable fault) {
      faults.add("The HDFS gate", fault);
    }
  }

  /** Ends a request: gives back what it holds and charges what it read outside the gate. */
  public void endRequest(RequestState<?> turn, long nowNanos) {
    try {
      if (turn.reading) {
        endRead(turn, nowNanos);
      }
      if (turn.bytesKnown) {
        turn.bytesRead = Math.max(0, bytes(turn) - turn.bytesAtStart);
        turn.record.hdfsReadBytes = turn.bytesRead;
      }
      if (turn.granted) {
        turns.leave(turn, turn.bytesRead, nowNanos);
      } else if (turn.bytesRead > turn.settledBytes) {
        turns.charge(turn.tenant().gate, turn.bytesRead - turn.settledBytes, nowNanos);
      }
    } catch (Throwable fault) {
      faults.add("The HDFS gate", fault);
    }
  }

  private long bytes(RequestState<?> turn) {
    try {
      turn.lastBytes = hdfsBytes.readByThisThread();
    } catch (Throwable fault) {
      faults.add("Counting HDFS bytes", fault);
    }
    return turn.lastBytes;
  }

  public void policy(SchedulerPolicy newPolicy) {
    policy = newPolicy;
    turns.policy(newPolicy);
  }

  /** Lets everybody through from now on. */
  public void stop() {
    stopped = true;
    turns.stop();
  }
}
