package io.argus.bench.load;

/**
 * The part of a run whose operations count: after the ramp, for the length of the window.
 *
 * <p>An operation belongs to the moment at which it completes. Immutable.
 */
public record MeasuringWindow(long startNanos, long openNanos, long closeNanos) {

  /** The window of a run that starts at that moment. */
  public static MeasuringWindow of(long startNanos, LoadSettings settings) {
    long open = startNanos + settings.ramp().toNanos();
    return new MeasuringWindow(startNanos, open, open + settings.window().toNanos());
  }

  /** Whether an operation that completes now counts. */
  public boolean contains(long nowNanos) {
    return nowNanos - openNanos >= 0 && nowNanos - closeNanos < 0;
  }

  /** Whether the run is over. */
  public boolean isClosed(long nowNanos) {
    return nowNanos - closeNanos >= 0;
  }
}
