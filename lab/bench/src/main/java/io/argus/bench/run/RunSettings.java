package io.argus.bench.run;

import static io.argus.load.basics.Argument.require;

import io.argus.cluster.BlockCacheKind;
import io.argus.cluster.ClusterSettings;
import java.time.Duration;

/**
 * Sizes and times of a campaign. "Alone" is a tenant that runs by itself.
 *
 * @param rows rows of each tenant's table
 * @param regions regions of each tenant's table on each region server where it has rows
 * @param cacheFraction size of the block caches of all region servers / size of one tenant's data
 * @param aloneRamp time before the window of a tenant alone
 * @param mixRamp time before the window of the mix
 * @param window measuring window of every run
 * @param interleavings how often a mix is measured again, interleaved with its tenants alone, after
 *     its first run. It is done for the tenants that need most of the CPU; if there are any such
 *     runs, only their isolated throughputs count
 * @param mostSteal CPU steal that a run may have in its window, 0..1 of the CPU time; a run with
 *     more is repeated
 * @param alpha weight of the J-index in the D-score
 * @param blockCache where data blocks are cached
 * @param regionServers number of region servers, each with a disk of its own
 */
public record RunSettings(
    long rows,
    int regions,
    double cacheFraction,
    Duration aloneRamp,
    Duration mixRamp,
    Duration window,
    int interleavings,
    double mostSteal,
    double alpha,
    BlockCacheKind blockCache,
    int regionServers) {

  /** Bytes one row takes in a store file. */
  private static final long ROW_BYTES = 1150;

  /** Interleaved runs begin warm and need only a part of the ramps. */
  private static final int PART_OF_ALONE_RAMP = 8;

  private static final int PART_OF_MIX_RAMP = 4;

  public RunSettings {
    require(rows >= 1000, "rows", rows, "at least 1000");
    require(regions >= 1, "regions", regions, "at least 1");
    require(
        cacheFraction > 0 && cacheFraction <= 4,
        "cacheFraction",
        cacheFraction,
        "above 0, at most 4");
    requireAtLeast(0, "aloneRamp", aloneRamp);
    requireAtLeast(0, "mixRamp", mixRamp);
    requireAtLeast(1, "window", window);
    require(interleavings >= 0, "interleavings", interleavings, "at least 0");
    require(mostSteal >= 0 && mostSteal <= 1, "mostSteal", mostSteal, "0..1");
    require(alpha >= 0 && alpha <= 1, "alpha", alpha, "0..1");
    require(regionServers >= 1 && regionServers <= 100, "regionServers", regionServers, "1..100");
  }

  private static void requireAtLeast(long seconds, String name, Duration value) {
    require(
        value.toSeconds() >= seconds, name, value.toSeconds() + " s", "at least " + seconds + " s");
  }

  /**
   * The proportions of the published experiments at half their size. The ramps are long because
   * clients compile their code for 20 s or more, and new servers become faster for as long. The
   * bound on CPU steal is low because a CPU-bound workload lost 25 % at 8 % CPU steal.
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
        0.5,
        BlockCacheKind.HEAP,
        1);
  }

  public RunSettings withData(long newRows, int newRegions, double newCacheFraction) {
    return new RunSettings(
        newRows,
        newRegions,
        newCacheFraction,
        aloneRamp,
        mixRamp,
        window,
        interleavings,
        mostSteal,
        alpha,
        blockCache,
        regionServers);
  }

  public RunSettings withBlockCache(BlockCacheKind kind) {
    return new RunSettings(
        rows,
        regions,
        cacheFraction,
        aloneRamp,
        mixRamp,
        window,
        interleavings,
        mostSteal,
        alpha,
        kind,
        regionServers);
  }

  public RunSettings withRegionServers(int number) {
    return new RunSettings(
        rows,
        regions,
        cacheFraction,
        aloneRamp,
        mixRamp,
        window,
        interleavings,
        mostSteal,
        alpha,
        blockCache,
        number);
  }

  /** Time before the window of a tenant alone in an interleaved run. */
  public Duration warmAloneRamp() {
    return Duration.ofSeconds(aloneRamp.toSeconds() / PART_OF_ALONE_RAMP);
  }

  /** Time before the window of a mix in an interleaved run. */
  public Duration warmMixRamp() {
    return Duration.ofSeconds(mixRamp.toSeconds() / PART_OF_MIX_RAMP);
  }

  public long tenantBytes() {
    return rows * ROW_BYTES;
  }

  /** The block cache of each region server. */
  public long blockCacheBytes() {
    return (long) (tenantBytes() * cacheFraction / regionServers);
  }

  /** The cluster that runs a campaign: region servers with that block cache. */
  public ClusterSettings clusterSettings() {
    return ClusterSettings.defaults()
        .withRegionServers(regionServers)
        .withBlockCache(blockCache, blockCacheBytes());
  }
}
