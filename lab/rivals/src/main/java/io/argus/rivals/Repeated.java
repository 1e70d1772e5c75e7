package io.argus.rivals;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A daemon thread that does something again and again until it is stopped. What fails is logged and
 * tried again.
 *
 * <p>Safe for use by any thread.
 */
final class Repeated {
  private static final Logger LOG = LoggerFactory.getLogger(Repeated.class);

  private final CountDownLatch end = new CountDownLatch(1);

  /**
   * Starts it.
   *
   * @param pauseSeconds before each run
   */
  Repeated(String name, long pauseSeconds, Callable<?> task) {
    Thread thread = new Thread(() -> repeat(name, pauseSeconds, task), name);
    thread.setDaemon(true);
    thread.start();
  }

  private void repeat(String name, long pauseSeconds, Callable<?> task) {
    try {
      while (!end.await(pauseSeconds, TimeUnit.SECONDS)) {
        try {
          task.call();
        } catch (InterruptedException e) {
          throw e;
        } catch (Exception e) {
          LOG.warn("{} failed, what it said before stays", name, e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void stop() {
    end.countDown();
  }
}
