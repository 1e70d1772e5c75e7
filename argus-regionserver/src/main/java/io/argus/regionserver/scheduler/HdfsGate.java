package io.argus.regionserver.scheduler;

import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
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
public final class HdfsGate {
  private final HdfsBytes hdfsBytes;
  private final LongSupplier nanoClock;
  private final Faults faults;
  final ReentrantLock lock = new ReentrantLock();
  private volatile SchedulerPolicy policy;
  private volatile boolean stopped;
  private volatile @Nullable Thread timer;

  // Live state, guarded by the lock.
  private final GateSchedule schedule;
  private boolean timerKnows;

  HdfsGate(SchedulerPolicy policy, HdfsBytes hdfsBytes, LongSupplier nanoClock, Faults faults) {
    this.policy = policy;
    this.hdfsBytes = hdfsBytes;
    this.nanoClock = nanoClock;
    this.faults = faults;
    schedule = new GateSchedule(policy, nanoClock.getAsLong());
  }

  /** The schedule, to be used under {@link #lock} only. */
  GateSchedule schedule() {
    return schedule;
  }

  /** The calling thread is about to read a block from HDFS: waits for the turn of its request. */
  public void beforeRead() {
    HandlerThread<?> thread = HandlerThread.current();
    if (thread == null || thread.gate != this || !thread.turn.inProgress()) {
      return;
    }
    try {
      beginRead(thread);
    } catch (Throwable fault) {
      faults.add("The HDFS gate", fault);
    }
  }

  /** The calling thread has its block, or gave up: ends the turn that beforeRead began, if any. */
  public void afterRead() {
    HandlerThread<?> thread = HandlerThread.current();
    if (thread == null || thread.gate != this || !thread.turn.reading) {
      return;
    }
    try {
      endRead(thread.turn, nanoClock.getAsLong());
      if (!thread.turn.running && !thread.turn.holdsHdfsSlotAllAlong()) {
        thread.takeSlot();
      }
    } catch (Throwable fault) {
      faults.add("The HDFS gate", fault);
    }
  }

  private void beginRead(HandlerThread<?> thread) {
    RequestTurn<?> turn = thread.turn;
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
    if (turn.holdsHdfsSlotAllAlong() || now.gateByRequest) {
      return;
    }
    if (!now.enforcing || stopped) {
      pass(turn, nowNanos);
      return;
    }
    turn.visitedGate = true;
    if (turn.running) {
      thread.leaveSlot();
    }
    turn.readStartNanos = await(turn, nowNanos);
  }

  private void endRead(RequestTurn<?> turn, long nowNanos) {
    turn.reading = false;
    long bytes = Math.max(0, bytes(turn) - turn.bytesAtRead);
    turn.gatedBytes += bytes;
    turn.record.hdfsReadNanos += Math.max(0, nowNanos - turn.readStartNanos);
    if (turn.granted && !turn.holdsHdfsSlotAllAlong()) {
      turn.settledBytes += bytes;
      leave(turn, bytes, nowNanos);
    }
  }

