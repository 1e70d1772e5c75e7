package io.argus.regionserver.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ThreadTimesTest {
  @Test
  void aThreadCountsForItsRoleFromOneLookToTheNext() throws InterruptedException {
    ThreadTimes times =
        new ThreadTimes(name -> name.equals("spinner") ? ThreadRole.RPC : ThreadRole.OTHER);
    times.sinceLast();
    CountDownLatch spun = new CountDownLatch(1);
    CountDownLatch looked = new CountDownLatch(1);
    Thread spinner =
        new Thread(
            () -> {
              long end = System.nanoTime() + 50_000_000;
              while (System.nanoTime() < end) {
                Thread.onSpinWait();
              }
              spun.countDown();
              awaitQuietly(looked);
            },
            "spinner");
    spinner.start();
    spun.await();
    Map<ThreadRole, Long> first = times.sinceLast();
    assertThat(first.getOrDefault(ThreadRole.RPC, 0L)).isBetween(1_000_000L, 60_000_000L);
    Map<ThreadRole, Long> second = times.sinceLast();
    assertThat(second.getOrDefault(ThreadRole.RPC, 0L)).isLessThan(10_000_000L);
    looked.countDown();
    spinner.join();
    assertThat(times.sinceLast()).doesNotContainKey(ThreadRole.RPC);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void theClocksOfThisVirtualMachineAreKnown() {
    assertThat(CpuClock.ofThisThread().getAsLong()).isPositive();
    assertThat(CpuClock.ofThisProcess().getAsLong()).isPositive();
  }
}
