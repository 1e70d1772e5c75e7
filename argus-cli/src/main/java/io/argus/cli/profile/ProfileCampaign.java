package io.argus.cli.profile;

import static io.argus.core.text.Text.format;

import io.argus.cli.output.TerminalProgress;
import io.argus.profiler.campaign.Campaign;
import io.argus.profiler.campaign.CampaignLimits;
import io.argus.profiler.campaign.Conditions;
import io.argus.profiler.campaign.Measurement;
import io.argus.profiler.campaign.ResultsFile;
import io.argus.profiler.campaign.Workload;
import io.argus.profiler.fit.Design;
import io.argus.profiler.fit.GridPoint;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A campaign that keeps its points in a results file, and goes on where that file stops. It refuses
 * to add points that do not fit those in the file. If the process is told to end, it unpins the
 * reservations first.
 *
 * <p>Used by one thread.
 */
final class ProfileCampaign {
  /** The cluster's own, of which nothing else is known. */
  private static final String DISK = "own";

  /** By how much the isolated throughput may differ between the parts of a campaign. */
  private static final double REPEATABLE = 0.1;

  /** A load that has just ended, such as that of another campaign, is still in the reports. */
  private static final int QUIET_SECONDS = 10;

  private final Workload workload;
  private final ResultsFile file;
  private final Optional<ResultsFile.Contents> before;
  private final boolean force;
  private final TerminalProgress progress;

  /** Whether this process was told to end. */
  private volatile boolean interrupted;

  /** Whether reservations are still pinned in a cluster that keeps running. */
  private volatile boolean leftPinned;

  /**
   * @param force whether to measure although conditions are not right
   * @throws IllegalArgumentException if the file holds another workload
   */
  public ProfileCampaign(
      Workload workload, ResultsFile file, boolean force, TerminalProgress progress)
      throws IOException {
    this.workload = workload;
    this.file = file;
    this.before = file.read();
    this.force = force;
    this.progress = progress;
    if (before.isPresent()) {
      requireSame(before.get().workload());
      before.get().problems().forEach(System.err::println);
    }
  }

  private void requireSame(Workload measured) {
    if (!measured.fingerprint().equals(workload.fingerprint())) {
      throw new IllegalArgumentException(
          format(
              "%s holds another workload, %s with %s threads and %s rows: name another file"
                  + " with --results",
              file.path(), measured.name(), measured.threads(), measured.tableRows()));
    }
  }

  /** Whether the file has points of an earlier part of the campaign. */
  public boolean goesOn() {
    return before.isPresent();
  }

  public boolean wasInterrupted() {
    return interrupted;
  }

  /**
   * Measures the points that the file lacks, closes the cluster, and returns whether all points are
   * measured.
   *
   * @param hbase the version of the cluster
   */
  public boolean measure(
      LiveProfiledCluster profiled, String hbase, Design design, CampaignLimits limits)
      throws IOException {
    Thread atExit = new Thread(() -> interrupt(profiled), "unpin");
    Runtime.getRuntime().addShutdownHook(atExit);
    try (LiveProfiledCluster cluster = profiled) {
      requireQuiet(cluster);
      progress.step("measuring the capacity of HDFS", Duration.ofSeconds(25));
      LiveProfiledCluster.Capacity capacity = cluster.measureCapacity(workload);
      Conditions conditions =
          new Conditions(hbase, DISK, capacity.cacheBytes(), capacity.hdfsBytesPerSecond());
      progress.measured(describe(conditions));
      if (before.isPresent()) {
        requireAlike(before.get().conditions(), conditions);
      } else {
        file.create(workload, conditions);
      }
      cluster.drive(workload);
      List<Measurement> measured =
          before.map(ResultsFile.Contents::measurements).orElse(Collections.emptyList());
      Campaign campaign =
          new Campaign(
              cluster,
              file,
              measured,
              design,
              limits,
              new ProfileProgress(progress, workload.name()),
              System::nanoTime);
      requireRepeatable(campaign, measured);
      return campaign.run();
    } finally {
      leftPinned = profiled.isPinned();
      forget(atExit);
    }
  }

  private static void forget(Thread atExit) {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // It runs already.
    }
  }

  /** Ends the campaign because this process is told to end. */
  private void interrupt(LiveProfiledCluster cluster) {
    interrupted = true;
    System.err.println("argus: interrupted");
    try {
      cluster.close();
    } catch (IOException e) {
      System.err.println("argus: " + e.getMessage());
    }
    leftPinned = cluster.isPinned();
    try {
      sayHowToGoOn();
    } catch (IOException e) {
      System.err.println("argus: " + e.getMessage());
    }
  }

  /** Reports on standard error what is kept, and how to measure the rest. */
  public void sayHowToGoOn() throws IOException {
    int kept = file.read().map(contents -> contents.measurements().size()).orElse(0);
    System.err.println(
        "argus: " + kept + " points are kept in " + file.path() + "; run the same again to go on");
    if (leftPinned) {
      System.err.println(
          "argus: reservations are still pinned; once the cluster is up, run the same again or"
              + " 'argus plan unpin' to give them back to the planner");
    }
  }

  private void requireQuiet(LiveProfiledCluster cluster) throws IOException {
    List<String> active = cluster.othersActive();
    for (int i = 0; i < QUIET_SECONDS && !active.isEmpty() && !force; i++) {
      awaitReports();
      active = cluster.othersActive();
    }
    if (!active.isEmpty() && !force) {
      throw new IOException(
          "other tenants are active: "
              + active
              + "; a profile needs a quiet cluster. --force measures all the same");
    }
  }

  private static void awaitReports() throws IOException {
    try {
      TimeUnit.SECONDS.sleep(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for a quiet cluster");
    }
  }

  private void requireAlike(Conditions before, Conditions now) {
    if (!before.isLike(now)) {
      warnOrRefuse(
          format(
              "the points so far were measured on %s; here are %s: another cluster, or a"
                  + " disturbed one",
              describe(before), describe(now)));
    }
  }

  /** Measures the isolated throughput once more, if it was measured before. */
  private void requireRepeatable(Campaign campaign, List<Measurement> measured) throws IOException {
    GridPoint all = new GridPoint(1, 1);
    double before =
        measured.stream()
            .filter(m -> m.point().equals(all))
            .mapToDouble(Measurement::throughput)
            .average()
            .orElse(0);
    if (before > 0) {
      progress.step("measuring the isolated throughput again", Duration.ofSeconds(20));
      double now = campaign.measure(all).throughput();
      String figures = format("isolated throughput %,.0f ops/s, %,.0f before", now, before);
      progress.measured(figures);
      if (Math.abs(now - before) > REPEATABLE * before) {
        warnOrRefuse(figures + ": the points would not fit together");
      }
    }
  }

  private void warnOrRefuse(String what) {
    if (!force) {
      throw new IllegalArgumentException(what + "; --force goes on all the same");
    }
    System.err.println("argus: " + what);
  }

  private static String describe(Conditions conditions) {
    return format(
        "HBase %s, disk %s, %.0f MB of block cache, HDFS %.1f MB/s",
        conditions.hbase(),
        conditions.disk(),
        conditions.cacheCapacityBytes() / 1e6,
        conditions.hdfsCapacityBytesPerSecond() / 1e6);
  }
}
