package io.argus.regionserver.admission;

import io.argus.core.usage.RequestKind;
import io.argus.regionserver.scheduling.RequestState;
import io.argus.regionserver.scheduling.SchedulerPolicy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lock around admission, and the handler threads that wait behind it.
 *
 * <p>Idea: a handler that ends a request takes the next one within the same critical section. Who
 * was woken wakes the next if there is more to do, so that an offer costs at most one wake-up and
 * running handlers may take a request before the woken one gets there. Nothing is called and no
 * thread is woken or started under the lock.
 *
 * <p>Direct requests belong to no tenant: they run before all others, outside of the handler slots,
 * H at most at once.
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
  private final ArrayDeque<R> direct = new ArrayDeque<>();
  private final HandlerThreads<R> threads;
  private int directRunning;
  private volatile boolean stopped;

  HandlerPool(int handlers, SchedulerPolicy policy, HandlerPorts<R> ports) {
    this.handlers = handlers;
    this.ports = ports;
    schedule = new AdmissionSchedule<>(handlers, policy);
    threads =
        new HandlerThreads<>(this, ports, handlers, Runtime.getRuntime().availableProcessors());
    threads.limit(handlers + policy.parkedLimit);
  }

  /** The schedule, to be used under {@link #lock} only. */
  AdmissionSchedule<R> schedule() {
    return schedule;
  }

  /** Begins to serve: in threads of its own if they are given a name, else in the host's. */
  void start(@Nullable String threadNamePrefix) {
    change(() -> threads.start(threadNamePrefix));
  }

  /** Ends idle threads now and the others after their request; returns what was queued. */
  List<R> stop(long now) {
    lock.lock();
    try {
      stopped = true;
      threads.wakeAll();
      List<R> queued = schedule.drain(now);
      queued.addAll(direct);
      direct.clear();
      return queued;
    } finally {
      lock.unlock();
    }
  }

  void policy(SchedulerPolicy policy) {
    List<RequestState<R>> resumed = new ArrayList<>();
    change(
        () -> {
          threads.limit(handlers + policy.parkedLimit);
          resumed.addAll(schedule.policy(policy));
        });
    resumed.forEach(turn -> LockSupport.unpark(turn.thread));
  }

  Offer offer(ScheduledTenant<R> tenant, R request, RequestKind kind, long bytes) {
    long now = ports.nanoClock.getAsLong();
    Thread wake;
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

  boolean offerDirect(R request) {
    boolean[] accepted = {false};
    change(() -> accepted[0] = !stopped && direct.add(request));
    return accepted[0];
  }

  /** Counts the calling thread, which the host lends. */
  void lend() {
    change(threads::lend);
  }

  /**
   * Ends the thread's request, if it has one, and takes the next; false if the thread is to end or,
   * being the host's, was interrupted.
   */
  boolean next(HandlerSlot<R> handler, long finishedNanos) {
    long now = finishedNanos;
    while (true) {
      try {
        switch (tryNext(handler, now)) {
          case TAKEN:
            return true;
          case END:
            return false;
          case NONE:
            if (!awaitWork(handler)) {
              return false;
            }
            break;
          default: // a paused request got the slot: look again
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
    AGAIN,
    END
  }

  private Next tryNext(HandlerSlot<R> handler, long now) {
    Thread wake;
    Next next;
    lock.lock();
    try {
      finish(handler);
      threads.arrived(handler);
      if (stopped) {
        threads.ended();
        return Next.END;
      }
      RequestState<R> resumed = schedule.resume();
      if (resumed != null) {
        next = Next.AGAIN;
        wake = resumed.thread;
      } else if (takeDirect(handler) || schedule.next(handler.turn, now)) {
        next = Next.TAKEN;
        wake = wakeOne();
      } else {
        threads.rest(handler);
        return Next.NONE;
      }
    } finally {
      lock.unlock();
    }
    signal(wake);
    return next;
  }

  private void finish(HandlerSlot<R> handler) {
    RequestState<R> turn = handler.turn;
    if (turn.inProgress()) {
      turn.request = null;
      schedule.finish(turn, turn.record.handlerNanos);
    } else if (handler.direct != null) {
      handler.direct = null;
      directRunning--;
    }
  }

  private boolean takeDirect(HandlerSlot<R> handler) {
    if (!directReady()) {
      return false;
    }
    handler.direct = direct.poll();
    handler.turn.bytesKnown = false; // what it reads is no tenant's
    directRunning++;
    return true;
  }

  private boolean directReady() {
    return !direct.isEmpty() && directRunning < handlers;
  }

  /** Parks until woken; false if the thread has nothing more to do here. */
  private boolean awaitWork(HandlerSlot<R> handler) {
    long deadline = System.nanoTime() + IDLE_NANOS;
    while (handler.idle) {
      // An interrupt meant for an earlier request must not keep us awake.
      boolean interrupted = Thread.interrupted();
      long remaining = deadline - System.nanoTime();
      if (remaining > 0 && !interrupted) {
        LockSupport.parkNanos(this, remaining);
      } else if (retire(handler, interrupted)) {
        return false;
      } else {
        deadline = System.nanoTime() + IDLE_NANOS;
      }
    }
    return true;
  }

  private boolean retire(HandlerSlot<R> handler, boolean interrupted) {
    lock.lock();
    try {
      return threads.retire(handler, interrupted);
    } finally {
      lock.unlock();
    }
  }

  void leaveSlot(RequestState<R> turn) {
    change(() -> schedule.leaveSlot(turn));
  }

  void takeSlot(RequestState<R> turn) {
    change(() -> schedule.takeSlot(turn));
  }

  /**
   * Lets others have the slot, if it is their turn, and waits until it is the request's again.
   *
   * @param pieceNanos handler time that a request uses before that
   */
  void pause(RequestState<R> turn, long pieceNanos) {
    long sinceNanos = ports.nanoClock.getAsLong();
    long handlerNanos = turn.handlerNanos(sinceNanos);
    if (handlerNanos - turn.pieceStartHandlerNanos < pieceNanos) {
      return;
    }
    turn.pieceStartHandlerNanos = handlerNanos;
    change(() -> turn.limitNanos = schedule.pause(turn, sinceNanos));
    if (!turn.paused) {
      return;
    }
    long now = ports.nanoClock.getAsLong();
    while (turn.paused) {
      long remaining = turn.limitNanos - (now - sinceNanos);
      if (remaining > 0 && !stopped && !Thread.currentThread().isInterrupted()) {
        LockSupport.parkNanos(this, remaining);
      } else {
        change(() -> schedule.resumeAnyway(turn));
      }
      now = ports.nanoClock.getAsLong();
    }
    turn.pausedNanos += now - sinceNanos;
    change(() -> {}); // who was woken wakes the next
  }

  /**
   * Looks how busy the processors were, how many reads may be at HDFS and who is still active;
   * tells, under the lock, of each tenant that is forgotten.
   */
  void sweep(
      long now, double processorLoad, int hdfsSlots, Consumer<ScheduledTenant<R>> forgotten) {
    change(
        () -> {
          schedule.processors(processorLoad);
          schedule.hdfsSlots(hdfsSlots);
          schedule.sweep(now).forEach(forgotten);
        });
  }

  /** Changes the schedule under the lock; then a request may have become ready. */
  private void change(Runnable change) {
    Thread wake;
    lock.lock();
    try {
      change.run();
      wake = wakeOne();
    } finally {
      lock.unlock();
    }
    signal(wake);
  }

  /**
   * Finds a thread for the next request, unless enough are on their way. To be signalled unlocked.
   */
  private @Nullable Thread wakeOne() {
    int waiting = schedule.queued() + direct.size();
    if (stopped || !threads.mayWake(waiting) || !(schedule.ready() || directReady())) {
      return null;
    }
    RequestState<R> resumed = schedule.resume();
    return resumed != null ? resumed.thread : threads.wake();
  }

  private void signal(@Nullable Thread thread) {
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
        threads.notStarted();
      } finally {
        lock.unlock();
      }
    }
  }

  int threads() {
    lock.lock();
    try {
      return threads.count();
    } finally {
      lock.unlock();
    }
  }
}
