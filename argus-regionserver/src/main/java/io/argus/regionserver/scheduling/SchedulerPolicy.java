package io.argus.regionserver.scheduling;

import io.argus.core.settings.Settings;
import java.util.concurrent.TimeUnit;

/**
 * The settings that concern the scheduler, in the units it works with.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class SchedulerPolicy {
  /** Reservations are enforced. */
  public final boolean enforcing;

  /** Bytes are counted; true whenever enforcing. */
  public final boolean accounting;

  public final int estimatorWindow;
  public final int queueLength;
  public final long queueBytes;
  public final int parkedLimit;

  /** How many requests may use a handler at once while all processors are busy. */
  public final int runningWhileBusy;

  /** {@link Settings#AUTO} to find out. */
  public final int hdfsSlots;

  public final long hdfsWaitLimitNanos;

  /** How long a request may pause between its pieces in all. */
  public final long scanPauseLimitNanos;

  /** Whether background work pays for its bytes in turns at HDFS. */
  public final boolean pricesBackground;

  /** The fraction of HDFS's capacity that background work always gets. */
  public final double backgroundFloor;

  /** Credits per refill period; {@link Settings#AUTO} to find out. */
  public final long credits;

  public final long refillPeriodNanos;

  private SchedulerPolicy(Settings settings) {
    Settings.Mode mode =
        settings.get(Settings.SCHEDULER_ENABLED) ? settings.get(Settings.MODE) : Settings.Mode.OFF;
    enforcing = mode == Settings.Mode.ENFORCE;
    accounting = mode != Settings.Mode.OFF;
    estimatorWindow = settings.get(Settings.ESTIMATOR_WINDOW).intValue();
    queueLength = settings.get(Settings.QUEUE_LENGTH).intValue();
    queueBytes = settings.get(Settings.QUEUE_BYTES);
    parkedLimit = settings.get(Settings.IO_BLOCKED_LIMIT).intValue();
    runningWhileBusy =
        settings.get(Settings.RUNNING_PER_PROCESSOR).intValue()
            * Runtime.getRuntime().availableProcessors();
    hdfsSlots = settings.get(Settings.IO_CONCURRENCY_LIMIT).intValue();
    hdfsWaitLimitNanos = TimeUnit.MILLISECONDS.toNanos(settings.get(Settings.IO_WAIT_LIMIT_MILLIS));
    scanPauseLimitNanos =
        TimeUnit.MILLISECONDS.toNanos(settings.get(Settings.SCAN_PAUSE_LIMIT_MILLIS));
    pricesBackground = settings.get(Settings.BACKGROUND_ENABLED);
    backgroundFloor = settings.get(Settings.BACKGROUND_FLOOR);
    credits = settings.get(Settings.CREDITS);
    refillPeriodNanos = TimeUnit.MILLISECONDS.toNanos(settings.get(Settings.REFILL_PERIOD_MILLIS));
  }

  public static SchedulerPolicy of(Settings settings) {
    return new SchedulerPolicy(settings);
  }
}
