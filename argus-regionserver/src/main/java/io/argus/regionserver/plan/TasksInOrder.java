package io.argus.regionserver.plan;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A daemon thread that runs tasks one after the other, in the order in which they were given. It
 * ends while there are none. A task that throws costs the next ones nothing.
 *
 * <p>Safe for use by any thread.
 */
public final class TasksInOrder implements Executor {
  private static final long IDLE_SECONDS = 30;
  private static final Logger LOG = LoggerFactory.getLogger(TasksInOrder.class);

  private final ThreadPoolExecutor thread;

  /**
   * @param name of the thread
   */
  public TasksInOrder(String name) {
    thread =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> daemon(task, name),
            new ThreadPoolExecutor.DiscardPolicy());
    thread.allowCoreThreadTimeOut(true);
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Runs a task later; drops it after {@link #stop}. */
  @Override
  public void execute(Runnable task) {
    thread.execute(
        () -> {
          try {
            task.run();
          } catch (RuntimeException | Error e) {
            LOG.error("A task of the thread {} failed", Thread.currentThread().getName(), e);
          }
        });
  }

  /** Takes no more tasks. */
  public void stop() {
    thread.shutdown();
  }
}
