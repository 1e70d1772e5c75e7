package io.argus.regionserver.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlidingMeanTest {
  @Test
  void emptyWindowYieldsTheGivenValue() {
    assertThat(new SlidingMean(3).mean(42)).isEqualTo(42);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void agreesWithANaiveMeanUnderRandomAdds(long seed) {
    Random random = new Random(seed);
    int window = 1 + random.nextInt(12);
    SlidingMean mean = new SlidingMean(window);
    Deque<Long> naive = new ArrayDeque<>();
    for (int step = 0; step < 5_000; step++) {
      long value = random.nextInt(1_000_000);
      mean.add(value);
      naive.addLast(value);
      if (naive.size() > window) {
        naive.removeFirst();
      }
      long expected = (long) naive.stream().mapToLong(v -> v).average().orElse(-1);
      assertThat(mean.mean(-1)).isEqualTo(expected);
      assertThat(mean.count()).isEqualTo(naive.size());
    }
  }
}
