package io.argus.traces.access;

/** Traces whose accesses a test chooses. */
public final class GivenTrace {
  private static final TableLayout TABLE = new TableLayout(10);

  private GivenTrace() {}

  /** A trace without moves whose popularities are not known. */
  public static Trace of(int... accesses) {
    return new Trace(AccessPattern.LATEST, TABLE, accesses, new int[0]);
  }

  /** A trace of that length that moves every tenth of it. */
  public static Trace moved(int length) {
    return new Trace(AccessPattern.MOVED, TABLE, new int[length], new int[0]);
  }
}
