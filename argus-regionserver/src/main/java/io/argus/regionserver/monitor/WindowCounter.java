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

  /** Adds what an amount has grown by, if it has, so many times; returns that growth. */
  long addUpTo(long amount, long before, int weight) {
    long growth = amount - before;
    if (growth <= 0) {
      return 0;
    }
    total.add(weight * growth);
    return growth;
  }

  /** Returns what was added since the last call. */
  long drain() {
    long sum = total.sum();
    long window = sum - drained;
    drained = sum;
    return window;
  }
}
