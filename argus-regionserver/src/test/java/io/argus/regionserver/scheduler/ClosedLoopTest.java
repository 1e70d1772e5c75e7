package io.argus.regionserver.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.Reservation;
import io.argus.core.TenantId;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The interference experiments in small: real threads, a disk of 600 reads per second. */
class ClosedLoopTest {
  private static final TenantId HOT = TenantId.of("hot");
  private static final TenantId A = TenantId.of("a");
  private static final TenantId B = TenantId.of("b");
  private static final int READS_PER_SECOND = 600;
  private static final int HANDLERS = 30;

  private static ClosedLoop start(String... keysAndValues) {
    return new ClosedLoop(ClosedLoop.settings(keysAndValues), HANDLERS, READS_PER_SECOND);
  }

  /** Throughput of the hot tenant beside 200 disk clients / before they came. */
  private static double hotBesideDisk(ClosedLoop loop, String name) throws InterruptedException {
    loop.clients(HOT, 50, 0);
    loop.measure(300);
    double alone = loop.measure(500).get(HOT);
    loop.clients(A, 200, 1);
    loop.measure(500);
    Map<TenantId, Double> rates = loop.measure(1_000);
    System.out.printf(
        "%s: hot %.0f/s alone, %.0f/s beside 200 disk clients, which get %.0f/s of %d%n",
        name, alone, rates.get(HOT), rates.get(A), READS_PER_SECOND);
    assertThat(rates.get(A)).isGreaterThan(0.4 * READS_PER_SECOND);
    assertThat(loop.scheduler.faults()).isZero();
    return rates.get(HOT) / alone;
  }

  @ParameterizedTest
  @ValueSource(strings = {"read", "request"})
  void cacheHotTenantKeepsItsThroughputBesideDiskTenant(String gate) throws InterruptedException {
    try (ClosedLoop loop = start("argus.hdfs.gate", gate)) {
      assertThat(hotBesideDisk(loop, gate + " gate")).isGreaterThan(0.3);
    }
  }

  @Test
  void withoutEnforcementItStarves() throws InterruptedException {
    try (ClosedLoop loop = start("argus.mode", "observe")) {
      assertThat(hotBesideDisk(loop, "observing")).isLessThan(0.1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"read", "request"})
  void diskTenantsShareEquallyWhateverTheirClients(String gate) throws InterruptedException {
    try (ClosedLoop loop = start("argus.hdfs.gate", gate)) {
      loop.clients(A, 50, 1);
      loop.clients(B, 200, 1);
      loop.measure(300);
      Map<TenantId, Double> rates = loop.measure(1_000);
      System.out.println(gate + " gate, 50 against 200 disk clients: " + rates);
      assertThat(rates.get(A) / rates.get(B)).isCloseTo(1, within(0.05));
      assertThat(rates.get(A) + rates.get(B)).isGreaterThan(0.8 * READS_PER_SECOND);
    }
  }

  @Test
  void diskSharesFollowReservations() throws InterruptedException {
    try (ClosedLoop loop = start()) {
      loop.scheduler.apply(
          ClosedLoop.plan(true, Reservation.of(A, 0.5, 0.8), Reservation.of(B, 0.5, 0.2)));
      loop.clients(A, 50, 1);
      loop.clients(B, 200, 1);
      loop.measure(300);
      Map<TenantId, Double> rates = loop.measure(1_000);
      System.out.println("shares .8 / .2: " + rates);
      assertThat(rates.get(A) / rates.get(B)).isCloseTo(4, within(0.4));
    }
  }

  @Test
  void tenantThatMissesSometimesSharesTheDiskByBytes() throws InterruptedException {
    try (ClosedLoop loop = start()) {
      loop.clients(A, 50, 0.05);
      loop.clients(B, 200, 1);
      loop.measure(300);
      Map<TenantId, Double> rates = loop.measure(1_000);
      System.out.println("5 % misses against 100 %: " + rates);
      assertThat(0.05 * rates.get(A) / rates.get(B)).isCloseTo(1, within(0.15));
    }
  }

  @Test
  void withoutLendingTenantGetsItsCreditsAndNoMore() throws InterruptedException {
    long credits = 2L * READS_PER_SECOND * ClosedLoop.BLOCK_BYTES;
    try (ClosedLoop loop = start("argus.credits", Long.toString(credits))) {
      loop.scheduler.apply(
          ClosedLoop.plan(false, Reservation.of(A, 0.5, 0.25), Reservation.of(B, 0.5, 0.75)));
      loop.clients(A, 50, 1);
      loop.measure(300);
      Map<TenantId, Double> rates = loop.measure(1_000);
      System.out.println("a quarter, not lending: " + rates);
      assertThat(rates.get(A)).isCloseTo(0.25 * READS_PER_SECOND, within(12.0));
    }
  }
}
