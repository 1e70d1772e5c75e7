package io.argus.regionserver.plan;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs a task once, two seconds from now, in a thread of its own: how a server looks again for a
 * document that it could not read.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class Later {
  private static final long AFTER_NANOS = TimeUnit.SECONDS.toNanos(2);

  private Later() {}

  public static void run(Runnable task) {
    Thread thread =
        new Thread(
            () -> {
              LockSupport.parkNanos(task, AFTER_NANOS);
              task.run();
            },
            "argus-look-again");
    thread.setDaemon(true);
    thread.start();
  }
}
