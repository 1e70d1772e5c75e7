package io.argus.bench.campaign;

import io.argus.bench.run.RunSettings;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * How long the remaining steps of a campaign will take.
 *
 * <p>Used by one thread.
 */
final class RemainingTime {
  private static final Duration START = Duration.ofSeconds(30);
  private static final Duration RESTART = Duration.ofSeconds(25);
  private static final Duration LOAD_PER_MILLION_ROWS = Duration.ofSeconds(25);
  private static final Duration AROUND_RUN = Duration.ofSeconds(6);
  private static final Duration MOVES = Duration.ofSeconds(30);

  private final RunSettings settings;

  /** The steps of each session in order; the first session is the loading. */
  private final Deque<Deque<Duration>> sessions = new ArrayDeque<>();

  RemainingTime(RunSettings settings) {
    this.settings = settings;
  }

  void addLoading(long rows) {
    Deque<Duration> steps = new ArrayDeque<>();
    steps.add(START);
    steps.add(LOAD_PER_MILLION_ROWS.multipliedBy(rows).dividedBy(1_000_000));
    sessions.add(steps);
  }

  void add(RunPlan.Session session) {
    Deque<Duration> steps = new ArrayDeque<>();
    steps.add(RESTART);
    Set<String> alone = new HashSet<>();
    for (WorkloadMix mix : session.mixes()) {
      for (TenantWorkload tenant : mix.tenants()) {
        if (alone.add(tenant.work(settings.rows()))) {
          steps.add(settings.aloneRamp().plus(settings.window()).plus(AROUND_RUN));
        }
      }
      Duration mixed = settings.mixRamp().plus(settings.window()).plus(AROUND_RUN);
      steps.add(mixed);
      if (session.system().preparation().placement().isPresent()) {
        steps.add(mixed.plus(MOVES));
      }
      // An upper bound: only tenants that need most of the CPU run again.
      Duration isolated = settings.warmAloneRamp().plus(settings.window());
      Duration together = settings.warmMixRamp().plus(settings.window());
      for (int round = 0; round < settings.interleavings(); round++) {
        steps.add(isolated.multipliedBy(mix.tenants().size()).plus(together));
      }
    }
    sessions.add(steps);
  }

  /** The time left, the step that begins next included. */
  Duration left() {
    return sessions.stream().flatMap(Deque::stream).reduce(Duration.ZERO, Duration::plus);
  }

  void begin() {
    while (sessions.size() > 1 && sessions.element().isEmpty()) {
      sessions.remove();
    }
    if (!sessions.isEmpty()) {
      sessions.element().poll();
    }
  }

  /** The session is over, whether or not all its steps were begun. */
  void next() {
    sessions.poll();
  }
}
