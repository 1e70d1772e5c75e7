package io.argus.regionserver.rows;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.function.BooleanSupplier;

/**
 * Says when what was read of a row may be kept, so that a get of a kept row is as linearizable as
 * one of the store.
 *
 * <p>A reader takes a {@linkplain #stamp stamp} before it reads, and {@linkplain #fill keeps} what
 * it read only if no write of the row began since. A writer {@linkplain #begin begins} before its
 * write can be seen by anybody, which removes the kept row, and {@linkplain #end ends} when readers
 * of the store see it and before it is acknowledged; in between no reader gets a stamp.
 *
 * <p>Rows share stripes. A write of one row can keep another of its stripe from being filled, but
 * never removes it.
 *
 * <p>Safe for use by any thread. Each call holds the lock of one stripe; those for all rows take
 * the locks one by one.
 */
final class RowStamps {
  /*
   * Why it is right. Let a get answer with a kept value at time t. The fill that kept it had a
   * stamp, so at that time no write of the row was between begin and end: all earlier ones were
   * visible to the read that followed, or were to become visible after a failure, for which
   * visibleFrom waits. No write began between stamp and fill, or the fill would have been refused,
   * and none between fill and t, or it would have removed the row: check and put, and begin and
   * remove, are each atomic under the stripe's lock. So at t no write that the value lacks was
   * visible or acknowledged, and the get takes effect at t.
   */

  /** The stamp with which nothing is kept. */
  static final long NONE = -1;

  private static final int STRIPES = 256;

  private static final class Stripe {
    @GuardedBy("this")
    private int writing;

    /** How many writes have begun. */
    @GuardedBy("this")
    private long stamp;

    /** The read point from which readers of the store see all writes that have ended. */
    @GuardedBy("this")
    private long visibleFrom;

    synchronized long stamp(long readPoint) {
      return writing > 0 || readPoint < visibleFrom ? NONE : stamp;
    }

    synchronized boolean fill(long taken, BooleanSupplier keep) {
      return taken == stamp && keep.getAsBoolean();
    }

    synchronized void begin(Runnable remove) {
      writing++;
      stamp++;
      remove.run();
    }

    synchronized void end(long visible) {
      writing--;
      visibleFrom = Math.max(visibleFrom, visible);
    }
  }

  private final Stripe[] stripes;

  private RowStamps(int count) {
    stripes = new Stripe[count];
    for (int i = 0; i < count; i++) {
      stripes[i] = new Stripe();
    }
  }

  /** Returns stamps; those of a region that keeps no rows take only changes of all rows. */
  static RowStamps of(boolean keeps) {
    return new RowStamps(keeps ? STRIPES : 0);
  }

  /** Returns the stripe of a row. */
  static int stripe(int rowHash) {
    int mixed = rowHash * 0x9E3779B9;
    return (mixed ^ (mixed >>> 16)) & (STRIPES - 1);
  }

  /**
   * Returns a stamp for what is read from now on; {@link #NONE} while the row is written.
   *
   * @param readPoint of the store, taken before this call
   */
  long stamp(int stripe, long readPoint) {
    return stripes[stripe].stamp(readPoint);
  }

  /**
   * Keeps what was read, unless a write of the row began since the stamp was taken.
   *
   * @param keep returns whether there was room for it
   * @return whether it was kept
   */
  boolean fill(int stripe, long stamp, BooleanSupplier keep) {
    return stamp != NONE && stripes[stripe].fill(stamp, keep);
  }

  /**
   * Begins a write that nobody sees yet.
   *
   * @param remove removes the row, if it is kept
   */
  void begin(int stripe, Runnable remove) {
    stripes[stripe].begin(remove);
  }

  /**
   * Ends a write that is not acknowledged yet.
   *
   * @param visibleFrom the read point from which every reader sees it; 0 if every one does now
   */
  void end(int stripe, long visibleFrom) {
    stripes[stripe].end(visibleFrom);
  }

  /**
   * Begins a write of all rows.
   *
   * @param remove removes all rows
   */
  void beginAll(Runnable remove) {
    for (Stripe stripe : stripes) {
      stripe.begin(() -> {});
    }
    remove.run();
  }

  /** Ends a write of all rows that every reader sees now. */
  void endAll() {
    for (Stripe stripe : stripes) {
      stripe.end(0);
    }
  }
}
