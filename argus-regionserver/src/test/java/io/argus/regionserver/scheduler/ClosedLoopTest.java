package io.argus.regionserver.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.Reservation;
import io.argus.core.TenantId;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClosedLoopTest {
  private static final TenantId HOT = TenantId.of("hot");
  private static final TenantId A = TenantId.of("a");
  private static final TenantId B = TenantId.of("b");
  private static final int READS_PER_SECOND = 600;

  @Test
  void cacheHotTenantKeepsItsThroughputBesideDiskTenant() throws InterruptedException {
    double alone;
    try (ClosedLoop loop = new ClosedLoop(ClosedLoop.settings(), 30, READS_PER_SECOND)) {
      loop.clients(HOT, 50, 0);
      loop.measure(700);
      alone = loop.measure(1_000).get(HOT);
    }
    try (ClosedLoop loop = new ClosedLoop(ClosedLoop.settings(), 30, READS_PER_SECOND)) {
      loop.clients(HOT, 50, 0);
      loop.clients(A, 200, 1);
      loop.measure(700);
      Map<TenantId, Double> rates = loop.measure(1_500);
      System.out.printf("hot alone %.0f/s, beside 200 disk clients %s%n", alone, rates);
      assertThat(rates.get(HOT)).isGreaterThan(0.7 * alone);
      assertThat(rates.get(A)).isGreaterThan(0.5 * READS_PER_SECOND);
      assertThat(loop.scheduler.faults()).isZero();
    }
  }

  @Test
  void diskTenantsShareEquallyWhateverTheirClients() throws InterruptedException {
    try (ClosedLoop loop = new ClosedLoop(ClosedLoop.settings(), 30, READS_PER_SECOND)) {
      loop.clients(A, 50, 1);
      loop.clients(B, 200, 1);
      loop.measure(500);
      Map<TenantId, Double> rates = loop.measure(1_500);
      System.out.println("50 against 200 disk clients: " + rates);
      assertThat(rates.get(A) / rates.get(B)).isCloseTo(1, within(0.05));
      assertThat(rates.get(A) + rates.get(B)).isGreaterThan(0.9 * READS_PER_SECOND);
    }
  }

  @Test
  void diskSharesFollowReservations() throws InterruptedException {
    try (ClosedLoop loop = new ClosedLoop(ClosedLoop.settings(), 30, READS_PER_SECOND)) {
      loop.scheduler.apply(
          ClosedLoop.plan(true, Reservation.of(A, 0.5, 0.8), Reservation.of(B, 0.5, 0.2)));
      loop.clients(A, 50, 1);
      loop.clients(B, 200, 1);
      loop.measure(500);
      Map<TenantId, Double> rates = loop.measure(1_500);
      System.out.println("shares .8 / .2: " + rates);
      assertThat(rates.get(A) / rates.get(B)).isCloseTo(4, within(0.3));
    }
  }

  @Test
  void withoutLendingTenantGetsItsCreditsAndNoMore() throws InterruptedException {
    long credits = 2L * READS_PER_SECOND * ClosedLoop.BLOCK_BYTES;
    try (ClosedLoop loop =
        new ClosedLoop(
            ClosedLoop.settings("argus.credits", Long.toString(credits)), 30, READS_PER_SECOND)) {
      loop.scheduler.apply(
          ClosedLoop.plan(false, Reservation.of(A, 0.5, 0.25), Reservation.of(B, 0.5, 0.75)));
      loop.clients(A, 50, 1);
      loop.measure(600);
      Map<TenantId, Double> rates = loop.measure(1_500);
      System.out.println("a quarter, not lending: " + rates);
      assertThat(rates.get(A)).isCloseTo(0.25 * READS_PER_SECOND, within(8.0));
    }
  }
}
