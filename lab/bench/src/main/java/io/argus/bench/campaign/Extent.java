package io.argus.bench.campaign;

import static io.argus.load.basics.Argument.require;

import java.time.Duration;

/**
 * How much a campaign measures.
 *
 * @param repeats how often every workload mix is measured on every system
 * @param longest time after which no further workload mix begins
 */
public record Extent(int repeats, Duration longest) {

  /** Everything once, however long it takes. */
  public static final Extent ONCE = new Extent(1, Duration.ofDays(365));

  public Extent {
    require(repeats >= 1 && repeats <= 1000, "repeats", repeats, "1..1000");
    require(longest.compareTo(Duration.ZERO) > 0, "longest", longest, "above 0");
  }
}
