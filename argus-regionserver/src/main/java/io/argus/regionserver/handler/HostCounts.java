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

  /** Which of them are counted, for the others, too. */
  final RequestSample sample = new RequestSample();

  void enterQueue(int weight) {
    queued.addAndGet(weight);
    inProgress.addAndGet(weight);
  }

  void leaveQueue(int weight) {
    queued.addAndGet(-weight);
  }

  /** A request that has left the queue will not run. */
  void refuse(int weight) {
    inProgress.addAndGet(-weight);
    refused.add(weight);
  }

  void end(int weight) {
    inProgress.addAndGet(-weight);
    ended.add(weight);
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
