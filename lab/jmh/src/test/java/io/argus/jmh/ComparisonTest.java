package io.argus.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ComparisonTest {
  @Test
  void comparesWithTheSameOperationOfHBase() {
    Comparison comparison = new Comparison();
    comparison.add(new Comparison.Cost("hit", "argus", 8, 1, 150, 150, 2));
    comparison.add(new Comparison.Cost("hit", "hbase", 0, 2, 400, 400, 2));
    comparison.add(new Comparison.Cost("hit", "hbase", 0, 1, 100, 100, 2));
    comparison.add(new Comparison.Cost("put", "argus", 1, 1, 100, 100, 2));
    assertThat(comparison.lines())
        .extracting(Comparison.Line::ratio)
        .containsExactly(1.5, 1.0, 1.0)
        .as("a cost that HBase has none of is not compared");
    assertThat(comparison.table().lines())
        .hasSize(4)
        .anyMatch(line -> line.matches("hit +argus +8 +1 +150 +1\\.50 +150 +2 +1\\.50"));
  }
}
