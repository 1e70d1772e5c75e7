package io.argus.bench.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecoveryTest {
  private final Recovery recovery =
      new Recovery(Map.of("a", List.of(100L, 100L), "b", List.of(50L, 50L)));

  @Test
  void everybodyIsBackFromTheFirstSecondOfTheOldThroughput() {
    List<Long> a = List.of(0L, 0L, 100L, 100L, 100L, 100L, 100L, 100L);
    List<Long> b = List.of(0L, 0L, 0L, 50L, 50L, 50L, 50L, 50L, 50L);

    assertThat(recovery.back(Map.of("a", a, "b", b))).isEmpty();

    b = List.of(50L, 50L, 50L, 50L, 50L, 50L, 50L, 50L);
    assertThat(recovery.back(Map.of("a", a, "b", b))).hasValue(2);
  }

  @Test
  void nobodyIsBackWhileOneTenantIsBehind() {
    List<Long> a = List.of(100L, 100L, 100L, 100L, 100L, 100L, 100L);
    List<Long> b = List.of(30L, 30L, 30L, 30L, 30L, 30L, 30L);

    assertThat(recovery.back(Map.of("a", a, "b", b))).isEmpty();
  }

  @Test
  void nobodyIsBackWhileAllAreEquallyBehind() {
    List<Long> a = List.of(50L, 50L, 50L, 50L, 50L, 50L, 50L);
    List<Long> b = List.of(25L, 25L, 25L, 25L, 25L, 25L, 25L);

    assertThat(recovery.back(Map.of("a", a, "b", b))).isEmpty();
  }

  @Test
  void aMomentDoesNotCount() {
    List<Long> a = List.of(100L, 100L, 100L, 100L, 0L, 0L, 0L, 100L, 100L, 100L, 100L, 100L, 100L);
    List<Long> b = List.of(50L, 50L, 50L, 50L, 50L, 50L, 50L, 50L, 50L, 50L, 50L, 50L, 50L);

    assertThat(recovery.back(Map.of("a", a, "b", b))).hasValue(7);
  }

  @Test
  void whoFallsBackAgainIsNotBack() {
    List<Long> a = List.of(100L, 100L, 100L, 100L, 100L, 100L, 100L, 100L, 0L, 0L, 0L);
    List<Long> b = List.of(50L, 50L, 50L, 50L, 50L, 50L, 50L, 50L, 50L, 50L, 50L);

    assertThat(recovery.back(Map.of("a", a, "b", b))).isEmpty();
  }
}
