package io.argus.regionserver.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LaterTest {
  @Test
  @Timeout(60)
  void allTasksRunInOneThreadAfterAWhileAlsoAfterOneThatFailed() throws InterruptedException {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    CountDownLatch ran = new CountDownLatch(5);
    long begin = System.nanoTime();
    Later.run(
        () -> {
          throw new IllegalStateException("injected");
        });
    for (int i = 0; i < 5; i++) {
      Later.run(
          () -> {
            threads.add(Thread.currentThread());
            ran.countDown();
          });
    }
    ran.await();
    assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(2));
    assertThat(threads).singleElement().matches(Thread::isDaemon);
  }
}
