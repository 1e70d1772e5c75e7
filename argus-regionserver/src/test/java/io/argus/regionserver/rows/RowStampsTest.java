package io.argus.regionserver.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.regionserver.rows.Interleaving.Protocol;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RowStampsTest {
  private static final int SEEDS = 20_000;

  private static boolean isLinearizable(Interleaving run) {
    return run.run().stream().allMatch(RowHistory::isLinearizable);
  }

  @Test
  void everyInterleavingIsLinearizable() {
    int hits = 0;
    int fills = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Interleaving run = new Interleaving(seed, Protocol.RIGHT);
      assertThat(run.run()).as("seed %s", seed).allMatch(RowHistory::isLinearizable);
      hits += run.hits;
      fills += run.fills;
    }
    assertThat(hits).as("gets that a kept row answered").isGreaterThan(SEEDS / 2);
    assertThat(fills).as("rows kept").isGreaterThan(SEEDS);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RIGHT")
  void aWrongProtocolIsCaught(Protocol wrong) {
    assertThat(IntStream.range(0, SEEDS))
        .anyMatch(seed -> !isLinearizable(new Interleaving(seed, wrong)));
  }

  @Test
  void aReadWithoutAnOverlappingWriteReturnsTheLastValue() {
    RowHistory history = new RowHistory();
    RowHistory.Operation write = history.write(7);
    write.invoked = 1;
    write.answered = 2;
    RowHistory.Operation read = history.read();
    read.invoked = 3;
    read.answered = 4;
    assertThat(history.isLinearizable()).isFalse();
    read.value = 7;
    assertThat(history.isLinearizable()).isTrue();
  }
}
