package io.argus.profiler.campaign;

import org.HdrHistogram.Histogram;

/** What a client did in one second. */
public final class LoadSecond {
  private final long operations;
  private final long errors;
  private final Histogram latenciesMicros;

  /**
   * @param operations operations that succeeded
   * @param errors operations that failed
   * @param latenciesMicros of the operations that succeeded
   */
  public LoadSecond(long operations, long errors, Histogram latenciesMicros) {
    this.operations = operations;
    this.errors = errors;
    this.latenciesMicros = latenciesMicros;
  }

  public long operations() {
    return operations;
  }

  public long errors() {
    return errors;
  }

  Histogram latenciesMicros() {
    return latenciesMicros;
  }
}
