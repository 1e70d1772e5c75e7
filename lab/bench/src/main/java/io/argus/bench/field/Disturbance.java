package io.argus.bench.field;

import java.time.Duration;

/** What happens to the cluster before a row's requests are measured, or while they are. */
public enum Disturbance {
  NONE,

  /** The other tenant's table is flushed every second. */
  FLUSHES,

  /** All DataNodes are paused for 8 s in the window, so that no write-ahead log advances. */
  LOG_WAITS,

  /** Before that, the other tenant's rows are put, and stay in the memstore. */
  FRESH_ROWS,

  /** The table of the second other tenant becomes one of the first, with its block cache off. */
  UNCACHED;

  /** From the opening of the window until the DataNodes pause. */
  static final Duration BEFORE_PAUSE = Duration.ofSeconds(6);

  static final Duration PAUSE = Duration.ofSeconds(8);

  /** Seconds at the start of the pause that do not count: one that it cuts, one of grace. */
  private static final int LEFT_OUT = 2;

  private static final Duration PUTS = Duration.ofSeconds(25);
  private static final Duration CHANGE = Duration.ofSeconds(5);

  /** How long it takes before the run, about. */
  Duration before() {
    return switch (this) {
      case NONE, FLUSHES, LOG_WAITS -> Duration.ZERO;
      case FRESH_ROWS -> PUTS;
      case UNCACHED -> CHANGE;
    };
  }

  /** The shortest window in which it can happen, with time for the cluster to go on. */
  Duration minWindow() {
    return this == LOG_WAITS ? BEFORE_PAUSE.plus(PAUSE).plusSeconds(2) : Duration.ofSeconds(1);
  }

  /** The first whole second of the pause that counts, from the start of the ramp. */
  static int firstSecond(Duration ramp) {
    return (int) ramp.plus(BEFORE_PAUSE).toSeconds() + LEFT_OUT;
  }

  /** The second after the last that counts. */
  static int lastSecond(Duration ramp) {
    return (int) ramp.plus(BEFORE_PAUSE).plus(PAUSE).toSeconds();
  }
}
