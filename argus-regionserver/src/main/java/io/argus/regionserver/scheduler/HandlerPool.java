package io.argus.regionserver.scheduler;

import io.argus.core.RequestKind;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lock around admission, and the handler threads that wait behind it.
 *
 * <p>Idea: a handler that ends a request takes the next one within the same critical section. Idle
 * handlers wait last in, first out, and only one wake-up is under way at a time: who was woken
 * wakes the next if there is more to do, so that an offer costs at most one wake-up and running
 * handlers may take a request before the woken one gets there. Threads are made on demand, H plus
 * the parked limit at most; those above H end after a minute without work. Nothing is called and no
 * thread is woken or started under the lock.
 *
 * <p>Safe for use by any thread.
 *
 * @param <R> type of a request
 */
final class HandlerPool<R> {
  /** What became of an offer. */
  enum Offer {
    ACCEPTED,
    FULL,
    /** The tenant had been forgotten meanwhile; look it up anew. */
    FORGOTTEN
  }

  private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final long AFTER_FAULT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final int handlers;
  private final HandlerPorts<R> ports;
  final ReentrantLock lock = new ReentrantLock();

  // Live state, guarded by the lock.
  private final AdmissionSchedule<R> schedule;
  private final ArrayDeque<HandlerThread<R>> idle = new ArrayDeque<>();
  private @Nullable String namePrefix;
  private int mostThreads;
  private int threads;
  private int threadsMade;
  private boolean wakePending;
  private boolean stopped;

  HandlerPool(int handlers, SchedulerPolicy policy, HandlerPorts<R> ports) {
    this.handlers = handlers;
    this.ports = ports;
    schedule = new AdmissionSchedule<>(handlers, policy);
    mostThreads = handlers + policy.parkedLimit;
  }

  /** The schedule, to be used under {@link #lock} only. */
  AdmissionSchedule<R> schedule() {
    return schedule;
  }

  void start(String threadNamePrefix) {
    change(() -> namePrefix = threadNamePrefix);
  }

  /** Ends idle threads now and the others after their request; returns what was queued. */
  List<R> stop(long now) {
    lock.lock();
    try {
      stopped = true;
      for (HandlerThread<R> thread : idle) {
        thread.idle = false;
        LockSupport.unpark(thread);
      }
      idle.clear();
      return schedule.drain(now);
    } finally {
      lock.unlock();
    }
  }

  void policy(SchedulerPolicy policy) {
    change(
        () -> {
          mostThreads = handlers + policy.parkedLimit;
          schedule.policy(policy);
        });
  }

  Offer offer(ScheduledTenant<R> tenant, R request, RequestKind kind, long bytes) {
    long now = ports.nanoClock.getAsLong();
    HandlerThread<R> wake;
    lock.lock();
    try {
      if (tenant.forgotten) {
        return Offer.FORGOTTEN;
      }
      if (stopped || !schedule.offer(tenant, request, kind, bytes, now)) {
        return Offer.FULL;
      }
      wake = wakeOne();
    } finally {
      lock.unlock();
    }
    signal(wake);
    return Offer.ACCEPTED;
  }

  /**
   * Ends the thread's request, if it has one, and takes the next; false if the thread is to end.
   */
  boolean next(HandlerThread<R> thread, long finishedNanos) {
    long now = finishedNanos;
    while (true) {
      try {
        switch (tryNext(thread, now)) {
          case TAKEN:
            return true;
          case END:
            return false;
          default:
            if (!awaitWork(thread)) {
              return false;
            }
        }
      } catch (Throwable fault) {
        ports.faults.add("Choosing the next request", fault);
        LockSupport.parkNanos(this, AFTER_FAULT_NANOS);
      }
      now = ports.nanoClock.getAsLong();
    }
  }

  private enum Next {
    TAKEN,
    NONE,
    END
  }

  private Next tryNext(HandlerThread<R> thread, long now) {
    HandlerThread<R> wake;
    lock.lock();
    try {
      RequestTurn<R> turn = thread.turn;
      if (turn.inProgress()) {
        turn.request = null;
        schedule.finish(turn, turn.record.handlerNanos);
      }
      if (thread.woken) {
        thread.woken = false;
        wakePending = false;
      }
      if (stopped) {
        threads--;
        return Next.END;
      }
      if (!schedule.next(turn, now)) {
        thread.idle = true;
        idle.addLast(thread);
        return Next.NONE;
      }
      wake = wakeOne();
    } finally {
      lock.unlock();
    }
    signal(wake);
    return Next.TAKEN;
  }

  /** Parks until woken; false if the thread was idle for so long that it has to end. */
  private boolean awaitWork(HandlerThread<R> thread) {
    long deadline = System.nanoTime() + IDLE_NANOS;
    while (thread.idle) {
      Thread.interrupted(); // an interrupt meant for an earlier request must not keep us awake
      long remaining = deadline - System.nanoTime();
      if (remaining > 0) {
        LockSupport.parkNanos(this, remaining);
      } else if (retire(thread)) {
        return false;
      } else {
        deadline = System.nanoTime() + IDLE_NANOS;
      }
    }
    return true;
  }

  private boolean retire(HandlerThread<R> thread) {
    lock.lock();
    try {
      if (!thread.idle || threads <= handlers) {
        return false;
      }
      thread.idle = false;
      idle.remove(thread);
      threads--;
      return true;
    } finally {
      lock.unlock();
    }
  }

  void leaveSlot(RequestTurn<R> turn) {
    change(() -> schedule.leaveSlot(turn));
  }

  void takeSlot(RequestTurn<R> turn) {
    change(() -> schedule.takeSlot(turn));
  }

  /** Looks who is still active; tells, under the lock, of each tenant that is forgotten. */
  void sweep(long now, Consumer<ScheduledTenant<R>> forgotten) {
    change(() -> schedule.sweep(now).forEach(forgotten));
  }

  /** Changes the schedule under the lock; then a request may have become ready. */
  private void change(Runnable change) {
    HandlerThread<R> wake;
    lock.lock();
    try {
      change.run();
      wake = wakeOne();
    } finally {
      lock.unlock();
    }
    signal(wake);
  }

  /** Finds a thread for the next request, unless one is on its way. To be signalled unlocked. */
  private @Nullable HandlerThread<R> wakeOne() {
    if (wakePending || stopped || namePrefix == null || !schedule.ready()) {
      return null;
    }
    HandlerThread<R> thread = idle.pollLast();
    if (thread == null) {
      if (threads >= mostThreads) {
        return null;
      }
      threads++;
      thread = new HandlerThread<>(namePrefix + "-" + threadsMade++, this, ports);
    }
    wakePending = true;
    thread.woken = true;
    thread.idle = false;
    return thread;
  }

  private void signal(@Nullable HandlerThread<R> thread) {
    if (thread == null) {
      return;
    }
    if (thread.getState() != Thread.State.NEW) {
      LockSupport.unpark(thread);
      return;
    }
    try {
      thread.start();
    } catch (Throwable fault) {
      ports.faults.add("Starting a handler thread", fault);
      lock.lock();
      try {
        threads--;
        wakePending = false;
      } finally {
        lock.unlock();
      }
    }
  }

  int threads() {
    lock.lock();
    try {
      return threads;
    } finally {
      lock.unlock();
    }
  }
}
