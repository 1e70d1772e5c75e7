package io.argus.load.client;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * One client thread: does one operation after the other until the window closes, as fast as
 * possible or at a steady rate. A latency begins when its operation is due, which at a steady rate
 * may be before it is sent.
 *
 * <p>Histogram and errors belong to the running thread and may be read when that has ended. The
 * counters are shared by all threads.
 */
final class ClosedLoop implements Runnable {
  private static final long MAX_LATENCY_MICROS = 600_000_000L;

  /** How far a thread with a steady rate may lag behind and still catch up. */
  private static final long MAX_LAG_NANOS = TimeUnit.SECONDS.toNanos(1);

  // Configuration.
  private final LoadSchedule schedule;
  private final OutcomeDb db;
  private final MeasuringWindow window;
  private final LongAdder completed;
  private final LongAdder failed;

  // Live state.
  private final Histogram latenciesMicros = new Histogram(MAX_LATENCY_MICROS, 3);
  private long errorsInWindow;

  ClosedLoop(
      LoadSchedule schedule,
      OutcomeDb db,
      MeasuringWindow window,
      LongAdder completed,
      LongAdder failed) {
    this.schedule = schedule;
    this.db = db;
    this.window = window;
    this.completed = completed;
    this.failed = failed;
  }

  Histogram latenciesMicros() {
    return latenciesMicros;
  }

  long errorsInWindow() {
    return errorsInWindow;
  }

  @Override
  public void run() {
    long started = System.nanoTime();
    LoadSchedule.Step step = schedule.at(started - window.startNanos());
    // Threads start at random times within the pause, or all would send at once.
    long due = started + (long) (step.pauseNanos() * ThreadLocalRandom.current().nextDouble());
    parkUntil(due);
    while (!window.isClosed(started)) {
      if (started - window.startNanos() >= step.endNanos()) {
        step = schedule.at(started - window.startNanos());
        due = started;
      }
      step.workload().doTransaction(db, null);
      note(step.pauseNanos() > 0 ? due : started, System.nanoTime());
      if (step.pauseNanos() > 0) {
        due = Math.max(due + step.pauseNanos(), System.nanoTime() - MAX_LAG_NANOS);
        parkUntil(due);
      }
      started = System.nanoTime();
    }
  }

  private void note(long dueNanos, long endNanos) {
    boolean error = db.takeFailed();
    (error ? failed : completed).increment();
    if (!window.contains(endNanos)) {
      return;
    }
    if (error) {
      errorsInWindow++;
    } else {
      latenciesMicros.recordValue(Math.min(MAX_LATENCY_MICROS, (endNanos - dueNanos) / 1000));
    }
  }

  /** Waits until then; returns early if the thread is interrupted. */
  static void parkUntil(long deadlineNanos) {
    long left = deadlineNanos - System.nanoTime();
    while (left > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(left);
      left = deadlineNanos - System.nanoTime();
    }
  }
}
