package io.argus.traces.access;

/** Traces whose accesses a test chooses. */
public final class GivenTrace {
  private static final TableLayout TABLE = new TableLayout(10);

  private GivenTrace() {}

  /** A trace without moves whose popularities are not known. */
  public static Trace of(int... accesses) {
    return new Trace(AccessPattern.LATEST, TABLE, accesses, new int[0]);
  }

  /** A trace of so many phases, each of so many accesses, a multiple of 200. */
  public static Trace moved(int phases, int phase) {
    TableLayout table = new TableLayout(phase / 20);
    return new Trace(AccessPattern.MOVED, table, new int[phases * phase], new int[0]);
  }
}
