package io.argus.contract;

import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Repeats an assertion until it holds or a deadline has passed. */
public final class Eventually {
  private static final Duration POLL = Duration.ofMillis(100);

  private Eventually() {}

  public static void within(Duration deadline, ThrowingCallable assertion) throws Exception {
    within(deadline, POLL, assertion);
  }

  /** Waits between two tries, as one that is expensive slows down what it waits for. */
  public static void within(Duration deadline, Duration poll, ThrowingCallable assertion)
      throws Exception {
    long end = System.nanoTime() + deadline.toNanos();
    while (true) {
      try {
        assertion.call();
        return;
      } catch (Throwable failure) {
        if (System.nanoTime() > end) {
          throw new AssertionError("still not so after " + deadline.toSeconds() + " s", failure);
        }
      }
      Thread.sleep(poll.toMillis());
    }
  }
}
