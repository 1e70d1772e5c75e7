package io.argus.cli.plan;

import static io.argus.core.text.Text.format;

import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.cli.plan.TenantChange.Part;
import io.argus.core.plan.Plan;
import io.argus.core.tenant.TenantId;
import io.argus.master.plans.PlanHistory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "diff",
    header = "Show what changed between two plans of the history.",
    description = {
      "Default: the last two. With one version: between that plan and the last.",
      "Example: argus plan diff v12 v15"
    })
final class PlanDiffCommand implements Callable<Integer> {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Parameters(arity = "0..2", paramLabel = "VERSION", description = "Such as 12 or v12.")
  private List<String> versions = Collections.emptyList();

  /** The JSON document. */
  static final class Difference {
    private final long from;
    private final long to;
    private final String reason;
    private final List<TenantChange> tenants;
    private final List<ServerChanges.Change> servers;
    private final boolean serversKnown;

    /**
     * @param servers changes on servers with shares of their own
     * @param serversKnown false if the history does not have the shares of single servers
     */
    Difference(
        long from,
        long to,
        String reason,
        List<TenantChange> tenants,
        List<ServerChanges.Change> servers,
        boolean serversKnown) {
      this.from = from;
      this.to = to;
      this.reason = reason;
      this.tenants = tenants;
      this.servers = servers;
      this.serversKnown = serversKnown;
    }

    long from() {
      return from;
    }

    long to() {
      return to;
    }

    String reason() {
      return reason;
    }

    List<TenantChange> tenants() {
      return tenants;
    }

    List<ServerChanges.Change> servers() {
      return servers;
    }

    boolean serversKnown() {
      return serversKnown;
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    PlanHistory history = PlanHistory.read(cluster.read("history"));
    List<Plan> plans = history.plans();
    if (plans.size() < 2 && versions.isEmpty()) {
      throw new IllegalArgumentException(
          "the history has " + plans.size() + " plan: there is nothing to compare yet");
    }
    Plan from = versions.isEmpty() ? plans.get(plans.size() - 2) : find(history, versions.get(0));
    Plan to = versions.size() < 2 ? plans.get(plans.size() - 1) : find(history, versions.get(1));
    Difference difference = difference(from, to);
    if (cluster.json()) {
      System.out.println(Output.json(difference));
    } else {
      print(difference, to.mode());
    }
    return 0;
  }

  private static Plan find(PlanHistory history, String version) {
    Optional<Plan> plan =
        version.matches("v?\\d{1,15}")
            ? history.version(Long.parseLong(version.replace("v", "")))
            : Optional.empty();
    return plan.orElseThrow(
        () ->
            new IllegalArgumentException(
                format(
                    "no plan '%s' in the history: must be one of %s",
                    version,
                    history.plans().stream()
                        .map(p -> "v" + p.version())
                        .collect(Collectors.toList()))));
  }

  static Difference difference(Plan from, Plan to) {
    Set<TenantId> tenants = new TreeSet<>();
    from.reservations().forEach(r -> tenants.add(r.tenant()));
    to.reservations().forEach(r -> tenants.add(r.tenant()));
    List<TenantChange> changes = new ArrayList<>();
    for (TenantId tenant : tenants) {
      changes.add(new TenantChange(tenant.name(), Part.of(from, tenant), Part.of(to, tenant)));
    }
    boolean serversKnown = PlanHistory.hasServers(from) && PlanHistory.hasServers(to);
    return new Difference(
        from.version(),
        to.version(),
        to.explanation().reason(),
        changes,
        serversKnown ? ServerChanges.between(from, to) : Collections.emptyList(),
        serversKnown);
  }

  private static void print(Difference difference, Plan.Mode mode) {
    System.out.printf(
        "v%d -> v%d %s: %s%n%n", difference.from(), difference.to(), mode, difference.reason());
    TextTable table = new TextTable();
    table.row("tenant", "weight", "cache", "hdfs", "cpu", "predicted ops/s", "function");
    for (TenantChange change : difference.tenants()) {
      table.row(
          change.tenant(),
          change.cell(part -> format("%.2f", part.weight())),
          change.cell(part -> format("%.3f", part.cacheShare())),
          change.cell(part -> format("%.3f", part.hdfsShare())),
          change.cell(part -> format("%.3f", part.cpuShare())),
          change.cell(part -> part.predicted() == null ? "?" : format("%,.0f", part.predicted())),
          change.cell(part -> part.function() == null ? "?" : part.function()));
    }
    table.print();
    onServers(difference).forEach(Output::line);
  }

  static List<String> onServers(Difference difference) {
    List<String> lines = new ArrayList<>();
    if (!difference.serversKnown()) {
      lines.add("");
      lines.add("Shares of single servers are not compared: they were too many for the history.");
    } else if (!difference.servers().isEmpty()) {
      long servers =
          difference.servers().stream().map(ServerChanges.Change::server).distinct().count();
      lines.add("");
      lines.add(format("on %,d %s:", servers, servers == 1 ? "server" : "servers"));
      lines.addAll(ServerChanges.lines(difference.servers(), "smaller changes"));
    }
    return lines;
  }
}
