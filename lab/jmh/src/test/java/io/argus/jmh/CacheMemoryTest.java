package io.argus.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CacheMemoryTest {
  @Test
  void everyCacheNeedsHeapForItsBlocks() {
    List<CacheMemory.Figure> figures = CacheMemory.measure(20_000);

    assertThat(figures).extracting(CacheMemory.Figure::dataBlocks).contains("heap", "offheap");
    assertThat(figures)
        .extracting(CacheMemory.Figure::heapBytesPerBlock)
        .as("a key and an entry are more than 100 bytes, a block's own bytes would be 1024")
        .allSatisfy(bytes -> assertThat(bytes).isBetween(100.0, 1_024.0));
    assertThat(figures).filteredOn(figure -> figure.ratio() == 1).hasSizeGreaterThanOrEqualTo(2);
  }
}
