package io.argus.experiments.systems;

import io.argus.load.basics.Daemon;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A task that a thread of its own does again and again until it is stopped. What fails is printed
 * and tried again.
 *
 * <p>Started and stopped by one thread.
 */
final class RepeatedTask {
  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread thread;

  /** What is done. */
  @FunctionalInterface
  interface Task {
    void run() throws IOException, InterruptedException;
  }

  /**
   * Starts it.
   *
   * @param pause from the end of a run to the next one
   */
  RepeatedTask(String name, Duration pause, Task task) {
    thread = Daemon.start(name, () -> repeat(name, pause, task));
  }

  private void repeat(String name, Duration pause, Task task) {
    try {
      do {
        try {
          task.run();
        } catch (IOException | RuntimeException e) {
          if (end.getCount() > 0) {
            System.err.println(name + ": " + e.getMessage());
          }
        }
      } while (!end.await(pause.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      // It is stopped.
    }
  }

  /**
   * Stops it and waits until it does nothing more. It is interrupted, but an interrupt alone may
   * get lost in the client of ZooKeeper.
   */
  void stop() {
    end.countDown();
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
