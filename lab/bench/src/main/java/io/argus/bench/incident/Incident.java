package io.argus.bench.incident;

import java.io.IOException;

/**
 * Something that happens to the servers at a time of a run.
 *
 * @param second after the start of the load at which it is begun
 * @param what happens, as reports say it
 */
record Incident(int second, String what, Act act) {
  /** Makes it happen. */
  @FunctionalInterface
  interface Act {
    /**
     * Called by a thread of its own.
     *
     * @param begins called when it happens, which may be a little later
     */
    void happen(Runnable begins) throws IOException;
  }

  /**
   * An incident that has happened.
   *
   * @param second after the start of the load
   */
  record Happened(String what, int second) {}
}
