package io.argus.experiments.profile;

import static io.argus.core.text.Text.format;

import io.argus.bench.run.TableProcess;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.SiteLocation;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.EmbeddedCluster;
import io.argus.core.tenant.TenantId;
import io.argus.experiments.campaign.LiveProfiledCluster;
import io.argus.experiments.campaign.ProfileCampaign;
import io.argus.experiments.campaign.ProfiledTable;
import io.argus.experiments.cluster.StopOnExit;
import io.argus.experiments.output.TerminalProgress;
import io.argus.master.status.TenantStatus;
import io.argus.profiler.campaign.ClusterLostException;
import io.argus.profiler.campaign.ResultsFile;
import io.argus.profiler.campaign.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "run",
    description = {
      "Measures a workload's throughput with pinned reservations of cache and HDFS, alone on the"
          + " cluster.",
      "It keeps every point at once: run the same again to go on after an interruption."
    },
    exitCodeList = {
      "0:all points are measured",
      "1:the workload cannot be measured",
      "2:wrong usage",
      "3:the cluster was lost",
      "4:the time was up before all points were measured",
      "130 or 143:interrupted"
    },
    showDefaultValues = true)
final class ProfileRunCommand implements Callable<Integer> {
  private static final int LOST = 3;
  private static final int UNFINISHED = 4;
  private static final int MIN_FOR_A_FIT = 3;

  @Mixin private ProfileWorkloadOptions options = new ProfileWorkloadOptions();
  @Mixin private ProfileClusterOptions place = new ProfileClusterOptions();

  @Option(
      names = "--force",
      description = "Measures although other tenants are active, or capacities have changed.")
  private boolean force;

  @Option(names = "--json", description = "Prints the profile as JSON.")
  private boolean json;

  private final TerminalProgress progress = new TerminalProgress();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Workload workload = options.workload();
    options.design();
    options.limits();
    ResultsFile file = new ResultsFile(options.results(workload));
    ProfileCampaign campaign = new ProfileCampaign(workload, file, force, progress);
    Optional<Path> site = place.site();
    EmbeddedCluster cluster = place.cluster(workload);
    try {
      boolean complete =
          site.isPresent()
              ? onRunning(cluster, site.get(), workload, campaign)
              : onStarted(cluster, workload, campaign);
      ResultsFile.Contents contents = file.read().orElseThrow();
      if (contents.measurements().size() >= MIN_FOR_A_FIT) {
        ProfileReport.of(contents, complete).print(json, Optional.empty());
      }
      if (!complete) {
        System.err.println("argus: the time is up; run the same again to go on");
      }
      return complete ? 0 : UNFINISHED;
    } catch (IOException e) {
      if (campaign.wasInterrupted()) {
        return LOST; // The campaign has said so, and the process ends: this is a consequence.
      }
      if (!(e instanceof ClusterLostException)) {
        throw e;
      }
      System.err.println("argus: the cluster was lost: " + e.getMessage());
      campaign.sayHowToGoOn();
      return LOST;
    }
  }

  private boolean onStarted(EmbeddedCluster cluster, Workload workload, ProfileCampaign campaign)
      throws IOException, InterruptedException {
    progress.step("starting the cluster", Duration.ofSeconds(60));
    ClientJvm clients = new ClientJvm(cluster);
    try (StopOnExit guard = new StopOnExit(cluster)) {
      cluster.start(place.settings(workload), place.plugin(campaign.conditions()));
      load(clients, workload, ProfiledTable.TABLE);
      cluster.disks().throttle(true);
      boolean complete;
      try (LiveCluster live = LiveCluster.connect(SiteLocation.of(cluster.state().conf()))) {
        ProfiledTable.awaitTenants(live);
        LiveProfiledCluster profiled =
            new LiveProfiledCluster(
                live,
                clients,
                ProfiledTable.TENANT,
                ProfiledTable.TABLE,
                List.of(ProfiledTable.FILLER));
        complete = measure(campaign, profiled, false, cluster.disks().name());
      }
      if (place.keep()) {
        guard.keep();
      }
      return complete;
    }
  }

  private boolean onRunning(
      EmbeddedCluster notStarted, Path site, Workload workload, ProfileCampaign campaign)
      throws IOException, InterruptedException {
    ClientJvm clients = new ClientJvm(notStarted, ProfileClusterOptions.directory(site));
    TenantId tenant = TenantId.of(place.tenant());
    try (LiveCluster live = LiveCluster.connect(SiteLocation.of(site))) {
      boolean loaded =
          tenants(live).containsAll(List.of(tenant.name(), ProfiledTable.FILLER.name()));
      if (place.load() && !(campaign.conditions().isPresent() && loaded)) {
        load(clients, workload, place.table());
        ProfiledTable.awaitTenants(live);
      }
      List<TenantId> others =
          tenants(live).stream()
              .filter(name -> !name.equals(tenant.name()))
              .map(TenantId::of)
              .toList();
      if (others.isEmpty()) {
        throw new IOException(
            "there is no other tenant to hold the rest of the reservations: create a table of"
                + " another tenant than "
                + tenant
                + ", or use --load");
      }
      new TableProcess(clients, List.of(place.table())).clearBlockCache();
      LiveProfiledCluster profiled =
          new LiveProfiledCluster(live, clients, tenant, place.table(), others);
      return measure(campaign, profiled, true, "own");
    }
  }

  private static List<String> tenants(LiveCluster live) throws IOException, InterruptedException {
    return live.status().tenants().stream().map(TenantStatus::tenant).toList();
  }

  private void load(ClientJvm clients, Workload workload, String table) throws IOException {
    progress.step(format("loading %,d rows", workload.tableRows()), Duration.ofSeconds(60));
    ProfiledTable.load(clients, workload, table, place.regions());
  }

  private boolean measure(
      ProfileCampaign campaign, LiveProfiledCluster cluster, boolean clusterStays, String disk)
      throws IOException {
    return campaign.measure(
        cluster, clusterStays, place.hbase(), disk, options.design(), options.limits());
  }
}
