package io.argus.profiler.campaign;

import com.google.gson.JsonObject;
import io.argus.profiler.campaign.Measurement.Latencies;
import io.argus.profiler.campaign.Measurement.Usage;
import io.argus.profiler.fit.GridPoint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Collects the seconds and reports of one point. It skips the first seconds under a new
 * reservation, because they belong to requests that were already in flight.
 *
 * <p>Used by one thread.
 */
final class PointRecord {
  static final int SKIPPED_SECONDS = 2;
  private static final double MICROS_PER_MILLI = 1000;

  private final GridPoint point;
  private final List<LoadSecond> seconds = new ArrayList<>();
  private final List<ProfiledCluster.Report> reports = new ArrayList<>();
  private int skipped;

  PointRecord(GridPoint point) {
    this.point = point;
  }

  void add(LoadSecond second, ProfiledCluster.Report report) {
    if (skipped < SKIPPED_SECONDS) {
      skipped++;
      return;
    }
    seconds.add(second);
    if (reports.isEmpty() || reports.get(reports.size() - 1).endMillis() != report.endMillis()) {
      reports.add(report);
    }
  }

  boolean isSteady() {
    return window().map(SteadyState.Window::steady).orElse(false);
  }

  private Optional<SteadyState.Window> window() {
    return SteadyState.of(
        seconds.stream().map(LoadSecond::operations).collect(Collectors.toList()));
  }

  Measurement measurement(@Nullable JsonObject ownFunction) throws IOException {
    SteadyState.Window window =
        window().orElseThrow(() -> new IOException("no second was measured at " + point));
    List<LoadSecond> in = seconds.subList(seconds.size() - window.seconds(), seconds.size());
    Histogram latencies = in.get(0).latenciesMicros().copy();
    in.subList(1, in.size()).forEach(second -> latencies.add(second.latenciesMicros()));
    return new Measurement(
        point.cacheShare(),
        point.hdfsShare(),
        reports.get(reports.size() - 1).endMillis(),
        window.mean(),
        window.standardError(),
        window.seconds(),
        skipped + seconds.size(),
        window.steady(),
        new Latencies(
            latencies.getValueAtPercentile(50) / MICROS_PER_MILLI,
            latencies.getValueAtPercentile(95) / MICROS_PER_MILLI,
            latencies.getValueAtPercentile(99) / MICROS_PER_MILLI),
        in.stream().mapToLong(LoadSecond::errors).sum(),
        usage(window.seconds()),
        ownFunction);
  }

  /** The mean of the reports in the window, without the first report of the point. */
  private Usage usage(int windowSeconds) {
    long end = reports.get(reports.size() - 1).endMillis();
    List<Usage> in =
        reports.stream()
            .skip(reports.size() > 1 ? 1 : 0)
            .filter(report -> end - report.endMillis() < windowSeconds * 1000L)
            .map(ProfiledCluster.Report::usage)
            .collect(Collectors.toList());
    return new Usage(
        mean(in, Usage::operationsPerSecond),
        mean(in, Usage::hitRatio),
        mean(in, Usage::hdfsReadBytesPerSecond),
        mean(in, Usage::hdfsWrittenBytesPerSecond),
        mean(in, Usage::compactionReadBytesPerSecond),
        mean(in, Usage::keyRepeatRatio),
        mean(in, Usage::reads),
        mean(in, Usage::writes),
        mean(in, Usage::scans),
        mean(in, Usage::cacheBytes),
        mean(in, Usage::cacheCapacityBytes),
        mean(in, Usage::hdfsCapacityBytesPerSecond));
  }

  private static double mean(List<Usage> usages, ToDoubleFunction<Usage> figure) {
    return usages.stream().mapToDouble(figure).average().orElse(0);
  }
}
