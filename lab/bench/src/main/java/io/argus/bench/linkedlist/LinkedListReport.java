package io.argus.bench.linkedlist;

import static io.argus.core.text.Text.format;

import com.google.gson.GsonBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * The outcome of all rounds. Each one adds nodes and then verifies all so far.
 *
 * @param hbase version of the servers
 * @param plugin what they run with
 * @param wanted number of rounds
 * @param nodesPerRound that each round adds
 * @param kills how often a region server was killed
 * @param exitCode of HBase's test
 * @param rounds those that were verified
 */
public record LinkedListReport(
    String hbase,
    String plugin,
    int wanted,
    long nodesPerRound,
    long kills,
    int exitCode,
    List<NodeCounts> rounds) {
  private static final String LINE = "%5s %12s %12s %12s %12s  %s";

  public LinkedListReport {
    rounds = List.copyOf(rounds);
  }

  /** Whether all rounds were verified, no node is lost, and HBase's test says so too. */
  public boolean holds() {
    boolean whole = exitCode == 0 && rounds.size() == wanted;
    for (int i = 0; i < rounds.size(); i++) {
      whole &= rounds.get(i).isWhole(expected(i));
    }
    return whole;
  }

  private long expected(int round) {
    return (round + 1) * nodesPerRound;
  }

  public String toJson() {
    return new GsonBuilder().setPrettyPrinting().create().toJson(this) + "\n";
  }

  /** The lines to print: one for each round. */
  public List<String> toTable() {
    List<String> lines = new ArrayList<>();
    lines.add(
        format(
            "IntegrationTestBigLinkedList, HBase %s, plugin %s, region servers killed: %,d",
            hbase, plugin, kills));
    lines.add(format(LINE, "round", "expected", "referenced", "undefined", "unreferenced", ""));
    for (int i = 0; i < rounds.size(); i++) {
      NodeCounts round = rounds.get(i);
      lines.add(
          format(
              LINE,
              i + 1,
              format("%,d", expected(i)),
              format("%,d", round.referenced()),
              format("%,d", round.undefined()),
              format("%,d", round.unreferenced()),
              round.isWhole(expected(i)) ? "ok" : "NOT"));
    }
    if (rounds.size() < wanted || exitCode != 0) {
      lines.add(
          format(
              "NOT  %d of %d rounds were verified, the test ended with exit code %d",
              rounds.size(), wanted, exitCode));
    }
    return lines;
  }
}
