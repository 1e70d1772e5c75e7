package io.argus.regionserver.rows;

import io.argus.core.usage.MissRatioCurve;

/**
 * How much of its share of the block cache a tenant keeps as rows: the part that saves most reads
 * of blocks, by two miss-ratio curves, or none.
 *
 * <p>The curve of rows says what gets would find, each counted by the blocks that it had to read
 * without a row. That of blocks is of the lookups that are left beside the rows of now: more rows
 * would leave fewer, so that a larger part is rather worth more than this says.
 *
 * <p>Stateless.
 */
final class RowSplit {
  /** Of the largest part. */
  static final int STEPS = 32;

  /** More rows have to save that part of all reads. Fewer need not: blocks are the default. */
  static final double MIN_GAIN = 0.03;

  /** And as many standard errors: the best of many parts is often two from where it seems. */
  static final double MIN_ERRORS = 3;

  /** Below that, nothing is known of the curve of rows, or of the workload that made it. */
  static final double MIN_SAMPLES = 100;

  private RowSplit() {}

  /**
   * Returns the part to use from now on, some of the way to the best one.
   *
   * @param rows blocks that gets need not read if their row is kept, per second, by share of the
   *     whole cache
   * @param blocks lookups of blocks by share of the whole cache
   * @param share of the whole cache that is guaranteed, of which rows may have a part
   * @param held share of the whole cache that blocks and rows use, or may use
   * @param now the part in use
   * @param most largest part
   */
  static double next(
      MissRatioCurve rows,
      MissRatioCurve blocks,
      double share,
      double held,
      double now,
      double most) {
    if (rows.samples() + blocks.samples() < MIN_SAMPLES) {
      return Math.min(now, most);
    }
    double best = best(rows, blocks, share, held, most);
    double gain = reads(rows, blocks, share, held, now) - reads(rows, blocks, share, held, best);
    if (gain <= (best < now ? 0 : leastGain(rows, blocks, share, held, now, best))) {
      return Math.min(now, most);
    }
    double step = most / STEPS;
    return Math.abs(best - now) <= 2 * step ? best : (now + best) / 2;
  }

  /**
   * Returns how many blocks per second fewer are read with the best part than with none; 0 if that
   * is within the curves' error.
   */
  static double couldSave(
      MissRatioCurve rows, MissRatioCurve blocks, double share, double held, double most) {
    double best = best(rows, blocks, share, held, most);
    double gain = reads(rows, blocks, share, held, 0) - reads(rows, blocks, share, held, best);
    return gain <= leastGain(rows, blocks, share, held, 0, best) ? 0 : gain;
  }

  /**
   * Returns how many blocks per second a larger part has to save. The hits by which two parts
   * differ are counted in a sample; the variance of a count is the count.
   */
  private static double leastGain(
      MissRatioCurve rows,
      MissRatioCurve blocks,
      double share,
      double held,
      double now,
      double larger) {
    double all = saved(rows, share, now) + reads(blocks, share, held, now);
    double more = saved(rows, share, larger) - saved(rows, share, now);
    double fewer = reads(blocks, share, held, larger) - reads(blocks, share, held, now);
    double variance = more * perSample(rows) + fewer * perSample(blocks);
    return Math.max(MIN_GAIN * all, MIN_ERRORS * Math.sqrt(variance));
  }

  private static double perSample(MissRatioCurve curve) {
    return curve.lookupsPerSecond() / Math.max(1, curve.samples());
  }

  /** The part with which the fewest blocks are read; the smallest of several. */
  private static double best(
      MissRatioCurve rows, MissRatioCurve blocks, double share, double held, double most) {
    double best = 0;
    double fewest = reads(rows, blocks, share, held, 0);
    for (int step = 1; step <= STEPS; step++) {
      double part = most * step / STEPS;
      double reads = reads(rows, blocks, share, held, part);
      if (reads < fewest) {
        fewest = reads;
        best = part;
      }
    }
    return best;
  }

  /** Blocks read per second with that part, up to a constant. */
  private static double reads(
      MissRatioCurve rows, MissRatioCurve blocks, double share, double held, double part) {
    return reads(blocks, share, held, part) - saved(rows, share, part);
  }

  private static double saved(MissRatioCurve rows, double share, double part) {
    return rows.lookupsPerSecond() * (1 - rows.missRatio(share * part));
  }

  private static double reads(MissRatioCurve blocks, double share, double held, double part) {
    return blocks.lookupsPerSecond() * blocks.missRatio(Math.max(0, held - share * part));
  }
}
