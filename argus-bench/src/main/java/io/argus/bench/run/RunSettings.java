package io.argus.bench.run;

import java.time.Duration;

/**
 * Sizes and times of a campaign.
 *
 * @param rows rows of each tenant's table
 * @param regions regions of each tenant's table
 * @param cacheFraction block cache in relation to one tenant's data
 * @param aloneRamp time before the window of a tenant alone
 * @param mixRamp time before the window of the mix
 * @param window measuring window of every run
 * @param turns how often, after a mix has run, each of its tenants that wants the processors runs
 *     alone and then all together again; if any, only those isolated throughputs of theirs count
 * @param mostSteal share of processor time in a window that the hypervisor may give to others,
 *     0..1; with more the run is taken again
 * @param alpha weight of the J-index in the D-score
 *     <p>Immutable.
 */
public record RunSettings(
    long rows,
    int regions,
    double cacheFraction,
    Duration aloneRamp,
    Duration mixRamp,
    Duration window,
    int turns,
    double mostSteal,
    double alpha) {

  /** Bytes one row takes in a store file. */
  private static final long ROW_BYTES = 1150;

  /** Runs by turns begin warm: part of the ramps that a tenant alone, and a mix, still need. */
  private static final int PART_OF_ALONE_RAMP = 8;

  private static final int PART_OF_MIX_RAMP = 4;

  public RunSettings {
    if (rows < 1000) {
      throw new IllegalArgumentException("rows is " + rows + "; must be at least 1000");
    }
    if (regions < 1) {
      throw new IllegalArgumentException("regions is " + regions + "; must be at least 1");
    }
    if (!(cacheFraction > 0 && cacheFraction <= 2)) {
      throw new IllegalArgumentException(
          "cacheFraction is " + cacheFraction + "; must be above 0, at most 2");
    }
    if (aloneRamp.isNegative() || mixRamp.isNegative()) {
      throw new IllegalArgumentException(
          "ramps are "
              + aloneRamp.toSeconds()
              + " s alone and "
              + mixRamp.toSeconds()
              + " s in a mix; must not be below 0");
    }
    if (window.toSeconds() < 1) {
      throw new IllegalArgumentException(
          "window is " + window.toSeconds() + " s; must be at least 1 s");
    }
    if (turns < 0) {
      throw new IllegalArgumentException("turns is " + turns + "; must not be below 0");
    }
    if (!(mostSteal >= 0 && mostSteal <= 1)) {
      throw new IllegalArgumentException("mostStolen is " + mostSteal + "; must be 0..1");
    }
    if (!(alpha >= 0 && alpha <= 1)) {
      throw new IllegalArgumentException("alpha is " + alpha + "; must be 0..1");
    }
  }

  /**
   * The proportions of the published isolated throughputs at half their size. The ramps are long
   * since the clients' own compilation takes half a core for 20 s, longer when they share it, and
   * servers that were just started get faster for as long. A load that is limited by the processors
   * was seen to lose a quarter while 8 % of their time were stolen.
   */
  public static RunSettings defaults() {
    return new RunSettings(
        300_000,
        2,
        0.312,
        Duration.ofSeconds(40),
        Duration.ofSeconds(40),
        Duration.ofSeconds(20),
        0,
        0.03,
        0.5);
  }

  /** The same with other tables and another block cache. */
  public RunSettings withData(long newRows, int newRegions, double newCacheFraction) {
    return new RunSettings(
        newRows, newRegions, newCacheFraction, aloneRamp, mixRamp, window, turns, mostSteal, alpha);
  }

  /** The same with other times. */
  public RunSettings withTimes(Duration newAloneRamp, Duration newMixRamp, Duration newWindow) {
    return new RunSettings(
        rows, regions, cacheFraction, newAloneRamp, newMixRamp, newWindow, turns, mostSteal, alpha);
  }

  /** Time before the window of a tenant alone in its turn. */
  public Duration aloneTurnRamp() {
    return Duration.ofSeconds(aloneRamp.toSeconds() / PART_OF_ALONE_RAMP);
  }

  /** Time before the window of a mix in its turn. */
  public Duration mixTurnRamp() {
    return Duration.ofSeconds(mixRamp.toSeconds() / PART_OF_MIX_RAMP);
  }

  /** Bytes of one tenant's data. */
  public long tenantBytes() {
    return rows * ROW_BYTES;
  }

  /** Bytes of block cache. */
  public long blockCacheBytes() {
    return (long) (tenantBytes() * cacheFraction);
  }
}
