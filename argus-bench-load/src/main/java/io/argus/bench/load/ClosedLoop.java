package io.argus.bench.load;

import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import site.ycsb.workloads.CoreWorkload;

/**
 * One client thread: does one operation after the other until the window closes.
 *
 * <p>Its histogram and errors are the running thread's own and may be read once that has ended; the
 * counters are shared by all threads.
 */
final class ClosedLoop implements Runnable {
  private static final long LARGEST_LATENCY_MICROS = 600_000_000L;

  // Configuration.
  private final CoreWorkload workload;
  private final OutcomeDb db;
  private final MeasuringWindow window;
  private final long pauseNanos;
  private final LongAdder completed;
  private final LongAdder failed;

  // Live state.
  private final Histogram latenciesMicros = new Histogram(LARGEST_LATENCY_MICROS, 3);
  private long errorsInWindow;

  ClosedLoop(
      CoreWorkload workload,
      OutcomeDb db,
      MeasuringWindow window,
      long pauseNanos,
      LongAdder completed,
      LongAdder failed) {
    this.workload = workload;
    this.db = db;
    this.window = window;
    this.pauseNanos = pauseNanos;
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
    long due = System.nanoTime();
    long started = due;
    while (!window.isClosed(started)) {
      workload.doTransaction(db, null);
      note(started, System.nanoTime());
      if (pauseNanos > 0) {
        due += pauseNanos;
        parkUntil(due);
      }
      started = System.nanoTime();
    }
  }

  private void note(long startNanos, long endNanos) {
    boolean error = db.takeFailed();
    (error ? failed : completed).increment();
    if (!window.contains(endNanos)) {
      return;
    }
    if (error) {
      errorsInWindow++;
    } else {
      latenciesMicros.recordValue(Math.min(LARGEST_LATENCY_MICROS, (endNanos - startNanos) / 1000));
    }
  }

  private static void parkUntil(long deadlineNanos) {
    long left = deadlineNanos - System.nanoTime();
    while (left > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(left);
      left = deadlineNanos - System.nanoTime();
    }
  }
}
