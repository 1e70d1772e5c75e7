package io.argus.load.client;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * One client thread: does one operation after the other until the window closes, as fast as
 * possible or at a steady rate. A latency begins when its operation is due, which at a steady rate
 * may be before it is sent.
 *
 * <p>Histogram and errors belong to the running thread and may be read when that has ended. The
 * current second is shared by all threads.
 */
final class ClosedLoop implements Runnable {
  /** How far a thread with a steady rate may lag behind and still catch up. */
  private static final long MAX_LAG_NANOS = TimeUnit.SECONDS.toNanos(1);

  // Configuration.
  private final LoadSchedule schedule;
  private final OutcomeDb db;
  private final MeasuringWindow window;
  private final CurrentSecond current;

  // Live state.
  private final Histogram latenciesMicros = new Histogram(CurrentSecond.MAX_LATENCY_MICROS, 3);
  private long errorsInWindow;

  ClosedLoop(LoadSchedule schedule, OutcomeDb db, MeasuringWindow window, CurrentSecond current) {
    this.schedule = schedule;
    this.db = db;
    this.window = window;
    this.current = current;
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
    long due = firstDue(step, started);
    while (!window.isClosed(started)) {
      if (started - window.startNanos() >= step.endNanos()) {
        step = schedule.at(started - window.startNanos());
        due = firstDue(step, started);
      } else if (started - due >= 0) {
        step.workload().doTransaction(db, null);
        long ended = System.nanoTime();
        note(step.pauseNanos() > 0 ? due : started, ended);
        due =
            step.pauseNanos() > 0
                ? Math.max(due + step.pauseNanos(), ended - MAX_LAG_NANOS)
                : ended;
      }
      // A step with a long pause delays neither the next one nor the end.
      long stepLeft = step.endNanos() - (started - window.startNanos());
      long left = Math.min(stepLeft, window.leftNanos(started));
      parkUntil(started + Math.min(due - started, left));
      started = System.nanoTime();
    }
  }

  /** Threads start at random times within the pause, or all would send at once. */
  private static long firstDue(LoadSchedule.Step step, long started) {
    return started + (long) (step.pauseNanos() * ThreadLocalRandom.current().nextDouble());
  }

  private void note(long dueNanos, long endNanos) {
    boolean error = db.takeFailed();
    long micros = Math.min(CurrentSecond.MAX_LATENCY_MICROS, (endNanos - dueNanos) / 1000);
    if (error) {
      current.failed();
    } else {
      current.completed(micros);
    }
    if (!window.contains(endNanos)) {
      return;
    }
    if (error) {
      errorsInWindow++;
    } else {
      latenciesMicros.recordValue(micros);
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
