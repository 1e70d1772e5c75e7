package io.argus.bench.result;

import java.time.Duration;

/**
 * How much a campaign measures.
 *
 * @param repeats of every mix on every system
 * @param longest time after which no further mix is begun
 *     <p>Immutable.
 */
public record Extent(int repeats, Duration longest) {

  /** Everything once, however long it takes. */
  public static final Extent ONCE = new Extent(1, Duration.ofDays(365));

  public Extent {
    if (repeats < 1 || repeats > 1000) {
      throw new IllegalArgumentException("repeats is " + repeats + "; must be 1..1000");
    }
    if (longest.isNegative() || longest.isZero()) {
      throw new IllegalArgumentException("longest is " + longest + "; must be above 0");
    }
  }
}
