package io.argus.rivals;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * One queue per tenant, and the handler threads that serve the queues in the order of a policy.
 *
 * <p>Safe for use by any thread.
 *
 * @param <R> the request
 */
final class TenantQueues<R> {
  private static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

  // Configuration.
  private final AdmissionPolicy policy;
  private final int mostPerTenant;
  private final ToDoubleFunction<R> runner;
  private final Consumer<R> dropper;

  // Live state, guarded by lock.
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, Deque<R>> queues = new HashMap<>();
  private final List<Thread> threads = new ArrayList<>();
  private boolean stopped;
  private int length;
  private int running;

  /** A request with its permission to run. */
  private record Admitted<R>(R request, AdmissionPolicy.Admission admission) {}

  /**
   * @param mostPerTenant requests of one tenant that may wait
   * @param runner runs a request and returns the HDFS bytes that it took
   * @param dropper rejects a request that will not run
   */
  TenantQueues(
      AdmissionPolicy policy, int mostPerTenant, ToDoubleFunction<R> runner, Consumer<R> dropper) {
    this.policy = policy;
    this.mostPerTenant = mostPerTenant;
    this.runner = runner;
    this.dropper = dropper;
  }

  /** Starts the handlers. */
  void start(String name, int handlers) {
    lock.lock();
    try {
      for (int i = 0; i < handlers; i++) {
        Thread thread = new Thread(this::serve, name + "-" + i);
        thread.setDaemon(true);
        threads.add(thread);
      }
      threads.forEach(Thread::start);
    } finally {
      lock.unlock();
    }
  }

  /** Ends the handlers after their current requests; waiting requests are dropped. */
  void stop() {
    List<R> left = new ArrayList<>();
    lock.lock();
    try {
      stopped = true;
      queues.values().forEach(left::addAll);
      queues.clear();
      length = 0;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    left.forEach(dropper);
  }

  /** Queues a request; false if the tenant's queue is full. */
  boolean offer(String tenant, R request) {
    lock.lock();
    try {
      Deque<R> queue = queues.computeIfAbsent(tenant, name -> new ArrayDeque<>());
      if (stopped || queue.size() >= mostPerTenant) {
        return false;
      }
      queue.add(request);
      length++;
      policy.arrived(tenant, System.nanoTime());
      changed.signal();
      return true;
    } finally {
      lock.unlock();
    }
  }

  int length() {
    lock.lock();
    try {
      return length;
    } finally {
      lock.unlock();
    }
  }

  int running() {
    lock.lock();
    try {
      return running;
    } finally {
      lock.unlock();
    }
  }

  private void serve() {
    for (Admitted<R> admitted = take(); admitted != null; admitted = take()) {
      double bytes = 0;
      try {
        bytes = runner.applyAsDouble(admitted.request());
      } finally {
        settle(admitted.admission(), bytes);
      }
    }
  }

  private void settle(AdmissionPolicy.Admission admission, double bytes) {
    lock.lock();
    try {
      running--;
      policy.completed(admission, bytes);
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the next request; null when stopped. */
  private @Nullable Admitted<R> take() {
    lock.lock();
    try {
      while (!stopped) {
        long now = System.nanoTime();
        AdmissionPolicy.Admission admission = policy.next(now);
        Deque<R> queue = admission == null ? null : queues.get(admission.tenant());
        if (admission != null && queue != null) {
          length--;
          running++;
          return new Admitted<>(queue.remove(), admission);
        }
        long wait = Math.min(MAX_WAIT_NANOS, policy.nanosUntilChange(now));
        if (changed.awaitNanos(wait) > 0 && stopped) {
          return null;
        }
      }
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } finally {
      lock.unlock();
    }
  }
}
