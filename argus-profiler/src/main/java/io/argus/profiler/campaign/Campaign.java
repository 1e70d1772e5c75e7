package io.argus.profiler.campaign;

import io.argus.profiler.fit.Design;
import io.argus.profiler.fit.GridPoint;
import io.argus.profiler.fit.Sample;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Measures point after point, until the design has enough points or the time is up. Every measured
 * point is stored at once.
 *
 * <p>A cache partition that has grown is filled at the full HDFS share before the point's own share
 * applies, because a small share would take long to fill it. One that has shrunk needs no filling.
 *
 * <p>Used by one thread.
 */
public final class Campaign {
  private static final Duration FIRST_GUESS = Duration.ofSeconds(18);

  private final ProfiledCluster cluster;
  private final ResultsFile file;
  private final Design design;
  private final CampaignLimits limits;
  private final CampaignListener listener;
  private final LongSupplier nanoClock;
  private final List<Measurement> measured;
  private double filledShare;

  /**
   * @param before the measurements that the file holds already
   * @param nanoClock like {@link System#nanoTime}
   */
  public Campaign(
      ProfiledCluster cluster,
      ResultsFile file,
      List<Measurement> before,
      Design design,
      CampaignLimits limits,
      CampaignListener listener,
      LongSupplier nanoClock) {
    this.cluster = cluster;
    this.file = file;
    this.measured = new ArrayList<>(before);
    this.design = design;
    this.limits = limits;
    this.listener = listener;
    this.nanoClock = nanoClock;
  }

  /** Measures; returns true if the design has enough points and false if the time was up. */
  public boolean run() throws IOException {
    long start = nanoClock.getAsLong();
    int here = 0;
    Optional<GridPoint> next = design.next(samples());
    while (next.isPresent()) {
      long spentNanos = nanoClock.getAsLong() - start;
      Duration each = here == 0 ? FIRST_GUESS : Duration.ofNanos(spentNanos / here);
      if (spentNanos + each.toNanos() > limits.longest().toNanos()) {
        return false;
      }
      int done = samples().size();
      Duration left = each.multipliedBy(Math.max(1, design.mostPoints() - done));
      listener.point(next.get(), done + 1, design.mostPoints(), left);
      Measurement measurement = measure(next.get());
      file.append(measurement);
      measured.add(measurement);
      listener.measured(measurement);
      here++;
      next = design.next(samples());
    }
    return true;
  }

  /** All measurements so far, including those before this run. */
  public List<Measurement> measurements() {
    return Collections.unmodifiableList(new ArrayList<>(measured));
  }

  private List<Sample> samples() {
    return Sample.meanPerPoint(
        measured.stream().map(Measurement::sample).collect(Collectors.toList()));
  }

  /** Measures one point without storing it. */
  public Measurement measure(GridPoint point) throws IOException {
    if (point.cacheShare() > filledShare) {
      fill(point.cacheShare());
    }
    filledShare = point.cacheShare();
    cluster.reserve(point);
    PointRecord record = new PointRecord(point);
    for (int second = 1; second <= limits.longestPoint().toMillis() / 1000; second++) {
      LoadSecond load = cluster.nextSecond();
      listener.second("measuring", second, load);
      record.add(load, cluster.report());
      if (record.isSteady()) {
        break;
      }
    }
    return record.measurement(cluster.ownFunction().orElse(null));
  }

  /** Lets the partition fill at the full HDFS share until it has stopped growing. */
  private void fill(double cacheShare) throws IOException {
    cluster.reserve(new GridPoint(cacheShare, 1));
    long start = nanoClock.getAsLong();
    long lastEnd = cluster.report().endMillis();
    double before = -1;
    int second = 0;
    while (nanoClock.getAsLong() - start < limits.longestFill().toNanos()) {
      listener.second("filling the cache", ++second, cluster.nextSecond());
      ProfiledCluster.Report report = cluster.report();
      if (report.endMillis() == lastEnd) {
        continue;
      }
      lastEnd = report.endMillis();
      double limit = cacheShare * report.usage().cacheCapacityBytes();
      double now = report.usage().cacheBytes();
      if (before >= 0 && now - before < 0.01 * limit) {
        return;
      }
      before = now;
    }
  }
}
