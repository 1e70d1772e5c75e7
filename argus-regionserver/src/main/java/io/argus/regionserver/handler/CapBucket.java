package io.argus.regionserver.handler;

import io.argus.core.tenant.Caps.Cap;

/**
 * What one tenant may still do on this server under its cap: a bucket of operations and one of
 * bytes, each filled at the server's part of the cap.
 *
 * <p>Idea: a request may begin while neither bucket is empty and is charged then, and for its reply
 * when it ends. So a bucket may owe; what is owed is waited for before the next request begins, and
 * the rate is exact whatever a request costs. Credit is made by the passing of time alone: if a
 * server's part grows, what it has saved does not, and if it shrinks, what was saved is not lost at
 * once: what may be saved follows the part at the same pace on every server. Hence what all servers
 * let through in any time is at most the cap times that time, what they had saved, at most a burst,
 * and one request each beyond.
 *
 * <p>Pure: time is a parameter. Not safe for use by several threads, but where it says so.
 */
final class CapBucket {
  /** Saved up without a burst: the requests of a client come unevenly. */
  private static final double MIN_BURST_SECONDS = 1;

  /** Operations or bytes by which what may be saved differs from what the part gives. */
  private static final double NEGLIGIBLE = 1e-3;

  private final Level operations = new Level();
  private final Level bytes = new Level();
  private volatile boolean limits;
  private long filledNanos;

  /** When the next client that is sent away is to come again. */
  private long turnNanos;

  /** One of the two buckets; without a limit, nothing is counted. */
  private static final class Level {
    /** Per second in the whole cluster; 0 for no limit. */
    private double cap;

    private double burstSeconds;

    /** This server's part of the cap. */
    private double perSecond;

    /** What may be saved. */
    private double max;

    private double credit;
    private double used;
    private boolean limited;

    void limit(double newCap, double part, double newBurstSeconds) {
      double newBurst = Math.max(MIN_BURST_SECONDS, newBurstSeconds);
      boolean sameCap = cap == newCap && burstSeconds == newBurst;
      cap = newCap;
      burstSeconds = newBurst;
      limited = cap > 0;
      perSecond = cap * part;
      max = sameCap ? max : perSecond * burstSeconds;
      credit = limited ? Math.min(credit, max) : 0;
    }

    void fill(double seconds) {
      double target = perSecond * burstSeconds;
      if (max != target) {
        max = target + (max - target) * Math.exp(-seconds / burstSeconds);
        max = Math.abs(max - target) < NEGLIGIBLE ? target : max;
      }
      credit = Math.min(max, credit + perSecond * seconds);
    }

    void charge(double amount) {
      if (limited) {
        credit -= amount;
        used += amount / cap;
      }
    }

    /** Until what is owed, and an amount that is spent before, is paid. */
    double waitSeconds(double before) {
      double owed = before - credit;
      if (!limited || (owed <= 0 && !isShut())) {
        return 0;
      }
      return isShut() ? Double.POSITIVE_INFINITY : owed / perSecond;
    }

    /** Whether others have all of the cap. */
    boolean isShut() {
      return limited && perSecond == 0;
    }

    double secondsOf(double amount) {
      return limited ? amount / perSecond : 0;
    }
  }

  /**
   * Sets what it is filled with from now on.
   *
   * @param part this server's part of the cap, 0..1
   */
  void limit(Cap cap, double part, long nowNanos) {
    fill(nowNanos);
    operations.limit(cap.operationsPerSecond(), part, cap.burstSeconds());
    bytes.limit(cap.bytesPerSecond(), part, cap.burstSeconds());
    limits = operations.limited || bytes.limited;
    turnNanos = nowNanos;
  }

  /** Whether there is a cap at all; any thread may ask. */
  boolean limits() {
    return limits;
  }

  void fill(long nowNanos) {
    double seconds = Math.max(0, nowNanos - filledNanos) / 1e9;
    operations.fill(seconds);
    bytes.fill(seconds);
    filledNanos = nowNanos;
  }

  /** Whether a request may begin now. */
  boolean isOpen(long nowNanos) {
    fill(nowNanos);
    return !owes();
  }

  /** Whether none may begin, as far as is known without the time. */
  boolean owes() {
    return operations.credit < 0 || bytes.credit < 0 || operations.isShut() || bytes.isShut();
  }

  /**
   * How long until a request may begin, after others that have not begun yet.
   *
   * @param operationsBefore operations of these
   * @param bytesBefore bytes of these
   * @return nanoseconds; {@link Long#MAX_VALUE} if this server has no part of the cap
   */
  long waitNanos(long operationsBefore, long bytesBefore, long nowNanos) {
    fill(nowNanos);
    double seconds =
        Math.max(
            operations.waitSeconds((double) operationsBefore),
            bytes.waitSeconds((double) bytesBefore));
    return (long) Math.ceil(seconds * 1e9);
  }

  /**
   * Sends a client away whose request would wait for too long: returns after how many nanoseconds
   * it is to come again. Clients that are sent away one after the other come one after the other.
   *
   * @param waitNanos how long the request would wait, less how long it may
   * @param maxNanos the most to return
   */
  long turn(long waitNanos, long someOperations, long someBytes, long maxNanos, long nowNanos) {
    long inNanos = Math.min(maxNanos, Math.max(turnNanos - nowNanos, waitNanos));
    double tookSeconds =
        Math.max(
            operations.secondsOf((double) someOperations), bytes.secondsOf((double) someBytes));
    turnNanos = nowNanos + inNanos + (long) Math.min((double) maxNanos, tookSeconds * 1e9);
    return inNanos;
  }

  /** In how many seconds the whole cluster may do under the cap what was done here so far. */
  double usedSeconds() {
    return Math.max(operations.used, bytes.used);
  }

  /** Takes what a request costs out of it. */
  void charge(long someOperations, long someBytes) {
    operations.charge((double) someOperations);
    bytes.charge((double) someBytes);
  }
}
