package io.argus.cli.observe;

import static io.argus.core.text.Text.format;

import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.ServerCpu;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.ServerStatus;
import io.argus.master.status.TenantStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "status", header = "Shows tenants, reservations, losses and scores as of now.")
final class StatusCommand implements Callable<Integer> {
  private static final double MEGABYTE = 1 << 20;
  private static final int MAX_SERVERS = 20;

  @Mixin private ReadOptions cluster = new ReadOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    ClusterStatus status = ClusterStatus.read(cluster.read(ClusterDocuments.STATUS));
    if (cluster.json()) {
      System.out.println(status.toJson());
      return 0;
    }
    printHead(status);
    tenants(status).print();
    LocalTable.lines(status).forEach(Output::line);
    servers(status).forEach(Output::line);
    status.problems().forEach(problem -> Output.line("PROBLEM " + problem));
    return 0;
  }

  private static void printHead(ClusterStatus status) {
    Output.line(
        format(
            "mode %s, %s%s",
            status.mode().name().toLowerCase(Locale.ROOT),
            Screen.plan(status),
            status.planReason().isEmpty() ? "" : ": " + status.planReason()));
    System.out.printf(
        Locale.ROOT,
        "J %.3f  E %.3f  D %.3f (alpha %.2f)  min-max %.3f  worst loss %s%n%n",
        status.jIndex(),
        status.efficiency(),
        status.dScore(),
        status.alpha(),
        status.minMaxRatio(),
        Screen.loss(status.worstThroughputLoss()));
  }

  private static TextTable tenants(ClusterStatus status) {
    TextTable table = new TextTable();
    table.row(
        "tenant",
        "cache",
        "hdfs",
        "ops/s",
        "isolated ops/s",
        "loss",
        "hit ratio",
        "cached MB",
        "HDFS MB/s",
        "CPU",
        "queue p50/p99 ms",
        "function");
    for (TenantStatus tenant : status.tenants()) {
      table.row(
          tenant.tenant(),
          format("%.2f", tenant.cacheShare()),
          format("%.2f", tenant.hdfsShare()),
          format("%,.0f", tenant.operationsPerSecond()),
          format("%,.0f", tenant.isolatedThroughput()),
          tenant.isDemandLimited() ? "demand-limited" : Screen.loss(tenant.throughputLoss()),
          format("%.2f", tenant.hitRatio()),
          format("%.0f", tenant.cacheBytes() / MEGABYTE),
          format("%.1f", tenant.hdfsReadBytesPerSecond() / MEGABYTE),
          format("%.2f", tenant.cpuFraction()),
          Screen.waits(tenant.queueWaitP50Nanos(), tenant.queueWaitP99Nanos()),
          tenant.function());
    }
    return table;
  }

  /** A line for each server; of many, for those with a component that does not work first. */
  static List<String> servers(ClusterStatus status) {
    List<ServerStatus> servers = new ArrayList<>(status.servers());
    if (servers.size() > MAX_SERVERS) {
      servers.sort(Comparator.comparing(StatusCommand::works));
    }
    List<String> lines = new ArrayList<>();
    for (ServerStatus server : servers.subList(0, Math.min(MAX_SERVERS, servers.size()))) {
      lines.add("");
      lines.add(line(server));
    }
    if (servers.size() > MAX_SERVERS) {
      lines.add("");
      lines.add(Output.more(servers.size() - MAX_SERVERS, "servers; -o json has them"));
    }
    return lines;
  }

  private static boolean works(ServerStatus server) {
    return server.components().stream().allMatch(ComponentStatus::isActive);
  }

  private static String line(ServerStatus server) {
    String components =
        server.components().stream().map(each -> "  " + each).collect(Collectors.joining());
    ServerCpu cpu = server.cpu();
    String busy =
        cpu.isKnown() ? format("  %.1f of %d cores busy", cpu.busy(), cpu.available()) : "";
    return format("%s  plan v%d%s%s", server.server(), server.planVersion(), busy, components);
  }
}
