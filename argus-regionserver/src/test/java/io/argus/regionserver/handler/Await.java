package io.argus.regionserver.handler;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for what other threads are to bring about. */
public final class Await {
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

  private Await() {}

  static void await(BooleanSupplier condition) throws InterruptedException {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > LIMIT_NANOS) {
        throw new AssertionError("condition not met within 10 s");
      }
      Thread.sleep(1);
    }
  }
}
