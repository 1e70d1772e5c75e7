package io.argus.experiments.systems;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RepeatedTaskTest {

  @Test
  @Timeout(30)
  void isDoneAgainAlsoIfItFails() throws InterruptedException {
    CountDownLatch thrice = new CountDownLatch(3);
    RepeatedTask task =
        new RepeatedTask(
            "test",
            Duration.ofMillis(1),
            () -> {
              thrice.countDown();
              throw new IOException("no cluster");
            });
    thrice.await();
    task.stop();
  }

  @Test
  @Timeout(30)
  void endsAlsoIfTheTaskLosesItsInterrupt() throws InterruptedException {
    CountDownLatch running = new CountDownLatch(1);
    AtomicInteger runs = new AtomicInteger();
    RepeatedTask task =
        new RepeatedTask(
            "test",
            Duration.ofMillis(1),
            () -> {
              runs.incrementAndGet();
              running.countDown();
              while (!Thread.interrupted()) {
                Thread.onSpinWait();
              }
            });
    running.await();

    task.stop();

    assertThat(runs).hasValue(1);
  }
}
