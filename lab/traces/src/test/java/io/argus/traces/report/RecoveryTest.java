package io.argus.traces.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.traces.access.GivenTrace;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class RecoveryTest {
  private static final int PHASE = 1000;
  private static final int CACHE = 40;

  /** Hits 3 of 4 accesses in all phases, but only 1 of 4 in the first so many after a move. */
  private static Recovery recovery(int slowAccesses) {
    BitSet hits = new BitSet();
    for (int i = 0; i < 10 * PHASE; i++) {
      boolean slow = i >= PHASE && i % PHASE < slowAccesses;
      hits.set(i, slow ? i % 4 == 0 : i % 4 != 0);
    }
    return Recovery.of(GivenTrace.moved(10, PHASE), hits, CACHE);
  }

  @Test
  void aRecoveryEndsWhereTheFirstOfTwoGoodWindowsBegins() {
    Recovery recovery = recovery(100); // 5 windows of 20 accesses

    assertThat(recovery.before()).isCloseTo(0.75, within(1e-9));
    assertThat(recovery.windows()).hasSize(20).startsWith(0.25, 0.25, 0.25, 0.25, 0.25, 0.75);
    assertThat(recovery.backAfter()).isEqualTo(2.5);
    assertThat(recovery.moveAfter()).isEqualTo(25);
  }

  @Test
  void whoLosesNothingIsBackAtOnce() {
    assertThat(recovery(0).backAfter()).isZero();
  }

  @Test
  void aRecoveryMayTakeMoreWindowsThanAreKept() {
    assertThat(recovery(PHASE / 2).windows()).hasSize(20).doesNotContain(0.75);
    assertThat(recovery(PHASE / 2).backAfter()).isEqualTo(12.5);
  }

  @Test
  void levelsThatNeverComeBackHaveNoEnd() {
    BitSet hits = new BitSet();
    hits.set(PHASE / 2, PHASE); // before the first move only
    Recovery recovery = Recovery.of(GivenTrace.moved(10, PHASE), hits, CACHE);

    assertThat(recovery.before()).isCloseTo(1.0 / 9, within(1e-9));
    assertThat(recovery.backAfter()).isNull();
  }
}
