package io.argus.check;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What a client knows of one row: the last change that was acknowledged and the last that was
 * attempted. A change that was attempted and not acknowledged may have happened or not.
 *
 * <p>Safe for use by any thread.
 */
final class History {
  private final AtomicLong acknowledged = new AtomicLong();
  private final AtomicLong attempted = new AtomicLong();

  /** The number of the change that is about to be sent, from 1. */
  long begin() {
    return attempted.incrementAndGet();
  }

  /** The row was changed to that number at least. */
  void acknowledge(long number) {
    acknowledged.accumulateAndGet(number, Math::max);
  }

  /** One more change was acknowledged, of those that add up. */
  void acknowledgeOne() {
    acknowledged.incrementAndGet();
  }

  long acknowledged() {
    return acknowledged.get();
  }

  long attempted() {
    return attempted.get();
  }

  /** Takes what was found, once it was reported as wrong, for what is right from now on. */
  void settle(long found) {
    acknowledged.set(found);
    attempted.set(found);
  }
}
