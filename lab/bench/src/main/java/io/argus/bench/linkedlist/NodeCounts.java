package io.argus.bench.linkedlist;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a verification counted: each node names the one before it, so a lost row is a node that is
 * named but undefined, and one more that nobody names.
 *
 * @param referenced nodes that are there and named
 * @param undefined nodes that are named but not there: lost rows
 * @param unreferenced nodes that are there but not named: who named them is lost
 */
public record NodeCounts(long referenced, long undefined, long unreferenced) {
  private static final Pattern COUNTER =
      Pattern.compile("^\\s*(?:\\S.*\\s)?(REFERENCED|UNDEFINED|UNREFERENCED)=([0-9]{1,18})\\s*$");

  /** The line with which Hadoop begins the counters of a job, or of a single task of it. */
  private static final Pattern BEGIN = Pattern.compile("\\bCounters: [0-9]+\\s*$");

  private static final String TASK = "Final Counters";

  /**
   * Finds the counts in the output of the test, one for each verification. A counter that Hadoop
   * does not print is 0.
   *
   * @param lines of the output, in order
   */
  public static List<NodeCounts> find(List<String> lines) {
    List<NodeCounts> found = new ArrayList<>();
    long[] counts = new long[3];
    boolean any = false;
    boolean ofJob = false;
    for (String line : lines) {
      if (BEGIN.matcher(line).find()) {
        add(found, counts, any);
        counts = new long[3];
        any = false;
        ofJob = !line.contains(TASK);
      }
      Matcher counter = COUNTER.matcher(line);
      if (ofJob && counter.matches()) {
        any = true;
        long count = Long.parseLong(counter.group(2));
        switch (counter.group(1)) {
          case "REFERENCED" -> counts[0] = count;
          case "UNDEFINED" -> counts[1] = count;
          default -> counts[2] = count;
        }
      }
    }
    add(found, counts, any);
    return found;
  }

  private static void add(List<NodeCounts> found, long[] counts, boolean any) {
    if (any) {
      found.add(new NodeCounts(counts[0], counts[1], counts[2]));
    }
  }

  /** Whether exactly so many nodes are there and nothing is lost. */
  boolean isWhole(long expected) {
    return referenced == expected && undefined == 0 && unreferenced == 0;
  }
}
