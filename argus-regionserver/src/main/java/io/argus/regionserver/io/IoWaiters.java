package io.argus.regionserver.io;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.argus.core.usage.RequestKind;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The I/O lock around {@link IoSchedule}, and the threads that wait behind it for their grants.
 *
 * <p>Idea: each thread parks by itself and is woken when its own request is granted, so that nobody
 * is woken in vain. Who gives a grant back hands out the next ones in the same critical section.
 * Only waiting for credits needs a clock: then the timer thread is told to call {@link #crank} at
 * the next refill.
 *
 * <p>Safe for use by any thread.
 */
public final class IoWaiters {
  private final ReentrantLock lock = new ReentrantLock();
  private final LongSupplier nanoClock;
  private volatile boolean stopped;
  private volatile @Nullable Thread timer;

  // Live state; the floor is guarded by the lock, too.
  @GuardedBy("lock")
  private final IoSchedule schedule;

  private final BackgroundWork.Floor backgroundFloor = new BackgroundWork.Floor();

  @GuardedBy("lock")
  private boolean timerKnows;

  IoWaiters(IoPolicy policy, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    schedule = new IoSchedule(policy, nanoClock.getAsLong());
  }

  /** Returns what a function of the schedule does under the I/O lock; it must be short. */
  public <V> V locked(Function<IoSchedule, V> function) {
    lock.lock();
    try {
      return function.apply(schedule);
    } finally {
      lock.unlock();
    }
  }

  /** Changes the schedule under the I/O lock; {@link #regrant} follows where it matters. */
  public void change(Consumer<IoSchedule> change) {
    lock.lock();
    try {
      change.accept(schedule);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for the request's grant, up to a limit; returns the time when it was there.
   *
   * @param counted whether the wait counts as its tenant's
   */
  long await(IoRequest request, long limitNanos, long nowNanos, boolean counted) {
    Thread wake;
    boolean granted;
    lock.lock();
    try {
      schedule.enter(request, nowNanos);
      wake = grantAll(nowNanos);
      granted = request.mayRead();
      if (!granted && counted) {
        request.ioTenant().delayed(nowNanos);
      }
    } finally {
      lock.unlock();
    }
    LockSupport.unpark(wake);
    return granted ? nowNanos : park(request, nowNanos, limitNanos, counted);
  }

  /**
   * Waits for a grant for what background work has moved, but no longer than the floor allows, and
   * gives it back.
   */
  void passBackground(
      IoRequest request,
      IoTenant tenant,
      BackgroundWork.Moved moved,
      double floor,
      double urgency,
      long nowNanos) {
    long limitNanos =
        locked(
            reads -> {
              long bytes = reads.backgroundCost(tenant, moved, nowNanos);
              request.begin(tenant, RequestKind.OTHER, bytes);
              request.wholeGrant = true;
              return backgroundFloor.waitLimitNanos(
                  moved, bytes, reads.credits().creditsPerSecond(), floor, urgency, nowNanos);
            });
    leave(request, request.estimateBytes(), await(request, limitNanos, nowNanos, false));
  }

  /**
   * Waits for a grant for what a request is expected to read and gives it back: the request has
   * paid, and is kept from nothing by how long it takes.
   */
  void payAhead(IoRequest request, long limitNanos, long nowNanos) {
    request.wholeGrant = true;
    leave(request, request.estimateBytes(), await(request, limitNanos, nowNanos, true));
    request.wholeGrant = false;
  }

  private long park(IoRequest request, long sinceNanos, long limitNanos, boolean counted) {
    long nowNanos = sinceNanos;
    boolean interrupted = false;
    while (!request.mayRead()) {
      long waited = nowNanos - sinceNanos;
      long remaining = limitNanos - waited;
      if (remaining <= 0 || interrupted || stopped) {
        stopWaiting(request, nowNanos, counted && remaining <= 0);
        break;
      }
      LockSupport.parkNanos(this, remaining);
      nowNanos = nanoClock.getAsLong();
      interrupted = Thread.currentThread().isInterrupted();
    }
    long waited = Math.max(0, nowNanos - sinceNanos);
    request.waitNanos += waited;
    request.slot().waited(waited);
    return nowNanos;
  }

  private void stopWaiting(IoRequest request, long nowNanos, boolean timedOut) {
    lock.lock();
    try {
      if (!request.mayRead()) {
        schedule.grantAnyway(request, true, nowNanos);
        request.ioTenant().timedOut += timedOut ? 1 : 0;
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Counts the request as reading without a wait.
   *
   * @param admitted false if it should wait, and others wait for what it holds
   */
  void pass(IoRequest request, boolean admitted, long nowNanos) {
    lock.lock();
    try {
      schedule.grantAnyway(request, admitted, nowNanos);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Lets those read that wait while other threads wait for what they hold; returns whether any
   * waited.
   */
  public boolean letThroughWhomOthersWaitFor() {
    List<IoRequest> waiting = locked(IoSchedule::thoseThatWait);
    for (IoRequest request : waiting) {
      if (request.othersWait()) {
        letThrough(request);
      }
    }
    return !waiting.isEmpty();
  }

  private void letThrough(IoRequest request) {
    lock.lock();
    try {
      if (request.queue == null) {
        return;
      }
      schedule.grantAnyway(request, false, nanoClock.getAsLong());
    } finally {
      lock.unlock();
    }
    LockSupport.unpark(request.thread());
  }

  /** Gives a grant back, charges what was read and wakes who is next. */
  void leave(IoRequest request, long bytes, long nowNanos) {
    Thread wake;
    lock.lock();
    try {
      schedule.leave(request, bytes, nowNanos);
      wake = grantAll(nowNanos);
    } finally {
      lock.unlock();
    }
    LockSupport.unpark(wake);
  }

  /** Charges a tenant bytes that a request read beside another that read the same block. */
  void readAgain(IoTenant tenant, long bytes, long nowNanos) {
    lock.lock();
    try {
      schedule.charge(tenant, bytes, nowNanos);
      tenant.readAgain();
    } finally {
      lock.unlock();
    }
  }

  /** Charges a tenant bytes that were moved without a grant. */
  public void charge(IoTenant tenant, long bytes, long nowNanos) {
    lock.lock();
    try {
      schedule.charge(tenant, bytes, nowNanos);
    } finally {
      lock.unlock();
    }
  }

  /** Grants what can be granted; returns the last thread to wake, to be done unlocked. */
  @GuardedBy("lock")
  private @Nullable Thread grantAll(long nowNanos) {
    Thread last = null;
    for (IoRequest request = schedule.grant(nowNanos);
        request != null;
        request = schedule.grant(nowNanos)) {
      LockSupport.unpark(last);
      last = request.thread() == Thread.currentThread() ? null : request.thread();
    }
    if (!timerKnows && schedule.blockedOnCredits()) {
      timerKnows = true;
      LockSupport.unpark(timer);
    }
    return last;
  }

  /**
   * Refills, looks for overdue reads and grants; returns after how long this is needed again, at
   * the latest.
   */
  public long crank(long nowNanos, long idleNanos) {
    Thread wake;
    long waitNanos;
    lock.lock();
    try {
      schedule.advance(nowNanos);
      schedule.releaseOverdue(nowNanos);
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

  void policy(IoPolicy policy) {
    change(reads -> reads.policy(policy));
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
        for (IoRequest next = tenant.head(); next != null; next = tenant.head()) {
          schedule.grantAnyway(next, true, nanoClock.getAsLong());
          LockSupport.unpark(next.thread());
        }
      }
    } finally {
      lock.unlock();
    }
  }
}
