package io.argus.bench.linkedlist;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LinkedListReportTest {
  private static final List<String> OUTPUT =
      List.of(
          "2026-11-24 18:00:01,000 INFO  Job: Counters: 34",
          "\tMap-Reduce Framework",
          "\t\tMap input records=1000",
          "2026-11-24 18:00:08,000 INFO  Task: Final Counters for attempt_r_000000_0: Counters: 31",
          "\t\tREFERENCED=1000",
          "2026-11-24 18:00:09,000 INFO  Job: Counters: 41",
          "\torg.apache.hadoop.hbase.test.IntegrationTestBigLinkedList$Verify$VerifyCounts",
          "\t\tREFERENCED=1000",
          "2026-11-24 18:00:10,000 INFO  Job: Counters: 34",
          "\t\tMap input records=1000",
          "2026-11-24 18:00:19,000 INFO  Job: Counters: 43",
          "\t\tREFERENCED=1997",
          "\t\tUNDEFINED=2",
          "\t\tUNREFERENCED=1");

  private static LinkedListReport report(int exitCode, NodeCounts... rounds) {
    return new LinkedListReport("2.6.4", "argus", 2, 1000, 5, exitCode, List.of(rounds));
  }

  @Test
  void countsAreFoundOncePerVerification() {
    assertThat(NodeCounts.find(OUTPUT))
        .containsExactly(new NodeCounts(1000, 0, 0), new NodeCounts(1997, 2, 1));
    assertThat(NodeCounts.find(List.of("no counters"))).isEmpty();
  }

  @Test
  void allNodesOfAllRoundsMustBeThere() {
    NodeCounts first = new NodeCounts(1000, 0, 0);

    assertThat(report(0, first, new NodeCounts(2000, 0, 0)).holds()).isTrue();
    assertThat(report(0, first, new NodeCounts(1999, 0, 0)).holds()).isFalse();
    assertThat(report(0, first, new NodeCounts(2000, 1, 0)).holds()).isFalse();
    assertThat(report(0, first, new NodeCounts(2000, 0, 1)).holds()).isFalse();
  }

  @Test
  void aTestThatEndsEarlyDoesNotHold() {
    assertThat(report(0, new NodeCounts(1000, 0, 0)).holds()).isFalse();
    assertThat(report(1, new NodeCounts(1000, 0, 0), new NodeCounts(2000, 0, 0)).holds()).isFalse();
  }

  @Test
  void theTableHasALineForEachRound() {
    assertThat(report(1, new NodeCounts(1000, 0, 0)).toTable())
        .containsExactly(
            "IntegrationTestBigLinkedList, HBase 2.6.4, plugin argus, region servers killed: 5",
            "round     expected   referenced    undefined unreferenced  ",
            "    1        1,000        1,000            0            0  ok",
            "NOT  1 of 2 rounds were verified, the test ended with exit code 1");
  }
}
