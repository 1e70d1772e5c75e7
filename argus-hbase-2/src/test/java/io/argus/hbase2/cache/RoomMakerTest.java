package io.argus.hbase2.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoomMakerTest {
  /** A sort that reads a changing figure at each comparison fails, as hits change it meanwhile. */
  @Test
  void aFigureThatChangesMeanwhileIsReadOnce() {
    List<Integer> blocks = IntStream.range(0, 10_000).boxed().collect(Collectors.toList());
    Random hits = new Random(1);

    List<Integer> inOrder = RoomMaker.ascending(blocks, block -> hits.nextInt(1_000));

    assertThat(inOrder).containsExactlyInAnyOrderElementsOf(blocks);
    assertThat(RoomMaker.ascending(blocks, block -> -block))
        .first()
        .isEqualTo(blocks.get(blocks.size() - 1));
  }
}
