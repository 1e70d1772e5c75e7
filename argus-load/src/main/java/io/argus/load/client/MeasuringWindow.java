package io.argus.load.client;

import static io.argus.load.basics.Argument.require;

import java.time.Duration;

/**
 * The part of a run whose operations count: after the ramp, for the length of the window.
 *
 * <p>An operation counts when it completes in the window. Immutable.
 */
final class MeasuringWindow {
  private final long startNanos;
  private final long openNanos;
  private final long closeNanos;

  private MeasuringWindow(long startNanos, long openNanos, long closeNanos) {
    this.startNanos = startNanos;
    this.openNanos = openNanos;
    this.closeNanos = closeNanos;
  }

  /**
   * The window of a run that starts at that moment.
   *
   * @param ramp time before the window
   */
  static MeasuringWindow of(long startNanos, Duration ramp, Duration window) {
    require(!ramp.isNegative(), "ramp", ramp, "at least 0 s");
    require(window.compareTo(Duration.ZERO) > 0, "window", window, "above 0 s");
    long open = startNanos + ramp.toNanos();
    return new MeasuringWindow(startNanos, open, open + window.toNanos());
  }

  long startNanos() {
    return startNanos;
  }

  /** Whether an operation that completes now counts. */
  boolean contains(long nowNanos) {
    return nowNanos - openNanos >= 0 && nowNanos - closeNanos < 0;
  }

  /** Time until it closes. */
  long leftNanos(long nowNanos) {
    return closeNanos - nowNanos;
  }

  boolean isClosed(long nowNanos) {
    return nowNanos - closeNanos >= 0;
  }
}
