package io.argus.regionserver.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedEvictionTest {
  private static final int TENANTS = 500;

  private static final class Given implements SharedEviction.Candidate {
    int blocks = 100;
    int worth = 10;
    long asked;

    @Override
    public int worthOfNext() {
      asked++;
      return blocks == 0 ? 0 : worth;
    }

    @Override
    public int count() {
      asked++;
      return blocks;
    }

    @Override
    public long accesses() {
      return 1_000;
    }
  }

  private final SharedEviction<Given> shared = new SharedEviction<>();
  private final List<Given> tenants = new ArrayList<>();

  SharedEvictionTest() {
    for (int i = 0; i < TENANTS; i++) {
      tenants.add(new Given());
    }
  }

  @Test
  void anEvictionAsksFewPartitionsHoweverManyThereAre() {
    int evictions = 10_000;
    for (int i = 0; i < evictions; i++) {
      Given victim = shared.victim(tenants);
      victim.worth = 5 + (i % 11);
    }
    long asked = tenants.stream().mapToLong(each -> each.asked).sum();
    assertThat(asked / (double) evictions).isLessThan(12);
  }

  @Test
  void thePartitionWhoseNextBlockMattersLeastGivesItUp() {
    shared.victim(tenants);
    Given stopped = tenants.get(321);
    stopped.worth = 1;
    for (int i = 0; i < TENANTS / 2; i++) {
      shared.victim(tenants);
    }
    for (int i = 0; i < 80; i++) {
      assertThat(shared.victim(tenants)).isSameAs(stopped);
      stopped.blocks--;
    }
    stopped.blocks = 0;
    assertThat(shared.victim(tenants)).as("it has none left").isNotSameAs(stopped);
  }

  @Test
  void partitionsThatWereEmptyAreFoundAgain() {
    tenants.forEach(each -> each.blocks = 0);
    assertThat(shared.victim(tenants)).isNull();
    tenants.get(77).blocks = 1;
    assertThat(shared.victim(tenants)).isSameAs(tenants.get(77));
    List<Given> others = List.of(new Given());
    assertThat(shared.victim(others)).isSameAs(others.get(0));
    assertThat(shared.victim(List.of())).isNull();
  }
}
