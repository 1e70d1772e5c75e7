package io.argus.regionserver.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDelayTest {
  @Test
  void threadsThatShareCoresWaitForThem() throws Exception {
    assumeTrue(Files.exists(Paths.get("/proc/thread-self/schedstat")), "not counted here");
    int threads = 2 * Runtime.getRuntime().availableProcessors() + 1;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    AtomicBoolean end = new AtomicBoolean();
    try {
      List<Future<RunDelay>> delays = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        delays.add(pool.submit(spinUntil(end)));
      }
      long seconds = TimeUnit.MILLISECONDS.toNanos(500);
      long begun = System.nanoTime();
      while (System.nanoTime() - begun < seconds) {
        Thread.onSpinWait();
      }
      end.set(true);
      long waited = 0;
      for (Future<RunDelay> delay : delays) {
        waited += delay.get().sinceLastNanos();
      }
      assertThat(waited).as("more than half of them, all the time").isGreaterThan(seconds);
    } finally {
      end.set(true);
      pool.shutdownNow();
    }
  }

  private static Callable<RunDelay> spinUntil(AtomicBoolean end) {
    return () -> {
      RunDelay delay = RunDelay.ofThisThread();
      while (!end.get()) {}
      return delay;
    };
  }

  @Test
  void oneThatHasEndedWaitsNoMore() throws Exception {
    assumeTrue(Files.exists(Paths.get("/proc/thread-self/schedstat")), "not counted here");
    ExecutorService pool = Executors.newSingleThreadExecutor();
    RunDelay delay = pool.submit(RunDelay::ofThisThread).get();
    pool.shutdown();
    assertThat(pool.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    assertThat(delay.sinceLastNanos()).isGreaterThanOrEqualTo(0);
  }

  @Test
  void aKernelThatDoesNotCountIsNoneOnWhichNobodyWaits(@TempDir Path directory) throws Exception {
    Path counters = directory.resolve("schedstat");
    Files.write(counters, "0 0 0\n".getBytes(StandardCharsets.US_ASCII));
    assertThat(RunDelay.ofCounters(counters)).isNull();

    Files.write(counters, "900 40 3\n".getBytes(StandardCharsets.US_ASCII));
    RunDelay delay = RunDelay.ofCounters(counters);
    Files.write(counters, "950 65 4\n".getBytes(StandardCharsets.US_ASCII));
    assertThat(delay.sinceLastNanos()).isEqualTo(25);
  }
}
