package io.argus.contract;

import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Repeats an assertion until it holds or a deadline has passed. */
public final class Eventually {
  private static final long POLL_MILLIS = 100;

  private Eventually() {}

  public static void within(Duration deadline, ThrowingCallable assertion) throws Exception {
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
      Thread.sleep(POLL_MILLIS);
    }
  }
}
