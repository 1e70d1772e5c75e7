package io.argus.cli.profile;

import static io.argus.core.text.Text.format;

import io.argus.cli.output.TerminalProgress;
import io.argus.profiler.campaign.CampaignListener;
import io.argus.profiler.campaign.LoadSecond;
import io.argus.profiler.campaign.Measurement;
import io.argus.profiler.fit.GridPoint;
import java.time.Duration;

/** Prints the progress of a profiling campaign. Used by one thread. */
final class ProfileProgress implements CampaignListener {
  private final TerminalProgress progress;
  private final String workload;

  ProfileProgress(TerminalProgress progress, String workload) {
    this.progress = progress;
    this.workload = workload;
  }

  @Override
  public void point(GridPoint point, int number, int most, Duration left) {
    progress.step(
        format(
            "%s: point %d of %d at most, cache %.3f, HDFS %.3f",
            workload, number, most, point.cacheShare(), point.hdfsShare()),
        left);
  }

  @Override
  public void second(String phase, int second, LoadSecond load) {
    progress.second(phase, second, load.operations(), load.errors());
  }

  @Override
  public void measured(Measurement measurement) {
    progress.measured(
        format(
            "%,.0f +- %.0f ops/s, hit ratio %.2f, HDFS %.1f MB/s, p50 %.1f ms, p99 %.1f ms, %d s%s",
            measurement.throughput(),
            measurement.standardError(),
            measurement.usage().hitRatio(),
            measurement.usage().hdfsReadBytesPerSecond() / 1e6,
            measurement.latencies().p50Millis(),
            measurement.latencies().p99Millis(),
            measurement.settledSeconds(),
            measurement.steady() ? "" : ", NEVER STEADY"));
  }
}
