package io.argus.regionserver.handler;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * The requests of one tenant that the host queues and runs by itself, while Argus only counts.
 *
 * <p>Safe for use by any thread, except {@link #usedSinceSweep}.
 */
final class HostCounts {
  private final AtomicInteger queued = new AtomicInteger();
  private final AtomicInteger inProgress = new AtomicInteger();
  private final LongAdder refused = new LongAdder();
  private final LongAdder ended = new LongAdder();
  private long atSweep;

  void enterQueue() {
    queued.incrementAndGet();
    inProgress.incrementAndGet();
  }

  void leaveQueue() {
    queued.decrementAndGet();
  }

  /** A request that has left the queue will not run. */
  void refuse() {
    inProgress.decrementAndGet();
    refused.increment();
  }

  void end() {
    inProgress.decrementAndGet();
    ended.increment();
  }

  int queued() {
    return queued.get();
  }

  /** Requests that the host refused or dropped. */
  long refused() {
    return refused.sum();
  }

  /** Requests that have run. */
  long ended() {
    return ended.sum();
  }

  /** Whether there was a request since the last call; for one thread. */
  boolean usedSinceSweep() {
    long before = atSweep;
    atSweep = refused() + ended();
    return atSweep != before || inProgress.get() > 0;
  }
}