  /** Begins a request; one that is expected to read outside the gate waits for its turn here. */
  void beginRequest(HandlerThread<?> thread) {
    try {
      RequestTurn<?> turn = thread.turn;
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
        await(turn, nanoClock.getAsLong());
      }
    } catch (Throwable fault) {
      faults.add("The HDFS gate", fault);
    }
  }

  /** Ends a request: gives back what it holds and charges what it read outside the gate. */
  void endRequest(HandlerThread<?> thread, long nowNanos) {
    try {
      RequestTurn<?> turn = thread.turn;
      if (turn.reading) {
        endRead(turn, nowNanos);
      }
      if (turn.bytesKnown) {
        turn.bytesRead = Math.max(0, bytes(turn) - turn.bytesAtStart);
        turn.record.hdfsReadBytes = turn.bytesRead;
      }
      if (turn.granted) {
        leave(turn, turn.bytesRead, nowNanos);
      } else if (turn.bytesRead > turn.settledBytes) {
        charge(turn.tenant().gate, turn.bytesRead - turn.settledBytes, nowNanos);
      }
    } catch (Throwable fault) {
      faults.add("The HDFS gate", fault);
    }
  }

  private long bytes(RequestTurn<?> turn) {
    try {
      turn.lastBytes = hdfsBytes.readByThisThread();
    } catch (Throwable fault) {
      faults.add("Counting HDFS bytes", fault);
    }
    return turn.lastBytes;
  }

  /** Waits until the turn is granted; returns the time when it was. */
  private long await(RequestTurn<?> turn, long nowNanos) {
    Thread wake;
    boolean granted;
    lock.lock();
    try {
      schedule.enter(turn, nowNanos);
      wake = grantAll(nowNanos);
      granted = turn.granted;
      if (!granted) {
        schedule.delayed(turn, nowNanos);
      }
    } finally {
      lock.unlock();
    }
    LockSupport.unpark(wake);
    return granted ? nowNanos : park(turn, nowNanos);
  }

  private long park(RequestTurn<?> turn, long sinceNanos) {
    long nowNanos = sinceNanos;
    boolean interrupted = false;
    while (!turn.granted) {
      long remaining = policy.hdfsWaitLimitNanos - (nowNanos - sinceNanos);
      if (remaining <= 0 || interrupted || stopped) {
        stopWaiting(turn, nowNanos, remaining <= 0);
        break;
      }
      LockSupport.parkNanos(this, remaining);
      nowNanos = nanoClock.getAsLong();
      interrupted = Thread.currentThread().isInterrupted();
    }
    turn.record.hdfsWaitNanos += Math.max(0, nowNanos - sinceNanos);
    return nowNanos;
  }

  private void stopWaiting(RequestTurn<?> turn, long nowNanos, boolean timedOut) {
    lock.lock();
    try {
      if (!turn.granted) {
        schedule.grantAnyway(turn, nowNanos);
        turn.tenant().gate.timedOut += timedOut ? 1 : 0;
      }
    } finally {
      lock.unlock();
    }
  }

  private void pass(RequestTurn<?> turn, long nowNanos) {
    lock.lock();
    try {
      schedule.grantAnyway(turn, nowNanos);
    } finally {
      lock.unlock();
    }
  }

  private void leave(RequestTurn<?> turn, long bytes, long nowNanos) {
    Thread wake;
    lock.lock();
    try {
      schedule.leave(turn, bytes, nowNanos);
      wake = grantAll(nowNanos);
    } finally {
      lock.unlock();
    }
    LockSupport.unpark(wake);
  }

  void charge(GateTenant tenant, long bytes, long nowNanos) {
    lock.lock();
    try {
      schedule.charge(tenant, bytes, nowNanos);
    } finally {
      lock.unlock();
    }
  }

  /** Grants what can be granted; returns the last thread to wake, to be done unlocked. */
  private @Nullable Thread grantAll(long nowNanos) {
    Thread last = null;
    for (RequestTurn<?> turn = schedule.grant(nowNanos);
        turn != null;
        turn = schedule.grant(nowNanos)) {
      LockSupport.unpark(last);
      last = turn.thread == Thread.currentThread() ? null : turn.thread;
    }
    if (!timerKnows && schedule.blockedOnCredits()) {
      timerKnows = true;
      LockSupport.unpark(timer);
    }
    return last;
  }

  /** Refills and grants; returns after how long this is needed again, at the latest. */
  long crank(long nowNanos, long idleNanos) {
    Thread wake;
    long waitNanos;
    lock.lock();
    try {
      schedule.advance(nowNanos);
      wake = grantAll(nowNanos);
      timerKnows = schedule.blockedOnCredits();
      waitNanos = timerKnows ? Math.max(1, schedule.nextRefillNanos() - nowNanos) : idleNanos;
    } finally {
      lock.unlock();
    }
    LockSupport.unpark(wake);
    return waitNanos;
  }

  /** Names the thread that calls {@link #crank}. */
  void timer(Thread thread) {
    timer = thread;
  }

  void policy(SchedulerPolicy newPolicy) {
    policy = newPolicy;
    lock.lock();
    try {
      schedule.policy(newPolicy);
    } finally {
      lock.unlock();
    }
    crank(nanoClock.getAsLong(), 0);
  }

  /** Lets everybody through from now on. */
  void stop() {
    stopped = true;
    lock.lock();
    try {
      for (GateTenant tenant : schedule.tenants()) {
        for (RequestTurn<?> turn = tenant.head(); turn != null; turn = tenant.head()) {
          schedule.grantAnyway(turn, nanoClock.getAsLong());
          LockSupport.unpark(turn.thread);
        }
      }
    } finally {
      lock.unlock();
    }
  }
}
