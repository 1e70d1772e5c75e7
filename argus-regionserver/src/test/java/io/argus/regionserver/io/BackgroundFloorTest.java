package io.argus.regionserver.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BackgroundFloorTest {
  private static final double CAPACITY = 100e6;
  private static final double FLOOR = 0.1;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final Offset<Double> EXACTLY = within(1e-3);

  private final BackgroundWork.Floor floor = new BackgroundWork.Floor();
  private long nowNanos = 7;

  /** The fraction of the capacity that a work moves without grants if it pays now. */
  private double fraction(BackgroundWork.Moved work, double urgency) {
    long bytes = 1_000_000;
    long nanos = floor.waitLimitNanos(work, bytes, CAPACITY, FLOOR, urgency, nowNanos);
    return bytes * 1e9 / nanos / CAPACITY;
  }

  private static List<BackgroundWork.Moved> works(int count) {
    List<BackgroundWork.Moved> works = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      works.add(new BackgroundWork.Moved());
    }
    return works;
  }

  /** The fraction that all move together once each has paid. */
  private double sum(List<BackgroundWork.Moved> works) {
    works.forEach(work -> fraction(work, 0));
    return works.stream().mapToDouble(work -> fraction(work, 0)).sum();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 12})
  void allWorkTogetherMovesTheFloor(int works) {
    assertThat(sum(works(works))).isCloseTo(FLOOR, EXACTLY);
  }

  @Test
  void workThatMovedNothingLatelyHasNoPart() {
    List<BackgroundWork.Moved> works = works(4);
    sum(works);
    nowNanos += 10 * SECOND;
    assertThat(fraction(works.get(0), 0)).isCloseTo(FLOOR, EXACTLY);
    assertThat(fraction(works.get(1), 0)).isCloseTo(FLOOR / 2, EXACTLY);
  }

  @Test
  void workThatWaitsKeepsItsPartForAsLong() {
    List<BackgroundWork.Moved> works = works(2);
    long waitNanos =
        floor.waitLimitNanos(works.get(0), (long) CAPACITY, CAPACITY, FLOOR, 0, nowNanos);
    assertThat(waitNanos).isCloseTo(10 * SECOND, within(1L));
    nowNanos += waitNanos;
    assertThat(fraction(works.get(1), 0)).isCloseTo(FLOOR / 2, EXACTLY);
  }

  @Test
  void urgentWorkRaisesTheFloorAndHasMostOfIt() {
    List<BackgroundWork.Moved> works = works(6);
    assertThat(fraction(works.get(0), 0.5)).isCloseTo(0.5, EXACTLY);
    sum(works.subList(1, 6));
    double urgent = fraction(works.get(0), 0.5);
    assertThat(urgent).isCloseTo(0.25, EXACTLY);
    assertThat(urgent + sum(works.subList(1, 6))).isCloseTo(0.5, EXACTLY);
  }

  @Test
  void workThatMustNotWaitDoesNotAndTakesNothingFromOthers() {
    List<BackgroundWork.Moved> works = works(2);
    for (double urgency : new double[] {1, 2, Double.NaN}) {
      assertThat(floor.waitLimitNanos(works.get(0), 1_000_000, CAPACITY, FLOOR, urgency, 7))
          .isZero();
    }
    assertThat(fraction(works.get(1), 0)).isCloseTo(FLOOR, EXACTLY);
  }

  @Test
  void allWorkTogetherMovesAMegabytePerSecondWhereNothingElseIsKnown() {
    List<BackgroundWork.Moved> works = works(2);
    assertThat(floor.waitLimitNanos(works.get(0), 1 << 20, 0, 0, -0.5, 7)).isEqualTo(SECOND);
    assertThat(floor.waitLimitNanos(works.get(1), 1 << 20, 0, 0, 0, 7)).isEqualTo(2 * SECOND);
  }
}
