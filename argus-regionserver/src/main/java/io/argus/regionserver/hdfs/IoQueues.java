package io.argus.regionserver.hdfs;

import io.argus.regionserver.admission.ScheduledTenant;
import io.argus.regionserver.scheduling.RequestState;
import io.argus.regionserver.scheduling.SchedulerPolicy;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The lock around the gate's schedule, and the threads that wait behind it.
 *
 * <p>Idea: each thread parks by itself and is woken when its own turn is granted, so that nobody is
 * woken in vain. Who gives a slot back grants the next turns in the same critical section. Only
 * waiting for credits needs a clock: then the timer thread is told to call {@link #crank} at the
 * next refill.
 *
 * <p>Safe for use by any thread.
 */
public final class IoQueues {
  public final ReentrantLock lock = new ReentrantLock();
  private final LongSupplier nanoClock;
  private volatile long waitLimitNanos;
  private volatile boolean stopped;
  private volatile @Nullable Thread timer;

  // Live state, guarded by the lock.
  private final IoSchedule schedule;
  private boolean timerKnows;

  IoQueues(SchedulerPolicy policy, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    waitLimitNanos = policy.hdfsWaitLimitNanos;
    schedule = new IoSchedule(policy, nanoClock.getAsLong());
  }

  /** The schedule, to be used under {@link #lock} only. */
  public IoSchedule schedule() {
    return schedule;
  }

  /** Waits until the turn is granted; returns the time when it was. */
  long await(RequestState<?> turn, long nowNanos) {
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
    return granted ? nowNanos : park(turn, nowNanos, waitLimitNanos, true);
  }

  /**
   * Waits until the turn is granted, but no longer than the floor of background work allows, and
   * ends it.
   */
  <R> void passBackground(
      RequestState<R> turn,
      ScheduledTenant<R> tenant,
      BackgroundWork.Moved moved,
      double floor,
      double urgency,
      long nowNanos) {
    Thread wake;
    boolean granted;
    long limitNanos;
    long bytes;
    lock.lock();
    try {
      bytes = schedule.backgroundCost(tenant.gate, moved, nowNanos);
      turn.beginBackground(tenant, bytes);
      schedule.enter(turn, nowNanos);
      wake = grantAll(nowNanos);
      granted = turn.granted;
      limitNanos =
          BackgroundFloor.waitLimitNanos(
              bytes, schedule.credits().creditsPerSecond(), floor, urgency);
    } finally {
      lock.unlock();
    }
    LockSupport.unpark(wake);
    leave(turn, bytes, granted ? nowNanos : park(turn, nowNanos, limitNanos, false));
  }

  private long park(
      RequestState<?> turn, long sinceNanos, long limitNanos, boolean countsTimeouts) {
    long nowNanos = sinceNanos;
    boolean interrupted = false;
    while (!turn.granted) {
      long remaining = limitNanos - (nowNanos - sinceNanos);
      if (remaining <= 0 || interrupted || stopped) {
        stopWaiting(turn, nowNanos, countsTimeouts && remaining <= 0);
        break;
      }
      LockSupport.parkNanos(this, remaining);
      nowNanos = nanoClock.getAsLong();
      interrupted = Thread.currentThread().isInterrupted();
    }
    turn.record.hdfsWaitNanos += Math.max(0, nowNanos - sinceNanos);
    return nowNanos;
  }

  private void stopWaiting(RequestState<?> turn, long nowNanos, boolean timedOut) {
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

  /** Counts the turn as reading without a wait. */
  void pass(RequestState<?> turn, long nowNanos) {
    lock.lock();
    try {
      schedule.grantAnyway(turn, nowNanos);
    } finally {
      lock.unlock();
    }
  }

  /** Ends a granted turn, charges what it read and wakes who is next. */
  void leave(RequestState<?> turn, long bytes, long nowNanos) {
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

  public void charge(IoTenant tenant, long bytes, long nowNanos) {
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
    for (RequestState<?> turn = schedule.grant(nowNanos);
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
  public long crank(long nowNanos, long idleNanos) {
    Thread wake;
    long waitNanos;
    lock.lock();
    try {
      schedule.advance(nowNanos);
      wake = grantAll(nowNanos);
      timerKnows = schedule.blockedOnCredits();
      long untilRefillNanos = schedule.credits().nextSliceNanos() - nowNanos;
      waitNanos = timerKnows ? Math.max(1, untilRefillNanos) : idleNanos;
    } finally {
      lock.unlock();
    }
    LockSupport.unpark(wake);
    return waitNanos;
  }

  /** Names the thread that calls {@link #crank}. */
  public void timer(Thread thread) {
    timer = thread;
  }

  void policy(SchedulerPolicy policy) {
    waitLimitNanos = policy.hdfsWaitLimitNanos;
    lock.lock();
    try {
      schedule.policy(policy);
    } finally {
      lock.unlock();
    }
    regrant();
  }

  /** Grants anew after a change of shares or settings. */
  public void regrant() {
    crank(nanoClock.getAsLong(), 0);
    LockSupport.unpark(timer);
  }

  /** Lets everybody through who waits. */
  void stop() {
    stopped = true;
    lock.lock();
    try {
      for (IoTenant tenant : schedule.tenants()) {
        for (RequestState<?> turn = tenant.head(); turn != null; turn = tenant.head()) {
          schedule.grantAnyway(turn, nanoClock.getAsLong());
          LockSupport.unpark(turn.thread);
        }
      }
    } finally {
      lock.unlock();
    }
  }
}
