package io.argus.regionserver.admission;

/**
 * How many requests may use a handler at once: as many as the host has handlers while processors
 * idle, since then requests wait in their handlers for something, such as the write-ahead log; only
 * so many per processor while all processors are busy, since more would cost switches between them
 * and let the operating system decide whose turn it is.
 *
 * <p>Idea: at each look, down to the least at once when busy, up by half when idle, else as it was.
 *
 * <p>Pure. Not safe for use by several threads.
 */
final class RunningLimit {
  private static final double BUSY = 0.9;
  private static final double IDLE = 0.75;

  private static final int OTHERS_PART = 8;

  /** Of fewer, one would be so great a part that shares could not be had. */
  private static final int FEWEST_SHARED = 4;

  private final int handlers;
  private int limit;

  /**
   * @param handlers the most
   */
  RunningLimit(int handlers) {
    this.handlers = handlers;
    this.limit = handlers;
  }

  /**
   * Looks at the processors.
   *
   * @param load part of all processors that was busy, 0..1; less than 0 or NaN if unknown
   * @param least requests at once while busy
   * @return the limit from now on
   */
  int after(double load, int least) {
    if (load >= BUSY) {
      limit = least;
    } else if (!(load >= IDLE)) {
      limit += Math.max(1, limit / 2);
    }
    limit = Math.min(handlers, Math.max(least, limit));
    return limit;
  }

  /** How many of that many requests at once may be of one tenant while others have requests too. */
  static int besideOthers(int atOnce) {
    return atOnce < FEWEST_SHARED ? atOnce : atOnce - Math.max(1, atOnce / OTHERS_PART);
  }

  /** The limit as the last look left it. */
  int limit() {
    return limit;
  }
}
