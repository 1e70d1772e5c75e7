package io.argus.regionserver.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.regionserver.scheduling.DeficitRoundRobin;
import io.argus.regionserver.scheduling.DeficitRoundRobin.Flow;
import org.junit.jupiter.api.Test;

class CpuCreditTest {
  private static final long QUANTUM = 100;
  private static final int LAG_ROUNDS = 16;

  private final DeficitRoundRobin<String> ring = new DeficitRoundRobin<>(LAG_ROUNDS, 1_000);
  private final Flow<String> flow = ring.newFlow("reads", QUANTUM);
  private final CpuCredit<String> credit = new CpuCredit<>(ring, flow, QUANTUM);

  private void readsWait(boolean wait, boolean writesWait) {
    credit.follow(wait, writesWait);
    if (wait) {
      ring.activate(flow);
    } else {
      ring.deactivate(flow);
    }
  }

  /** How many items of a cost are served before a round passes that serves none. */
  private long readsOf(long cost) {
    flow.expect(cost);
    long served = 0;
    for (long round = ring.round(); ring.next() != null && ring.round() == round; served++) {
      credit.chargeReads(cost);
    }
    return served;
  }

  @Test
  void writesAloneEarnAllOfTheQuantumAndBeginAsSoonAsTheyOweNothing() {
    credit.follow(false, true);
    assertThat(credit.roundsToWait()).as("nothing yet").isEqualTo(1);
    ring.passRounds(1);
    assertThat(credit.roundsToWait()).isZero();
    credit.chargeWrites(1_000);
    assertThat(credit.roundsToWait()).isEqualTo(10);
    ring.passRounds(9);
    assertThat(credit.roundsToWait()).isEqualTo(1);
    ring.passRounds(1);
    assertThat(credit.roundsToWait()).isZero();
  }

  @Test
  void whileBothWaitEachEarnsHalf() {
    readsWait(true, true);
    ring.passRounds(10);
    assertThat(readsOf(50)).isEqualTo(10);
    credit.chargeWrites(550);
    assertThat(credit.roundsToWait()).as("all of eleven rounds").isEqualTo(1);
    credit.chargeWrites(1);
    ring.passRounds(1);
    assertThat(credit.roundsToWait()).isZero();
    credit.chargeWrites(49);
    assertThat(credit.roundsToWait()).isEqualTo(1);
  }

  @Test
  void whatReadsSavedUpOrOweIsOfTheWritesOnceOnlyThoseWait() {
    ring.passRounds(5);
    credit.follow(false, true);
    credit.chargeWrites(499);
    assertThat(credit.roundsToWait()).isZero();
    credit.chargeReads(101);
    assertThat(credit.roundsToWait()).as("of 200 that reads used beyond it").isEqualTo(2);
  }

  @Test
  void whatWritesSavedUpOrOweIsOfTheReadsOnceNoneWaits() {
    credit.follow(false, true);
    ring.passRounds(10);
    credit.chargeWrites(200);
    credit.follow(false, false);
    readsWait(true, false);
    assertThat(readsOf(100)).isEqualTo(8);
    readsWait(false, true);
    credit.chargeWrites(1_000);
    credit.follow(false, false);
    assertThat(ring.withdraw(flow)).as("but for a round").isCloseTo(-900, within(10L));
  }

  @Test
  void whatWritesCannotSaveUpIsOfTheReadsThatWait() {
    credit.quantum(CpuCredit.MAX_SAVED_NANOS);
    readsWait(true, true);
    ring.passRounds(4);
    credit.follow(true, true);
    assertThat(credit.roundsToWait()).isZero();
    credit.chargeWrites(CpuCredit.MAX_SAVED_NANOS);
    assertThat(credit.roundsToWait()).as("no more than that").isEqualTo(1);
    assertThat(readsOf(CpuCredit.MAX_SAVED_NANOS)).as("half, and all but one").isEqualTo(3);
  }

  @Test
  void aChangedQuantumCountsFromNowOn() {
    credit.follow(false, true);
    ring.passRounds(2);
    credit.quantum(3 * QUANTUM);
    ring.passRounds(1);
    credit.chargeWrites(500);
    assertThat(credit.roundsToWait()).isEqualTo(1);
    credit.chargeWrites(1);
    ring.passRounds(1);
    assertThat(credit.roundsToWait()).isZero();
  }
}
