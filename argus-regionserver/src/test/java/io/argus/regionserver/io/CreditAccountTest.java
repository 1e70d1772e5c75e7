package io.argus.regionserver.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CreditAccountTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void earnedIsSpentPlusReservedPlusBalancePlusForfeited(long seed) {
    Random random = new Random(seed);
    CreditAccount account = new CreditAccount();
    ArrayDeque<long[]> open = new ArrayDeque<>(); // guaranteed, estimate
    long spent = 0;
    for (int step = 0; step < 20_000; step++) {
      switch (random.nextInt(4)) {
        case 0 -> account.refill(random.nextInt(100_000), random.nextInt(400_000));
        case 1 -> {
          boolean guaranteed = random.nextBoolean();
          long estimate = random.nextInt(100_000);
          if (guaranteed) {
            account.hold(estimate);
          } else {
            account.holdSurplus(estimate);
          }
          open.add(new long[] {guaranteed ? 1 : 0, estimate});
        }
        case 2 -> {
          long actual = random.nextInt(3) == 0 ? 0 : random.nextInt(200_000);
          if (!open.isEmpty()) {
            long[] read = open.poll();
            spent += actual;
            if (read[0] == 1) {
              account.settle(read[1], actual, -300_000);
            } else {
              account.settleSurplus(read[1], actual);
            }
          }
        }
        default -> {
          long bytes = random.nextInt(10_000);
          account.settle(0, bytes, -300_000);
          spent += bytes;
        }
      }
      assertThat(account.earned())
          .isEqualTo(
              account.spent() + account.reserved() + account.balance() + account.forfeited());
      assertThat(account.spent()).isEqualTo(spent);
      assertThat(account.reserved()).isEqualTo(open.stream().mapToLong(t -> t[1]).sum());
      assertThat(account.surplus()).isBetween(0L, account.earned());
    }
  }

  @Test
  void readServedFromCacheIsRefundedInFull() {
    CreditAccount account = new CreditAccount();
    account.refill(1_000, 1_000);
    account.hold(400);
    account.settle(400, 0, 0);
    assertThat(account.balance()).isEqualTo(1_000);
    assertThat(account.spent()).isZero();
  }

  @Test
  void surplusLeavesTheBalanceAlone() {
    CreditAccount account = new CreditAccount();
    account.refill(1_000, 1_000);
    account.holdSurplus(400);
    account.settleSurplus(400, 5_000);
    assertThat(account.balance()).isEqualTo(1_000);
    assertThat(account.surplus()).isEqualTo(5_000);
  }

  @Test
  void whatExceedsTheLimitIsForfeited() {
    CreditAccount account = new CreditAccount();
    account.refill(1_000, 300);
    assertThat(account.balance()).isEqualTo(300);
    assertThat(account.forfeited()).isEqualTo(700);
  }

  @Test
  void debtStopsAtTheFloor() {
    CreditAccount account = new CreditAccount();
    account.hold(100);
    account.settle(100, 5_000, -2_000);
    assertThat(account.balance()).isEqualTo(-2_000);
    assertThat(account.surplus()).isEqualTo(3_000);
  }
}
