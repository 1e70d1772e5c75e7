package io.argus.regionserver.io;

/**
 * The I/O concurrency limit: how many reads may be at HDFS at once (S). It is set, or measured: the
 * fewest reads with which HDFS does as much as with more. Few reads keep the queue of the disk
 * short and leave the order to I/O admission; too few leave disks idle.
 *
 * <p>Idea: seconds in which HDFS is saturated alternate between the current limit and a trial limit
 * of a fourth fewer or a third more reads, so that whatever else changes does so for both. Fewer
 * are kept if that costs next to nothing, more if they bring something. When neither does, no trial
 * begins for a while, each time for longer.
 *
 * <p>Pure. Not safe for use by several threads.
 */
public final class IoConcurrencyLimit {
  public static final int FIRST = 16;
  static final int MIN = 4;
  static final int MAX = 128;

  /** Saturated seconds of a trial; in the order current, trial, trial, current. */
  private static final int TRIAL_WINDOWS = 12;

  private static final double FEWER_IF = 0.995;
  private static final double MORE_IF = 1.01;
  private static final int MIN_REST = 30;
  private static final int MAX_REST = 960;

  private int pinned;
  private int current = FIRST;
  private int trial = fewer(FIRST);
  private int windows;
  private double currentBytes;
  private double trialBytes;
  private boolean otherWayFailed;
  private int rest;
  private int nextRest = MIN_REST;

  /**
   * @param limit as set, or {@link io.argus.core.settings.Settings#AUTO}
   */
  void pin(int limit) {
    pinned = limit;
  }

  /** S now. */
  public int count() {
    if (pinned > 0) {
      return pinned;
    }
    return isTrialWindow() ? trial : current;
  }

  private boolean isTrialWindow() {
    return rest == 0 && (windows % 4 == 1 || windows % 4 == 2);
  }

  /** Adds a second in which HDFS was saturated with {@link #count} reads. */
  void window(double bytesPerSecond) {
    if (pinned > 0) {
      return;
    }
    if (rest > 0) {
      rest--;
      return;
    }
    if (isTrialWindow()) {
      trialBytes += bytesPerSecond;
    } else {
      currentBytes += bytesPerSecond;
    }
    if (++windows == TRIAL_WINDOWS) {
      decide();
      windows = 0;
      currentBytes = 0;
      trialBytes = 0;
    }
  }

  private void decide() {
    boolean wasMore = trial > current;
    boolean better = trialBytes >= (wasMore ? MORE_IF : FEWER_IF) * currentBytes;
    if (better && trial != current) {
      current = trial;
      otherWayFailed = false;
      nextRest = MIN_REST;
      trial = wasMore ? more(current) : fewer(current);
      return;
    }
    trial = wasMore ? fewer(current) : more(current);
    if (otherWayFailed) {
      rest = nextRest;
      nextRest = Math.min(MAX_REST, 2 * nextRest);
    }
    otherWayFailed = !otherWayFailed;
  }

  private static int fewer(int limit) {
    return Math.max(MIN, limit - Math.max(1, limit / 4));
  }

  private static int more(int limit) {
    return Math.min(MAX, limit + Math.max(1, limit / 3));
  }
}
