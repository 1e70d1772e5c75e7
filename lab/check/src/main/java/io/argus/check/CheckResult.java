package io.argus.check;

import java.util.List;
import java.util.Map;

/** What a checking client found from a begin to an end. */
public final class CheckResult {
  private final Map<String, Long> operations;
  private final Map<String, Long> failed;
  private final Map<String, Double> longestStallSeconds;
  private final long lost;
  private final long wrong;
  private final long countedTwice;
  private final long unreadable;
  private final long stuck;
  private final List<String> examples;

  /**
   * @param operations that were answered, by what they do
   * @param failed whose call failed after HBase's own retries, by what they do
   * @param longestStallSeconds between two answers of one thread, by what it does
   * @param lost rows whose acknowledged change was not there in the end
   * @param wrong answers that cannot be
   * @param countedTwice counters above the number of increments that were attempted
   * @param unreadable rows that could not be read back in the end
   * @param stuck threads whose last call had not ended in the end
   * @param examples what was found, in words: the first of each kind
   */
  public CheckResult(
      Map<String, Long> operations,
      Map<String, Long> failed,
      Map<String, Double> longestStallSeconds,
      long lost,
      long wrong,
      long countedTwice,
      long unreadable,
      long stuck,
      List<String> examples) {
    this.operations = operations;
    this.failed = failed;
    this.longestStallSeconds = longestStallSeconds;
    this.lost = lost;
    this.wrong = wrong;
    this.countedTwice = countedTwice;
    this.unreadable = unreadable;
    this.stuck = stuck;
    this.examples = examples;
  }

  public Map<String, Long> operations() {
    return operations;
  }

  public Map<String, Long> failed() {
    return failed;
  }

  public Map<String, Double> longestStallSeconds() {
    return longestStallSeconds;
  }

  public long lost() {
    return lost;
  }

  public long wrong() {
    return wrong;
  }

  public long countedTwice() {
    return countedTwice;
  }

  public long unreadable() {
    return unreadable;
  }

  public long stuck() {
    return stuck;
  }

  public List<String> examples() {
    return examples;
  }

  public long allFailed() {
    return failed.values().stream().mapToLong(Long::longValue).sum();
  }

  public long allOperations() {
    return operations.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The longest of all threads. */
  public double longestStall() {
    return longestStallSeconds.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }
}
