package io.argus.traces.access;

import static io.argus.load.basics.Argument.require;

import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A finite trace of block accesses.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Trace {
  private static final int MIN_ACCESSES = 100;

  /** How many times as long as the trace is the sample from which popularities are estimated. */
  private static final int SAMPLE = 4;

  private final AccessPattern pattern;
  private final TableLayout table;
  private final int[] accesses;
  private final int blocks;
  private final int[] byPopularity;

  Trace(AccessPattern pattern, TableLayout table, int[] accesses, int[] byPopularity) {
    this.pattern = pattern;
    this.table = table;
    this.accesses = accesses;
    this.blocks = Math.max(table.blocks(), IntStream.of(accesses).max().orElse(0) + 1);
    this.byPopularity = byPopularity;
  }

  /**
   * Draws a trace; the same seed makes the same trace.
   *
   * @throws IllegalArgumentException if the number of accesses is below 100
   */
  public static Trace draw(AccessPattern pattern, TableLayout table, int accesses, long seed) {
    require(accesses >= MIN_ACCESSES, "accesses", accesses, "at least " + MIN_ACCESSES);
    SplittableRandom random = new SplittableRandom(seed);
    BlockSource source = pattern.source(table, random.split(), accesses);
    int[] trace = IntStream.generate(source::next).limit(accesses).toArray();
    int[] order =
        pattern.stationary() ? popularity(pattern, table, accesses, random.split()) : new int[0];
    return new Trace(pattern, table, trace, order);
  }

  /** Counts accesses of another sequence, so that the trace does not know its own future. */
  private static int[] popularity(
      AccessPattern pattern, TableLayout table, int accesses, SplittableRandom random) {
    BlockSource source = pattern.source(table, random, accesses);
    int[] counts = new int[table.blocks()];
    for (long i = 0; i < (long) SAMPLE * accesses; i++) {
      counts[source.next()]++;
    }
    return IntStream.range(0, counts.length)
        .boxed()
        .sorted(Comparator.comparingInt(block -> -counts[block]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  public AccessPattern pattern() {
    return pattern;
  }

  /** The number of blocks of the table; {@link #blocks} may be more if the table grows. */
  public int tableBlocks() {
    return table.blocks();
  }

  public int length() {
    return accesses.length;
  }

  /** The block of the access of that index. */
  public int block(int index) {
    return accesses[index];
  }

  /** A number above those of all blocks. */
  public int blocks() {
    return blocks;
  }

  /** The number of accesses between two moves of the hot set; all of them if it never moves. */
  public int phase() {
    return pattern.phase(table, accesses.length);
  }

  /** The n most popular blocks; empty if popularities change. */
  public int[] mostPopular(int n) {
    return IntStream.of(byPopularity).limit(n).toArray();
  }
}
