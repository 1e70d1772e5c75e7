package io.argus.bench.day;

import io.argus.bench.day.SystemDay.Happened;
import io.argus.bench.run.RunProgress;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Does what is to happen in a day, each when it is due and what was before it is done.
 *
 * <p>Used by the thread that watches the day; a thread of its own does the work.
 */
final class DayOperator {
  /** Makes an event happen. */
  @FunctionalInterface
  interface Work {
    void happen(DayEvent event) throws IOException;
  }

  private static final int PATIENCE_MINUTES = 10;

  private final Day day;
  private final Work work;
  private final RunProgress progress;
  private final Deque<DayEvent> left;
  private final ExecutorService worker = Executors.newSingleThreadExecutor(DayOperator::thread);

  /** Guarded by itself. */
  private final List<Happened> happened = new ArrayList<>();

  /**
   * @param events in the order of time
   */
  DayOperator(Day day, List<DayEvent> events, Work work, RunProgress progress) {
    this.day = day;
    this.work = work;
    this.progress = progress;
    this.left = new ArrayDeque<>(events);
  }

  private static Thread thread(Runnable events) {
    Thread thread = new Thread(events, "operator");
    thread.setDaemon(true);
    return thread;
  }

  /** Begins the events whose time has come. */
  void tick(double second) {
    long startNanos = System.nanoTime() - (long) (second * 1e9);
    while (!left.isEmpty() && day.second(left.element().hour()) <= second) {
      DayEvent event = left.remove();
      worker.execute(() -> happen(event, startNanos));
    }
  }

  private void happen(DayEvent event, long startNanos) {
    int second = secondsSince(startNanos);
    progress.measured(day.clock(second) + " " + event.what());
    String failure = "";
    try {
      work.happen(event);
    } catch (IOException | RuntimeException e) {
      failure = String.valueOf(e.getMessage());
      progress.measured("FAILED: " + failure);
    }
    synchronized (happened) {
      happened.add(new Happened(event, second, secondsSince(startNanos), failure));
    }
  }

  private static int secondsSince(long startNanos) {
    return (int) ((System.nanoTime() - startNanos) / 1_000_000_000L);
  }

  /** Waits for what is due, and returns what was done in the order of time. */
  List<Happened> end() throws IOException {
    worker.shutdown();
    try {
      if (!worker.awaitTermination(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
        throw new IOException("what is to happen in a day is not done after the day");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted after the day");
    }
    synchronized (happened) {
      return List.copyOf(happened);
    }
  }
}
