package io.argus.regionserver.plan;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs tasks two seconds from now, in one thread for all of a process: how a server looks again for
 * documents that it could not read. A task must be short. The thread ends when nothing is to be
 * run.
 *
 * <p>Safe for use by any thread.
 */
public final class Later {
  private static final long DELAY_SECONDS = 2;
  private static final long IDLE_SECONDS = 10;

  private static final ScheduledThreadPoolExecutor THREAD = thread();

  private Later() {}

  private static ScheduledThreadPoolExecutor thread() {
    ScheduledThreadPoolExecutor executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "argus-look-again");
              thread.setDaemon(true);
              return thread;
            });
    executor.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for it
  public static void run(Runnable task) {
    THREAD.schedule(task, DELAY_SECONDS, TimeUnit.SECONDS);
  }
}
