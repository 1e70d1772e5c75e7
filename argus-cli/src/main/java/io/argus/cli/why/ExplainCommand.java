package io.argus.cli.why;

import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.Output;
import io.argus.core.text.Text;
import io.argus.master.monitor.ClusterUsage;
import io.argus.master.monitor.ResourceMonitor;
import io.argus.master.plans.PlanHistory;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.TenantStatus;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "explain",
    header = "Explain why a tenant is as fast or as slow as it is.",
    description =
        "It shows where the tenant's time goes, whom the servers served meanwhile, what limits it,"
            + " what changed, and what would help.")
public final class ExplainCommand implements Callable<Integer> {
  private static final long POLL_MILLIS = 500;
  private static final long STALE_MILLIS = 60_000;
  private static final int MAX_SECONDS = 600;

  @Mixin private ReadOptions cluster = new ReadOptions();

  @Parameters(paramLabel = "TENANT", description = "The tenant to explain.")
  private String tenant = "";

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "Seconds to watch (default: ${DEFAULT-VALUE}). 0: the last report only.")
  private int seconds = 6;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (seconds < 0 || seconds > MAX_SECONDS) {
      throw new IOException("--seconds is " + seconds + ": must be 0.." + MAX_SECONDS);
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
    document.put("servedMeanwhile", why.servedMeanwhile());
    document.put("bottleneckServer", why.bottleneckServer());
    document.put("changes", why.changes());
    System.out.println(Output.json(document));
  }
}
