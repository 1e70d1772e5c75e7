package io.argus.regionserver.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TasksInOrderTest {
  private final TasksInOrder tasks = new TasksInOrder("test-tasks");
  private final List<Integer> done = new ArrayList<>();

  private void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  @Timeout(30)
  void tasksRunInOrderInADaemonWhateverTheyThrow() throws InterruptedException {
    CountDownLatch begin = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Thread[] thread = new Thread[1];
    tasks.execute(
        () -> {
          thread[0] = Thread.currentThread();
          try {
            begin.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    for (int i = 0; i < 100; i++) {
      int number = i;
      tasks.execute(
          () -> {
            done.add(number);
            if (number % 5 == 0) {
              throw new IllegalStateException("test");
            } else if (number % 3 == 0) {
              throw new LinkageError("test");
            }
          });
    }
    tasks.execute(end::countDown);
    assertThat(done).as("whoever gives a task does not wait").isEmpty();
    begin.countDown();
    await(end);
    assertThat(done).hasSize(100).isSorted();
    assertThat(thread[0].isDaemon()).isTrue();
    assertThat(thread[0].getName()).isEqualTo("test-tasks");
  }

  @Test
  @Timeout(30)
  void afterItsEndTasksAreDropped() throws InterruptedException {
    CountDownLatch last = new CountDownLatch(1);
    tasks.execute(last::countDown);
    tasks.stop();
    tasks.execute(() -> done.add(1));
    await(last);
    TimeUnit.MILLISECONDS.sleep(50);
    assertThat(done).isEmpty();
  }
}
