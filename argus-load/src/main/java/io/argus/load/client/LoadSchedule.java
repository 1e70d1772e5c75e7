package io.argus.load.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.workloads.CoreWorkload;

/**
 * What a client does over time: steps in order. The last step does not end.
 *
 * <p>Immutable.
 */
final class LoadSchedule {
  private final List<Step> steps;

  /** One step. */
  static final class Step {
    private final Workload workload;
    private final long pauseNanos;
    private final long endNanos;

    private Step(Workload workload, long pauseNanos, long endNanos) {
      this.workload = workload;
      this.pauseNanos = pauseNanos;
      this.endNanos = endNanos;
    }

    Workload workload() {
      return workload;
    }

    /** Between two operations of one thread, 0 when unlimited. */
    long pauseNanos() {
      return pauseNanos;
    }

    /** End of the step after the start of the run. */
    long endNanos() {
      return endNanos;
    }
  }

  private LoadSchedule(List<Step> steps) {
    this.steps = steps;
  }

  /** The same workload all the time. */
  static LoadSchedule constant(Workload workload, long pauseNanos) {
    return new LoadSchedule(
        Collections.singletonList(new Step(workload, pauseNanos, Long.MAX_VALUE)));
  }

  /** One step for each phase, on one table of that many rows. */
  static LoadSchedule of(List<LoadPhase> phases, int threads, String table, long rows)
      throws WorkloadException {
    List<Step> steps = new ArrayList<>();
    long endNanos = 0;
    for (LoadPhase phase : phases) {
      endNanos += TimeUnit.SECONDS.toNanos(phase.seconds());
      steps.add(
          new Step(
              workload(phase.workload().properties(table, rows)),
              pauseNanos(threads, phase.targetOpsPerSecond()),
              steps.size() + 1 == phases.size() ? Long.MAX_VALUE : endNanos));
    }
    return new LoadSchedule(steps);
  }

  /** The workload of a client with these properties. */
  static Workload workload(Properties properties) throws WorkloadException {
    if (properties.containsKey(Requests.KIND)) {
      return new RequestWorkload(properties);
    }
    CoreWorkload workload = new CoreWorkload();
    workload.init(properties);
    return workload;
  }

  /**
   * Nanoseconds between two operations of one thread, 0 when unlimited.
   *
   * @param targetOpsPerSecond demand of all threads together, 0 for unlimited
   */
  static long pauseNanos(int threads, double targetOpsPerSecond) {
    return targetOpsPerSecond == 0 ? 0 : (long) (1e9 * threads / targetOpsPerSecond);
  }

  /** The step at that time after the start of the run. */
  Step at(long nanos) {
    for (Step step : steps) {
      if (nanos < step.endNanos) {
        return step;
      }
    }
    return steps.get(steps.size() - 1);
  }
}
