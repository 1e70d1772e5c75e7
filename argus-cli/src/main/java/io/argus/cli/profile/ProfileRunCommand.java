package io.argus.cli.profile;

import io.argus.cli.campaign.ProfileProgress;
import io.argus.bench.cluster.ClientJvm;
import io.argus.bench.cluster.EmbeddedCluster;
import io.argus.bench.run.TableProcess;
import io.argus.cli.live.ClusterOption;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.SiteLocation;
import io.argus.cli.campaign.LiveProfiledCluster;
import io.argus.cli.campaign.ProfiledTable;
import io.argus.cli.install.ArgusHome;
import io.argus.cli.cluster.StopOnExit;
import io.argus.cli.output.TerminalProgress;
import io.argus.core.tenant.TenantId;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.TenantStatus;
import io.argus.profiler.campaign.Campaign;
import io.argus.profiler.campaign.ClusterLostException;
import io.argus.profiler.campaign.Conditions;
import io.argus.profiler.campaign.Measurement;
import io.argus.profiler.campaign.ResultsFile;
import io.argus.profiler.campaign.Workload;
import io.argus.profiler.fit.GridPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code argus profile run}: measures a workload's performance function.
 *
 * <p>Used by one thread.
 */
@Command(
    name = "run",
    description = {
      "Measures a workload's throughput over pinned reservations of cache and HDFS, alone on the"
          + " cluster. Every point is kept at once: run the same command again to go on.",
      "Exit code: 0 when all points are measured, 3 when the cluster was lost, 4 when the time was"
          + " up before that, 130 or 143 when it was interrupted."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
final class ProfileRunCommand implements Callable<Integer> {
  private static final int LOST = 3;
  private static final int UNFINISHED = 4;
  private static final int FEWEST_FOR_A_FIT = 3;

  /** By how much the same point may differ before and after an interruption. */
  private static final double REPEATABLE = 0.1;

  @Mixin private ProfileWorkloadOptions options = new ProfileWorkloadOptions();
  @Mixin private ProfileClusterOptions place = new ProfileClusterOptions();

  @Option(
      names = "--force",
      description = "Measures although other tenants are active, or capacities have changed.")
  private boolean force;

  @Option(names = "--json", description = "Prints the profile as JSON.")
  private boolean json;

  /** Whether the cluster ran before this command, and goes on after it. */
  private volatile boolean clusterStays;

  /** Whether this process was told to end. */
  private volatile boolean interrupted;

  /** Whether what was pinned could not be given back to the planner. */
  private volatile boolean leftPinned;

  private final TerminalProgress progress =
      new TerminalProgress(System.err, Boolean.getBoolean("argus.terminal"));

  @Override
  public Integer call() throws IOException, InterruptedException {
    Workload workload = options.workload();
    options.design();
    options.limits();
    ResultsFile file = new ResultsFile(options.results(workload));
    Optional<ResultsFile.Contents> before = file.read();
    before.ifPresent(contents -> requireSame(file, contents, workload));
    before.ifPresent(contents -> contents.problems().forEach(System.err::println));
    Optional<Path> site = place.site();
    clusterStays = site.isPresent();
    EmbeddedCluster cluster = place.cluster(workload);
    try {
      boolean complete =
          site.isPresent()
              ? onRunning(cluster, site.get(), workload, file, before)
              : onStarted(cluster, workload, file, before);
      ResultsFile.Contents contents = file.read().orElseThrow();
      if (contents.measurements().size() >= FEWEST_FOR_A_FIT) {
        ProfileReport.of(contents, complete).print(json, Optional.empty());
      }
      if (!complete) {
        System.err.println("argus: the time is up; run the same again to go on");
      }
      return complete ? 0 : UNFINISHED;
    } catch (IOException e) {
      if (interrupted) {
        return LOST; // Whatever went wrong did so because this process ends, as it has said.
      }
      if (!(e instanceof ClusterLostException)) {
        throw e;
      }
      System.err.println("argus: the cluster was lost: " + e.getMessage());
      sayHowToGoOn(file);
      return LOST;
    }
  }

  private void sayHowToGoOn(ResultsFile file) throws IOException {
    int kept = file.read().map(contents -> contents.measurements().size()).orElse(0);
    System.err.println(
        "argus: " + kept + " points are kept in " + file.path() + "; run the same again to go on");
    if (leftPinned) {
      System.err.println(
          "argus: reservations are still pinned; once the cluster is up, run the same again or"
              + " 'argus plan auto' to give them back to the planner");
    }
  }

  private static void requireSame(
      ResultsFile file, ResultsFile.Contents contents, Workload workload) {
    if (!contents.workload().fingerprint().equals(workload.fingerprint())) {
      throw new IllegalArgumentException(
          file.path()
              + " holds another workload, "
              + contents.workload().name()
              + " with "
              + contents.workload().threads()
              + " threads and "
              + contents.workload().tableRows()
              + " rows: name another file by --results");
    }
  }

  private boolean onStarted(
      EmbeddedCluster cluster,
      Workload workload,
      ResultsFile file,
      Optional<ResultsFile.Contents> before)
      throws IOException, InterruptedException {
    progress.step("starting the cluster", Duration.ofSeconds(60));
    ClientJvm clients = new ClientJvm(cluster);
    try (StopOnExit guard = new StopOnExit(cluster)) {
      cluster.start(
          place.settings(workload), place.plugin(before.map(ResultsFile.Contents::conditions)));
      progress.step(
          String.format(Locale.ROOT, "loading %,d rows", workload.tableRows()),
          Duration.ofSeconds(30));
      ProfiledTable.load(clients, workload, ProfiledTable.TABLE, place.regions());
      cluster.disk().throttle(true);
      boolean complete;
      try (LiveCluster live =
          LiveCluster.connect(SiteLocation.find(cluster.state().conf(), ArgusHome.path()))) {
        ProfiledTable.awaitTenants(live);
        LiveProfiledCluster profiled =
            new LiveProfiledCluster(
                live,
                clients,
                ProfiledTable.TENANT,
                ProfiledTable.TABLE,
                List.of(ProfiledTable.FILLER));
        complete =
            measure(profiled, workload, file, before, cluster.disk().name(), before.isPresent());
      }
      if (place.keep()) {
        guard.keep();
      }
      return complete;
    }
  }

  private boolean onRunning(
      EmbeddedCluster notStarted,
      Path site,
      Workload workload,
      ResultsFile file,
      Optional<ResultsFile.Contents> before)
      throws IOException, InterruptedException {
    ClientJvm clients = new ClientJvm(notStarted, ProfileClusterOptions.directory(site));
    TenantId tenant = TenantId.of(place.tenant());
    try (LiveCluster live = LiveCluster.connect(SiteLocation.find(site, ArgusHome.path()))) {
      ClusterOption.require(live, "status");
      if (place.load() && !(before.isPresent() && hasTables(live, tenant))) {
        progress.step(
            String.format(Locale.ROOT, "loading %,d rows", workload.tableRows()),
            Duration.ofSeconds(60));
        ProfiledTable.load(clients, workload, place.table(), place.regions());
        ProfiledTable.awaitTenants(live);
      }
      List<TenantId> others =
          ClusterStatus.read(ClusterOption.require(live, "status")).tenants().stream()
              .map(TenantStatus::tenant)
              .filter(name -> !name.equals(tenant.name()))
              .map(TenantId::of)
              .toList();
      if (others.isEmpty()) {
        throw new IOException(
            "there is no other tenant to hold what "
                + tenant
                + " is not given: make a table of another, or use --load");
      }
      new TableProcess(clients, List.of(place.table())).clearBlockCache();
      LiveProfiledCluster profiled =
          new LiveProfiledCluster(live, clients, tenant, place.table(), others);
      return measure(profiled, workload, file, before, "own", false);
    }
  }

  /** Whether the tables that this campaign made when it began are there still. */
  private static boolean hasTables(LiveCluster live, TenantId tenant)
      throws IOException, InterruptedException {
    return ClusterStatus.read(ClusterOption.require(live, "status")).tenants().stream()
        .map(TenantStatus::tenant)
        .toList()
        .containsAll(List.of(tenant.name(), ProfiledTable.FILLER.name()));
  }

  private boolean measure(
      LiveProfiledCluster cluster,
      Workload workload,
      ResultsFile file,
      Optional<ResultsFile.Contents> before,
      String disk,
      boolean creditsAreSet)
      throws IOException {
    Thread atExit = new Thread(() -> interrupt(cluster, file), "unpin");
    Runtime.getRuntime().addShutdownHook(atExit);
    try (cluster) {
      requireQuiet(cluster);
      LiveProfiledCluster.Capacity capacity = cluster.capacity();
      if (!creditsAreSet) {
        progress.step("measuring what HDFS sustains", Duration.ofSeconds(25));
        capacity = cluster.measureCapacity(workload);
      }
      Conditions conditions =
          new Conditions(place.hbase(), disk, capacity.cacheBytes(), capacity.hdfsBytesPerSecond());
      progress.measured(describe(conditions));
      if (before.isPresent()) {
        requireAlike(before.get().conditions(), conditions);
      } else {
        file.create(workload, conditions);
      }
      cluster.drive(workload);
      List<Measurement> measured = before.map(ResultsFile.Contents::measurements).orElse(List.of());
      Campaign campaign =
          new Campaign(
              cluster,
              file,
              measured,
              options.design(),
              options.limits(),
              new ProfileProgress(progress, workload.name()),
              System::nanoTime);
      requireRepeatable(campaign, measured);
      return campaign.run();
    } finally {
      leftPinned = clusterStays && cluster.isPinned();
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

  /** Ends a campaign amid a point because this process is told to end. */
  private void interrupt(LiveProfiledCluster cluster, ResultsFile file) {
    interrupted = true;
    System.err.println("argus: interrupted");
    try {
      cluster.close();
    } catch (IOException e) {
      System.err.println("argus: " + e.getMessage());
    }
    leftPinned = clusterStays && cluster.isPinned();
    try {
      sayHowToGoOn(file);
    } catch (IOException e) {
      System.err.println("argus: " + e.getMessage());
    }
  }

  private void requireQuiet(LiveProfiledCluster cluster) throws IOException {
    List<String> active = cluster.othersActive();
    if (!active.isEmpty() && !force) {
      throw new IOException(
          "other tenants are active: "
              + active
              + "; what is measured beside them is not a profile. --force measures all the same");
    }
  }

  private void requireAlike(Conditions before, Conditions now) {
    if (!before.isLike(now)) {
      warnOrRefuse(
          "the points so far were measured on "
              + describe(before)
              + "; here are "
              + describe(now)
              + ": another cluster, or a disturbed one");
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
      progress.measured(
          String.format(Locale.ROOT, "baseline %,.0f ops/s, %,.0f before", now, before));
      if (Math.abs(now - before) > REPEATABLE * before) {
        warnOrRefuse(
            String.format(
                Locale.ROOT,
                "the isolated throughput is %,.0f ops/s, but was %,.0f: the points would not fit together",
                now,
                before));
      }
    }
  }

  private void warnOrRefuse(String what) {
    if (!force) {
      throw new IllegalArgumentException(what + "; --force goes on all the same");
    }
    System.err.println("argus: " + what);
  }

  static String describe(Conditions conditions) {
    return String.format(
        Locale.ROOT,
        "HBase %s, disk %s, %.0f MB of block cache, HDFS %.1f MB/s",
        conditions.hbase(),
        conditions.disk(),
        conditions.cacheCapacityBytes() / 1e6,
        conditions.hdfsCapacityBytesPerSecond() / 1e6);
  }
}
