package io.argus.load.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LoadResultTest {

  @Test
  void summarisesTheWindow() {
    Histogram latencies = new Histogram(3);
    for (int i = 1; i <= 1000; i++) {
      latencies.recordValue(i * 1000L);
    }

    LoadResult result = LoadResult.of(latencies, 7, Duration.ofSeconds(20));

    assertThat(result.throughput()).isEqualTo(50);
    assertThat(result.ops()).isEqualTo(1000);
    assertThat(result.errors()).isEqualTo(7);
    assertThat(result.p50Millis()).isCloseTo(500, within(0.5));
    assertThat(result.p95Millis()).isCloseTo(950, within(1.0));
    assertThat(result.p99Millis()).isCloseTo(990, within(1.0));
  }

  @Test
  void nothingDoneIsAThroughputOfZero() {
    LoadResult result = LoadResult.of(new Histogram(3), 0, Duration.ofSeconds(20));

    assertThat(result.throughput()).isZero();
    assertThat(result.p99Millis()).isZero();
  }
}
