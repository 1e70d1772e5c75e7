package io.argus.regionserver.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IoConcurrencyLimitTest {
  private final IoConcurrencyLimit limit = new IoConcurrencyLimit();

  /** Saturated seconds of a device whose throughput depends on the reads it is given at once. */
  private double run(int seconds, IntToDoubleFunction throughput) {
    double sum = 0;
    for (int i = 0; i < seconds; i++) {
      double bytes = throughput.applyAsDouble(limit.count());
      limit.window(bytes);
      sum += bytes;
    }
    return sum / seconds;
  }

  @ParameterizedTest
  @ValueSource(ints = {6, 12, 24, 48, 96})
  void itFindsTheFewestThatKeepTheDeviceBusy(int needed) {
    IntToDoubleFunction device = count -> 1e8 * Math.min(1, count / (double) needed);
    run(600, device);
    double later = run(2_000, device);
    assertThat(later).isGreaterThan(0.97e8);
    assertThat(limit.count()).isBetween((int) (0.95 * needed), 2 * needed);
  }

  /** A disk array: with n reads at once each of the disks has something to do with some chance. */
  @ParameterizedTest
  @CsvSource({"1,7", "4,8", "12,9", "24,10"})
  void noisyArraysOfDisksKeepNinetySevenPerCentOfTheirThroughput(int disks, long seed) {
    Random random = new Random(seed);
    IntToDoubleFunction device =
        count -> 1e8 * (1 - Math.pow(1 - 1.0 / disks, count)) * (1 + 0.015 * random.nextGaussian());
    run(600, device);
    double most = 1 - Math.pow(1 - 1.0 / disks, IoConcurrencyLimit.MAX);
    assertThat(run(3_000, device) / (1e8 * most)).isGreaterThan(0.97);
  }

  @Test
  void aDeviceThatGrowsIsFollowed() {
    run(600, count -> 1e8);
    assertThat(limit.count()).isEqualTo(IoConcurrencyLimit.MIN);
    IntToDoubleFunction grown = count -> 1e8 * Math.min(4, count / 8.0);
    run(3_000, grown);
    assertThat(run(500, grown)).isGreaterThan(3.85e8);
  }

  @Test
  void whatIsSetStays() {
    limit.pin(7);
    run(100, count -> 1e8 * count);
    assertThat(limit.count()).isEqualTo(7);
    limit.pin(-1);
    assertThat(limit.count()).isEqualTo(IoConcurrencyLimit.FIRST);
  }
}
