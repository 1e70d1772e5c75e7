package io.argus.cli.why;

import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.MasterOption;
import io.argus.cli.live.ReadOptions;
import io.argus.cli.live.RecordedHistory;
import io.argus.cli.output.Output;
import io.argus.core.recorder.Incident;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.Text;
import io.argus.master.monitor.ClusterUsage;
import io.argus.master.monitor.ResourceMonitor;
import io.argus.master.plans.PlanHistory;
import io.argus.master.status.ClassStatus;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.TenantStatus;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "explain",
    header = "Explain why a tenant is as fast or as slow as it is.",
    description = {
      "Where the tenant's time goes, whom the servers served meanwhile, what limits it, what"
          + " changed, and what would help. With --at or --since, it reads what masters have"
          + " recorded on HDFS, and needs no server of HBase.",
      "Example: argus explain alice",
      "Example: argus explain alice --since 10:00"
    })
public final class ExplainCommand implements Callable<Integer> {
  private static final long POLL_MILLIS = 500;
  private static final long STALE_MILLIS = 60_000;
  private static final int MAX_SECONDS = 600;
  private static final long AROUND_MILLIS = TimeUnit.MINUTES.toMillis(5);

  @Mixin private ReadOptions cluster = new ReadOptions();

  @Parameters(paramLabel = "TENANT", description = "The tenant to explain.")
  private String tenant = "";

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "Seconds to watch (default: ${DEFAULT-VALUE}). 0: the last report only.")
  private int seconds = 6;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description =
          "Explain the ten minutes around a time, such as 03:10, 2026-11-24T03:10 or 90m (so long"
              + " ago), compared with the hour before.")
  private @Nullable String at;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description = "Explain the time from then until now, compared with the hour before.")
  private @Nullable String since;

  @Mixin private RecordedHistory recorded = new RecordedHistory();

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (seconds < 0 || seconds > MAX_SECONDS) {
      throw new IOException("--seconds is " + seconds + ": must be 0.." + MAX_SECONDS);
    }
    if (at != null || since != null || recorded.isCopy()) {
      explainRecorded(System.currentTimeMillis());
      return 0;
    }
    try (LiveCluster live = cluster.connect()) {
      ClusterStatus status = live.status();
      requireTenant(status);
      ClusterUsage usage = watch(live);
      PlanHistory history = PlanHistory.read(live.read("history").orElse(new byte[0]));
      status = live.status();
      print(
          Explanation.of(tenant, status, usage, history)
              .orElseThrow(() -> unknown(Collections.emptyList())));
    }
    return 0;
  }

  private void explainRecorded(long nowMillis) throws IOException, InterruptedException {
    if ((at == null) == (since == null)) {
      throw new IOException(
          at == null
              ? "--at is missing: say when, such as --at 03:10 or --since 10:00"
              : "--at is '" + at + "' and --since is '" + since + "': give only one of them");
    }
    String name = TenantId.of(tenant).name();
    String option = at == null ? "--since" : "--at";
    String time = at == null ? String.valueOf(since) : at;
    long millis = RecordedHistory.millis(option, time, nowMillis);
    if (millis >= nowMillis) {
      throw new IOException(option + " is '" + time + "': must be in the past");
    }
    long fromMillis = at == null ? millis : millis - AROUND_MILLIS;
    long toMillis = at == null ? nowMillis : millis + AROUND_MILLIS;
    String json = recorded.read(cluster, fromMillis - Incident.BEFORE_MILLIS, toMillis, null);
    if (cluster.json()) {
      System.out.println(json);
      return;
    }
    MasterOption.read(
            json,
            "a history",
            document -> new RecordedExplanation(document, name, fromMillis, toMillis))
        .lines()
        .forEach(Output::line);
  }

  private void requireTenant(ClusterStatus status) throws IOException {
    List<String> known =
        status.tenants().stream().map(TenantStatus::tenant).collect(Collectors.toList());
    if (!known.contains(tenant)) {
      throw unknown(known);
    }
  }

  private IOException unknown(List<String> known) {
    return new IOException("tenant " + tenant + " is unknown: " + Text.instead(tenant, known));
  }

  private ClusterUsage watch(LiveCluster live) throws IOException, InterruptedException {
    ResourceMonitor monitor = new ResourceMonitor();
    long staleMillis = Math.max(STALE_MILLIS, 2 * live.reportAgeMillis());
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (true) {
      ClusterUsage usage =
          monitor.observe(live.reports(), System.currentTimeMillis(), staleMillis, seconds);
      if (System.nanoTime() >= end) {
        return usage;
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  private void print(Explanation why) {
    if (!cluster.json()) {
      PlainWords.of(why, System.currentTimeMillis()).forEach(Output::line);
      return;
    }
    Map<String, Object> document = Output.document();
    document.put("tenant", tenant);
    document.put("status", why.status());
    document.put("time", why.time());
    document.put("limit", why.limit());
    document.put("hdfsCapacityBytesPerSecond", why.hdfsCapacityBytesPerSecond());
    document.put("cpu", why.cpu());
    document.put("capWait", why.capWait());
    document.put("servedMeanwhile", why.servedMeanwhile());
    Map<String, ClassStatus> classes = new LinkedHashMap<>();
    why.status().classes().forEach(each -> classes.put(each.name(), each));
    document.put("classes", classes);
    document.put("runaways", why.runaways());
    document.put("bottleneckServer", why.bottleneckServer());
    document.put("changes", why.changes());
    System.out.println(Output.json(document));
  }
}
