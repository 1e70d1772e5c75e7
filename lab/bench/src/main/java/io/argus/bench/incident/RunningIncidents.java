package io.argus.bench.incident;

import io.argus.load.basics.Daemon;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The incidents of a run, each in a thread of its own.
 *
 * <p>Used by the thread that watches the run.
 */
final class RunningIncidents {
  private final Deque<Incident> left;
  private final List<Thread> threads = new ArrayList<>();
  private final ConcurrentMap<String, Double> begun = new ConcurrentSkipListMap<>();
  private final Queue<IOException> failures = new ConcurrentLinkedQueue<>();

  RunningIncidents(List<Incident> incidents) {
    left = new ArrayDeque<>(incidents);
  }

  /** Begins the incidents whose time has come. */
  void tick(double second) {
    while (!left.isEmpty() && left.element().second() <= second) {
      Incident now = left.remove();
      long offsetNanos = System.nanoTime() - (long) (second * 1e9);
      threads.add(
          Daemon.start(
              now.what(),
              () -> {
                try {
                  now.act()
                      .happen(() -> begun.put(now.what(), (System.nanoTime() - offsetNanos) / 1e9));
                } catch (IOException | RuntimeException e) {
                  failures.add(new IOException(now.what() + " failed: " + e.getMessage(), e));
                }
              }));
    }
  }

  /** Waits for all; throws if one failed. */
  void requireDone() throws IOException {
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    IOException failure = failures.poll();
    if (failure != null) {
      throw failure;
    }
  }

  /** Those that happened, in the order of time. */
  List<Incident.Happened> happened() {
    return begun.entrySet().stream()
        .map(each -> new Incident.Happened(each.getKey(), (int) Math.floor(each.getValue())))
        .sorted(Comparator.comparing(Incident.Happened::second))
        .toList();
  }
}
