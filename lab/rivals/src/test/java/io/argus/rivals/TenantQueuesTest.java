package io.argus.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TenantQueuesTest {

  @Test
  void everyRequestRunsOnceAndAFullQueueRejectsItsOwnTenantOnly() throws InterruptedException {
    List<String> ran = new CopyOnWriteArrayList<>();
    CountDownLatch all = new CountDownLatch(3);
    TenantQueues<String> queues =
        new TenantQueues<>(
            new WeightedFairQueueing(),
            2,
            request -> {
              ran.add(request);
              all.countDown();
              return 1;
            },
            request -> {});
    assertThat(queues.offer("a", "a1")).isTrue();
    assertThat(queues.offer("a", "a2")).isTrue();
    assertThat(queues.offer("a", "a3")).isFalse();
    assertThat(queues.offer("b", "b1")).isTrue();
    assertThat(queues.length()).isEqualTo(3);

    queues.start("test", 2);

    assertThat(all.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(ran).containsExactlyInAnyOrder("a1", "a2", "b1");
    queues.stop();
    assertThat(queues.offer("b", "b2")).isFalse();
  }

  @Test
  void whatWaitsAtTheEndIsDropped() {
    List<String> dropped = new CopyOnWriteArrayList<>();
    TenantQueues<String> queues =
        new TenantQueues<>(new WeightedFairQueueing(), 9, request -> 0, dropped::add);
    queues.offer("a", "a1");

    queues.stop();

    assertThat(dropped).containsExactly("a1");
    assertThat(queues.length()).isZero();
  }
}
