package io.argus.regionserver.scheduler;

import io.argus.core.Settings;
import java.util.concurrent.TimeUnit;

/**
 * How many HDFS credits a region server hands out, and when: M per refill period (Refill in
 * Algorithm 3), in slices of 50 ms at most so that credits come evenly. M is set, or what HDFS
 * sustains.
 *
 * <p>Not safe for use by several threads.
 */
final class CreditSource {
  private static final long LONGEST_SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final CapacityEstimate capacity;
  private SchedulerPolicy policy;
  private long lastSliceNanos;
  private double perNano;

  CreditSource(SchedulerPolicy policy, long now) {
    this.policy = policy;
    capacity = new CapacityEstimate(now);
    lastSliceNanos = now;
    update();
  }

  void policy(SchedulerPolicy newPolicy) {
    policy = newPolicy;
    update();
  }

  private void update() {
    perNano =
        policy.credits == Settings.AUTO_CREDITS
            ? capacity.bytesPerSecond() / 1e9
            : (double) policy.credits / policy.refillPeriodNanos;
  }

  /**
   * Lets time pass.
   *
   * @param saturated whether HDFS was saturated since the last call
   * @return the nanoseconds whose credits are to be handed out now; mostly 0
   */
  long advance(long now, boolean saturated) {
    capacity.advance(now, saturated);
    long sliceNanos = sliceNanos();
    long elapsed = now - lastSliceNanos;
    if (elapsed < sliceNanos) {
      return 0;
    }
    long due = elapsed - elapsed % sliceNanos;
    lastSliceNanos += due;
    update();
    return due;
  }

  void read(long bytes) {
    capacity.read(bytes);
  }

  boolean known() {
    return perNano > 0;
  }

  /** Credits of a share over some nanoseconds; 0 while unknown. */
  long credits(double share, long nanos) {
    return (long) (share * perNano * nanos);
  }

  long creditsPerPeriod() {
    return credits(1, policy.refillPeriodNanos);
  }

  double creditsPerSecond() {
    return perNano * 1e9;
  }

  long nextSliceNanos() {
    return lastSliceNanos + sliceNanos();
  }

  private long sliceNanos() {
    return Math.min(LONGEST_SLICE_NANOS, policy.refillPeriodNanos);
  }
}
