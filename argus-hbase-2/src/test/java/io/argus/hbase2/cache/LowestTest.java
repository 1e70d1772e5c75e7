package io.argus.hbase2.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LowestTest {
  @Test
  void keepsTheLowestInTheirOrder() {
    List<Integer> shuffled = IntStream.range(0, 1_000).boxed().collect(Collectors.toList());
    Collections.shuffle(shuffled, new Random(1));
    Lowest<Integer> lowest = new Lowest<>(5);
    shuffled.forEach(each -> lowest.offer(each, each / 2));
    assertThat(lowest.ascending()).hasSize(5).contains(0, 1, 2, 3);
    assertThat(lowest.ascending().get(4)).isIn(4, 5);
    assertThat(lowest.ascending()).isSortedAccordingTo((a, b) -> Integer.compare(a / 2, b / 2));
  }

  @Test
  void hasAllOfFew() {
    Lowest<String> lowest = new Lowest<>(5);
    assertThat(lowest.ascending()).isEmpty();
    lowest.offer("b", 2);
    lowest.offer("a", 1);
    assertThat(lowest.ascending()).containsExactly("a", "b");
  }
}
