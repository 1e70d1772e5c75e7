package io.argus.regionserver.cache;

import java.util.Random;

/** Sequences of accessed blocks, as YCSB's distributions make them over 60 rows a block. */
public final class Traces {
  static final int BLOCKS = 10_000;
  static final int ROWS = 60 * BLOCKS;

  /** YCSB's scrambled zipfian draws from so many items; the sum of their weights. */
  private static final long ITEMS = 10_000_000_000L;

  private static final double THETA = 0.99;
  private static final double WEIGHTS = 26.469_028_201_783_02;

  private final Random random;

  public Traces(long seed) {
    random = new Random(seed);
  }

  /** A rank below that number, zipfian by Gray et al. (SIGMOD '94). */
  private long rank(long items, double weights) {
    double position = random.nextDouble() * weights;
    if (position < 1) {
      return 0;
    }
    double two = 1 + Math.pow(0.5, THETA);
    if (position < two) {
      return 1;
    }
    double eta = (1 - Math.pow(2.0 / items, 1 - THETA)) / (1 - two / weights);
    return (long) (items * Math.pow(eta * (position / weights - 1) + 1, 1 / (1 - THETA)));
  }

  private static int scatter(long number, int below) {
    return (int) ((MixedHash.of(Long.hashCode(number * 1_000_003)) >>> 1) % below);
  }

  /**
   * @param permutation another one has other popular blocks
   */
  private int zipfianBlock(int permutation) {
    long row = scatter(rank(ITEMS, WEIGHTS), ROWS);
    return scatter(row + (long) permutation * ROWS, BLOCKS);
  }

  public int[] zipfian(int length) {
    int[] trace = new int[length];
    for (int i = 0; i < length; i++) {
      trace[i] = zipfianBlock(0);
    }
    return trace;
  }

  /** All ranks are permuted after each so many accesses. */
  public int[] moving(int length, int each) {
    int[] trace = new int[length];
    for (int i = 0; i < length; i++) {
      trace[i] = zipfianBlock(i / each);
    }
    return trace;
  }

  public int[] uniform(int length) {
    return random.ints(length, 0, BLOCKS).toArray();
  }

  /** A fifth of the blocks gets four fifths of the accesses. */
  public int[] hotspot(int length) {
    int hot = BLOCKS / 5;
    int[] trace = new int[length];
    for (int i = 0; i < length; i++) {
      trace[i] = random.nextInt(5) > 0 ? random.nextInt(hot) : hot + random.nextInt(BLOCKS - hot);
    }
    return trace;
  }

  public int[] loop(int length) {
    int[] trace = new int[length];
    for (int i = 0; i < length; i++) {
      trace[i] = i % BLOCKS;
    }
    return trace;
  }

  /** The newest rows are the most popular; one access in 20 inserts another one. */
  public int[] latest(int length) {
    double weights = 0;
    for (int i = 1; i <= ROWS; i++) {
      weights += Math.pow(i, -THETA);
    }
    int[] trace = new int[length];
    long rows = ROWS;
    for (int i = 0; i < length; i++) {
      rows += random.nextInt(20) == 0 ? 1 : 0;
      trace[i] = (int) (Math.max(0, rows - 1 - rank(ROWS, weights)) / 60);
    }
    return trace;
  }

  /** Every other access belongs to a scan of the whole table, again and again. */
  public int[] zipfianAndScans(int length) {
    int[] trace = new int[length];
    int scanned = 0;
    for (int i = 0; i < length; i++) {
      trace[i] = random.nextBoolean() ? zipfianBlock(0) : scanned++ % BLOCKS;
    }
    return trace;
  }
}
