package io.argus.cli.plan;

import static io.argus.core.text.Text.format;

import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation.Assumption;
import io.argus.core.plan.Reservation;
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
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "diff",
    description = {
      "Shows what changed between two plans of the history.",
      "Default: the last two. With one version: between that plan and the last."
    })
final class PlanDiffCommand implements Callable<Integer> {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Parameters(arity = "0..2", paramLabel = "VERSION", description = "Such as 12 or v12.")
  private List<String> versions = Collections.emptyList();

  /** One tenant under both plans; null for a plan without it. */
  static final class Change {
    private final String tenant;
    private final @Nullable Part before;
    private final @Nullable Part after;

    Change(String tenant, @Nullable Part before, @Nullable Part after) {
      this.tenant = tenant;
      this.before = before;
      this.after = after;
    }

    String tenant() {
      return tenant;
    }

    @Nullable Part before() {
      return before;
    }

    @Nullable Part after() {
      return after;
    }
  }

  /** A tenant's part of a plan; function and prediction are null if nothing was predicted. */
  static final class Part {
    private final double weight;
    private final double cacheShare;
    private final double hdfsShare;
    private final @Nullable String function;
    private final @Nullable Double predicted;

    Part(
        double weight,
        double cacheShare,
        double hdfsShare,
        @Nullable String function,
        @Nullable Double predicted) {
      this.weight = weight;
      this.cacheShare = cacheShare;
      this.hdfsShare = hdfsShare;
      this.function = function;
      this.predicted = predicted;
    }

    double weight() {
      return weight;
    }

    double cacheShare() {
      return cacheShare;
    }

    double hdfsShare() {
      return hdfsShare;
    }

    @Nullable String function() {
      return function;
    }

    @Nullable Double predicted() {
      return predicted;
    }
  }

  /** The JSON document. */
  static final class Difference {
    private final long from;
    private final long to;
    private final String reason;
    private final List<Change> tenants;
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
        List<Change> tenants,
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

    List<Change> tenants() {
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
    List<Change> changes = new ArrayList<>();
    for (TenantId tenant : tenants) {
      changes.add(new Change(tenant.name(), part(from, tenant), part(to, tenant)));
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

  private static @Nullable Part part(Plan plan, TenantId tenant) {
    Optional<Reservation> reservation = plan.reservation(tenant);
    if (!reservation.isPresent()) {
      return null;
    }
    Optional<Assumption> assumption =
        plan.explanation().assumptions().stream().filter(a -> a.tenant().equals(tenant)).findAny();
    return new Part(
        reservation.get().weight(),
        reservation.get().cacheShare(),
        reservation.get().hdfsShare(),
        assumption.map(Assumption::function).orElse(null),
        assumption.map(Assumption::predictedThroughput).orElse(null));
  }

  private static void print(Difference difference, Plan.Mode mode) {
    System.out.printf(
        "v%d -> v%d %s: %s%n%n", difference.from(), difference.to(), mode, difference.reason());
    TextTable table = new TextTable();
    table.row("tenant", "weight", "cache", "hdfs", "predicted ops/s", "function");
    for (Change change : difference.tenants()) {
      table.row(
          change.tenant(),
          both(change, part -> format("%.2f", part.weight())),
          both(change, part -> format("%.3f", part.cacheShare())),
          both(change, part -> format("%.3f", part.hdfsShare())),
          both(change, part -> part.predicted() == null ? "?" : format("%,.0f", part.predicted())),
          both(change, part -> part.function() == null ? "?" : part.function()));
    }
    table.print();
    onServers(difference).forEach(System.out::println);
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

  private static String both(Change change, Function<Part, String> cell) {
    String before = change.before() == null ? "-" : cell.apply(change.before());
    String after = change.after() == null ? "-" : cell.apply(change.after());
    return before.equals(after) ? after : before + " -> " + after;
  }
}
