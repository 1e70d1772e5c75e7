package io.argus.bench.field;

import io.argus.bench.run.TenantRun;
import io.argus.load.client.LoadResult;
import java.time.Duration;
import java.util.List;

/**
 * What one run of a {@link Measurement} showed.
 *
 * @param others results in the order of {@link Measurement#others}
 * @param duringPause operations a second of the neighbour while the DataNodes were paused; its
 *     throughput where they were not
 * @param logLines lines that the region server with the tables wrote into its log
 * @param stackLines lines among them that are frames of a stack trace
 */
record Measured(
    LoadResult neighbour,
    List<LoadResult> others,
    double duringPause,
    long logLines,
    long stackLines) {

  Measured {
    others = List.copyOf(others);
  }

  /**
   * @param runs the neighbour's first
   */
  static Measured of(
      Measurement measurement, List<TenantRun> runs, Duration ramp, ServerLog.Lines log) {
    TenantRun first = runs.get(0);
    return new Measured(
        first.result(),
        runs.stream().skip(1).map(TenantRun::result).toList(),
        measurement.disturbance() == Disturbance.LOG_WAITS
            ? first
                .opsBySecond()
                .subList(Disturbance.firstSecond(ramp), Disturbance.lastSecond(ramp))
                .stream()
                .mapToLong(Long::longValue)
                .average()
                .orElseThrow()
            : first.result().throughput(),
        log.all(),
        log.stackFrames());
  }

  /** Calls of all tenants that failed. */
  long failed() {
    return neighbour.errors() + others.stream().mapToLong(LoadResult::errors).sum();
  }
}
