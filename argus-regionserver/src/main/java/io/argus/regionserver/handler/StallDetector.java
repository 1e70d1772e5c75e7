package io.argus.regionserver.handler;

import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Finds the requests that have stalled: in a handler slot, without CPU time since the last look, as
 * they wait for a row lock, memstore, log or the like. A thread that could run, but finds no CPU,
 * has not stalled.
 *
 * <p>Used by one thread.
 *
 * @param <R> type of a request
 */
final class StallDetector<R> {
  /** So little CPU time is only what it takes to wait. */
  private static final long WAITS_NANOS = 200_000;

  /** What was seen of the request of one thread at the last look. */
  static final class Seen {
    private long request = -1;
    private long cpuNanos;

    /** Whether it is the same request, which has hardly used CPU time since. */
    private boolean standsStill(long nowRequest, long nowCpuNanos) {
      boolean stands = request == nowRequest && nowCpuNanos - cpuNanos < WAITS_NANOS;
      request = nowRequest;
      cpuNanos = nowCpuNanos;
      return stands;
    }
  }

  private final HandlerPool<R> pool;
  private final LongUnaryOperator cpuClock;

  /**
   * @param cpuClock CPU time of a thread by its id, ns; below 0 if it is not known
   */
  StallDetector(HandlerPool<R> pool, LongUnaryOperator cpuClock) {
    this.pool = pool;
    this.cpuClock = cpuClock;
  }

  /** Looks at all requests in handlers; calls should be about 100 ms apart. */
  void check() {
    List<HandlerRequest<R>> inHandlers = pool.locked(any -> pool.threads.inHandlers());
    for (HandlerRequest<R> request : inHandlers) {
      long taken = pool.locked(any -> request.taken);
      long cpuNanos = cpuClock.applyAsLong(request.thread().getId());
      if (cpuNanos < 0) {
        continue;
      }
      boolean stands =
          request.seen.standsStill(taken, cpuNanos)
              && request.thread().getState() != Thread.State.RUNNABLE;
      pool.change(() -> decide(request, taken, stands));
    }
  }

  private void decide(HandlerRequest<R> request, long taken, boolean stands) {
    if (request.taken != taken) {
      return;
    }
    if (stands) {
      pool.schedule().stall(request);
    } else {
      pool.schedule().goesOn(request);
    }
  }
}
