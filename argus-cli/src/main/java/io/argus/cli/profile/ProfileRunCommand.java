package io.argus.cli.profile;

import static io.argus.core.text.Text.format;

import io.argus.cli.live.ChangeOptions;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.ExitCode;
import io.argus.cli.output.TerminalProgress;
import io.argus.core.settings.ChangeRequest;
import io.argus.core.tenant.TenantId;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "run",
    header = "Measure the performance function of a workload.",
    description = {
      "Pins one pair of cache and HDFS shares after the other and measures the workload's throughput."
          + " Every point is stored at once: run the same command again to go on after an"
          + " interruption. Needs HBase's own client: that of $HBASE_HOME.",
      "Example: argus profile run --workload hot --load --results hot.jsonl",
      "Example: argus profile run --workload hot --adaptive --max-minutes 20 --results hot.jsonl"
    },
    showDefaultValues = true)
final class ProfileRunCommand implements Callable<Integer> {
  private static final int MIN_FOR_A_FIT = 3;

  private static final String PROFILES =
      "pins one plan after the other while it measures, on all region servers";

  @Mixin private ReadOptions place = new ReadOptions();
  @Mixin private ChangeOptions how = new ChangeOptions();
  @Mixin private ProfileWorkloadOptions options = new ProfileWorkloadOptions();

  @Option(
      names = "--table",
      paramLabel = "TABLE",
      description = "The table that the workload reads and writes.")
  private String table = "profiled:usertable";

  @Option(
      names = "--tenant",
      showDefaultValue = Visibility.NEVER,
      paramLabel = "NAME",
      description = "The table's tenant. Default: its namespace.")
  private @Nullable String tenant;

  @Option(
      names = "--load",
      description =
          "Creates and fills the table first, and a small table of an idle tenant, filler:usertable.")
  private boolean load;

  @Option(names = "--regions", paramLabel = "N", description = "With --load: regions of the table.")
  private int regions = 2;

  @Option(
      names = "--force",
      description = "Measures although other tenants are active, or capacities have changed.")
  private boolean force;

  private final TerminalProgress progress = new TerminalProgress();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Workload workload = options.workload();
    options.design();
    options.limits();
    Path results = options.results(workload);
    ResultsFile file = new ResultsFile(results);
    ProfileCampaign campaign = new ProfileCampaign(workload, file, force, progress);
    try (LiveCluster live = how.connect(place)) {
      if (how.dryRun()) {
        System.err.println("argus: dry run, nothing was changed: it " + PROFILES);
        return ExitCode.DONE.code();
      }
      how.confirm(PROFILES);
      live.settings()
          .note(ChangeRequest.note("plan", "", "profiling of " + table).because(how.reason()));
      LoadClients clients =
          LoadClients.of(live, results.resolveSibling(results.getFileName() + ".log"));
      boolean complete = measure(live, clients, workload, campaign);
      ResultsFile.Contents contents = file.read().orElseThrow(IllegalStateException::new);
      if (contents.measurements().size() >= MIN_FOR_A_FIT) {
        ProfileReport.of(contents, complete).print(place.json(), Optional.empty());
      }
      if (!complete) {
        System.err.println("argus: the time is up; run the same command again to go on");
      }
      return complete ? 0 : ExitCode.ATTENTION.code();
    } catch (IOException e) {
      if (campaign.wasInterrupted()) {
        return ExitCode.ATTENTION.code(); // It has said so, and the process ends: a consequence.
      }
      if (!(e instanceof ClusterLostException)) {
        throw e;
      }
      System.err.println("argus: the cluster was lost: " + e.getMessage());
      campaign.sayHowToGoOn();
      return ExitCode.ATTENTION.code();
    }
  }

  private boolean measure(
      LiveCluster live, LoadClients clients, Workload workload, ProfileCampaign campaign)
      throws IOException, InterruptedException {
    TenantId profiled = tenant();
    if (load && !(campaign.goesOn() && tenants(live).contains(profiled))) {
      progress.step(format("loading %,d rows", workload.tableRows()), Duration.ofSeconds(60));
      ProfiledTable.load(clients, workload, table, regions);
      ProfiledTable.awaitTenants(live);
    }
    List<TenantId> others = tenants(live);
    others.remove(profiled);
    if (others.isEmpty()) {
      throw new IOException(
          "there is no other tenant to hold the rest of the reservations: create a table of"
              + " another tenant than "
              + profiled
              + ", or use --load");
    }
    ProfiledTable.clearBlockCache(clients, table);
    return campaign.measure(
        new LiveProfiledCluster(live, clients, profiled, table, others),
        live.hbaseVersion(),
        options.design(),
        options.limits());
  }

  private TenantId tenant() {
    if (tenant != null) {
      return TenantId.of(tenant);
    }
    int colon = table.indexOf(':');
    return TenantId.of(colon < 0 ? "default" : table.substring(0, colon));
  }

  private static List<TenantId> tenants(LiveCluster live) throws IOException, InterruptedException {
    return live.status().tenants().stream()
        .map(TenantStatus::tenant)
        .map(TenantId::of)
        .collect(Collectors.toList());
  }
}
