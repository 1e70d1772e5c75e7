package io.argus.regionserver.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The contention experiments in small: real threads, a disk of 1,200 reads per second. Tenants are
 * compared by what they get while the disk serves a number of reads, so that the results do not
 * depend on how busy the machine is otherwise.
 */
@Tag("long")
class ClosedLoopTest {
  private static final TenantId HOT = TenantId.of("hot");
  private static final TenantId A = TenantId.of("a");
  private static final TenantId B = TenantId.of("b");
  private static final int READS_PER_SECOND = 1_200;
  private static final int HANDLERS = 30;

  private static ClosedLoop start(String... keysAndValues) {
    return new ClosedLoop(ClosedLoop.settings(keysAndValues), HANDLERS, READS_PER_SECOND);
  }

  /** Requests of 50 cache-hot clients per request of 200 disk clients. */
  private static double hotPerDiskRequest(ClosedLoop loop) throws InterruptedException {
    loop.clients(HOT, 50, 0);
    loop.clients(A, 200, 1);
    loop.untilReads(200);
    Map<TenantId, Long> ended = loop.untilReads(300);
    assertThat(loop.scheduler.faults()).isZero();
    return (double) ended.get(HOT) / ended.get(A);
  }

  /** Median of five windows: in one, the machine may leave a tenant's threads no CPU time. */
  private static double requestsOfAPerRequestOfB(ClosedLoop loop) throws InterruptedException {
    loop.untilReads(300);
    double[] ratios = new double[5];
    for (int i = 0; i < ratios.length; i++) {
      Map<TenantId, Long> ended = loop.untilReads(300);
      ratios[i] = (double) ended.get(A) / ended.get(B);
    }
    Arrays.sort(ratios);
    return ratios[2];
  }

  @Test
  void cacheHotTenantIsNotSlowedToThePaceOfTheDisk() throws InterruptedException {
    try (ClosedLoop loop = start()) {
      assertThat(hotPerDiskRequest(loop)).isGreaterThan(5);
    }
  }

  @Test
  void withoutEnforcementItIs() throws InterruptedException {
    try (ClosedLoop loop = start("argus.mode", "observe")) {
      assertThat(hotPerDiskRequest(loop)).isLessThan(1);
    }
  }

  @Test
  void diskTenantsShareEquallyWhateverTheirClients() throws InterruptedException {
    try (ClosedLoop loop = start()) {
      loop.clients(A, 50, 1);
      loop.clients(B, 200, 1);
      assertThat(requestsOfAPerRequestOfB(loop)).isCloseTo(1, within(0.15));
    }
  }

  @Test
  void diskSharesFollowReservations() throws InterruptedException {
    try (ClosedLoop loop = start()) {
      loop.scheduler.apply(
          ClosedLoop.plan(true, Reservation.of(A, 0.5, 0.8), Reservation.of(B, 0.5, 0.2)));
      loop.clients(A, 50, 1);
      loop.clients(B, 200, 1);
      assertThat(requestsOfAPerRequestOfB(loop)).isCloseTo(4, within(0.8));
    }
  }

  @Test
  void tenantThatMissesSometimesSharesTheDiskByBytes() throws InterruptedException {
    try (ClosedLoop loop = start()) {
      loop.clients(A, 50, 0.05);
      loop.clients(B, 200, 1);
      assertThat(0.05 * requestsOfAPerRequestOfB(loop)).isCloseTo(1, within(0.25));
    }
  }

  @Test
  void withoutBorrowingTenantGetsItsCreditsAndNoMore() throws InterruptedException {
    long credits = 2L * READS_PER_SECOND * ClosedLoop.BLOCK_BYTES;
    try (ClosedLoop loop = start("argus.credits", Long.toString(credits))) {
      loop.scheduler.apply(
          ClosedLoop.plan(false, Reservation.of(A, 0.5, 0.25), Reservation.of(B, 0.5, 0.75)));
      loop.clients(A, 50, 1);
      loop.untilReads(100);
      long start = System.nanoTime();
      loop.untilReads(150);
      double readsPerSecond = 150e9 / (System.nanoTime() - start);
      assertThat(readsPerSecond).isLessThan(1.2 * 0.25 * READS_PER_SECOND);
    }
  }
}
