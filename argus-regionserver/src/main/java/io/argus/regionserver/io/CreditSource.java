package io.argus.regionserver.io;

import io.argus.core.settings.Settings;
import java.util.concurrent.TimeUnit;

/**
 * How many HDFS credits a region server hands out, and when: M per refill period (Refill in
 * Algorithm 3), in slices of 50 ms so that credits come evenly. M is set, or measured: what HDFS
 * sustains, and while tenants may borrow a little more, so that an old measurement does not hold
 * back a disk that has become faster.
 *
 * <p>Pure: time is a parameter. Not safe for use by several threads.
 */
final class CreditSource {
  private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  static final double HEADROOM = 1.02;

  private final CapacityEstimate capacity;
  private IoPolicy policy;
  private long lastSliceNanos;
  private double headroom = HEADROOM;
  private double perNano;

  /** Credits that no tenant could keep; below 0 if more were borrowed. Counts only if M is set. */
  private long unused;

  CreditSource(IoPolicy policy, CapacityEstimate capacity, long now) {
    this.policy = policy;
    this.capacity = capacity;
    lastSliceNanos = now;
    update();
  }

  void policy(IoPolicy newPolicy) {
    policy = newPolicy;
    update();
  }

  void borrowing(boolean borrowing) {
    headroom = borrowing ? HEADROOM : 1;
    update();
  }

  private void update() {
    perNano =
        policy.credits == Settings.AUTO
            ? headroom * capacity.bytesPerSecond() / 1e9
            : (double) policy.credits / IoPolicy.REFILL_PERIOD_NANOS;
  }

  /**
   * Lets time pass.
   *
   * @return the nanoseconds whose credits are to be handed out now; mostly 0
   */
  long advance(long now) {
    long elapsed = now - lastSliceNanos;
    if (elapsed < SLICE_NANOS) {
      return 0;
    }
    long due = elapsed - elapsed % SLICE_NANOS;
    lastSliceNanos += due;
    update();
    return due;
  }

  boolean known() {
    return perNano > 0;
  }

  /** Credits of a share over some nanoseconds; 0 while unknown. */
  long credits(double share, long nanos) {
    return (long) (share * perNano * nanos);
  }

  public long creditsPerPeriod() {
    return credits(1, IoPolicy.REFILL_PERIOD_NANOS);
  }

  double creditsPerSecond() {
    return perNano * 1e9;
  }

  /** The deepest debt of a share: what it earns in a refill period, below 0. */
  long deepestDebt(double share) {
    return -credits(share, IoPolicy.REFILL_PERIOD_NANOS);
  }

  /** Adds what tenants could not keep of a refill, up to that many credits in all. */
  void addUnused(long credits, long most) {
    unused = Math.max(deepestDebt(1), Math.min(most, unused + credits));
  }

  void borrow(long credits) {
    unused -= credits;
  }

  long unused() {
    return unused;
  }

  /** Whether surplus reads may start: always where M is measured, else while credits are unused. */
  boolean hasSurplus() {
    return unused > 0 || policy.credits == Settings.AUTO;
  }

  /**
   * What HDFS is taken to sustain, in bytes per second: the credits, or less where more are set
   * than it was seen to do. 0 while unknown.
   */
  public double hdfsCapacityPerSecond() {
    double sustained = HEADROOM * capacity.bytesPerSecond();
    return sustained > 0 ? Math.min(sustained, creditsPerSecond()) : creditsPerSecond();
  }

  long nextSliceNanos() {
    return lastSliceNanos + SLICE_NANOS;
  }
}
