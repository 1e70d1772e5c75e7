package io.argus.traces.access;

import java.util.SplittableRandom;
import site.ycsb.Utils;

/**
 * Draws rows as YCSB's ScrambledZipfianGenerator does: a zipfian rank, hashed to a row. Other ranks
 * become frequent when the rows {@linkplain #move move}.
 *
 * <p>Not safe for use by several threads.
 */
final class HotRows {
  private final Zipfian ranks = Zipfian.scrambled();
  private final int rows;
  private final SplittableRandom random;
  private long salt;

  /**
   * @param rows number of rows to draw from
   */
  HotRows(int rows, SplittableRandom random) {
    this.rows = rows;
    this.random = random;
  }

  /** Gives every rank another row. */
  void move() {
    salt = random.nextLong() & Long.MAX_VALUE;
  }

  int next() {
    return (int) (Utils.fnvhash64(ranks.next(random) ^ salt) % rows);
  }
}
