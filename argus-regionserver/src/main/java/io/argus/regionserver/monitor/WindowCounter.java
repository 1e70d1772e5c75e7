package io.argus.regionserver.monitor;

import java.util.concurrent.atomic.LongAdder;

/**
 * A sum that is read window by window. Each amount counts in exactly one window.
 *
 * <p>{@link #add} is for any thread, {@link #drain} for one thread at a time.
 */
final class WindowCounter {
  private final LongAdder total = new LongAdder();
  private long drained;

  void add(long amount) {
    total.add(amount);
  }

  /** Returns what was added since the last call. */
  long drain() {
    long sum = total.sum();
    long window = sum - drained;
    drained = sum;
    return window;
  }
}
