package io.argus.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class TextTableTest {
  private final TextTable table = new TextTable();

  @Test
  void columnsAreAsWideAsTheirWidestCell() {
    table.row("tenant", "ops/s", "");
    table.row("alice", "12,345", "x");
    table.row("b", "", "");
    assertThat(table.lines()).containsExactly("tenant   ops/s", "alice   12,345  x", "b");
  }

  @Test
  void aLongCellTakesNoTime() {
    table.row("tenant", "ops/s");
    table.row("a".repeat(300_000), "1");
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(10), () -> assertThat(table.lines()).hasSize(2));
  }
}
