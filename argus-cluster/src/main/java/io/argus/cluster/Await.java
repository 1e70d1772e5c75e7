package io.argus.cluster;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for a condition by polling it until a deadline. */
final class Await {
  private static final long POLL_MILLIS = 100;

  private Await() {}

  /** Polls until the condition holds; false if the time is up or the thread was interrupted. */
  static boolean reached(Duration deadline, BooleanSupplier condition) {
    long end = System.nanoTime() + deadline.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        return false;
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }

  /** Polls until the condition holds; throws if it does not within the deadline. */
  static void until(String what, Duration deadline, BooleanSupplier condition) {
    if (!reached(deadline, condition)) {
      throw new IllegalStateException(
          "waited " + deadline.toSeconds() + " s without success for " + what);
    }
  }
}
