package io.argus.cli.plan;

import io.argus.cli.live.ClusterOption;
import io.argus.cli.live.LiveCluster;
import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.ServerShares;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.TenantStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "pin",
    description = {
      "Pins reservations until 'argus plan auto'.",
      "Example: argus plan pin alice=0.6/0.5 bob=0.4/0.5",
      "With @SERVER it pins shares of one server. If all have a server, everything else stays as it"
          + " is in the plan in force.",
      "Example: argus plan pin alice@rs1.example.com=0.7/0.5 bob@rs1.example.com=0.3/0.5"
    })
final class PlanPinCommand implements Callable<Integer> {
  @Mixin private ClusterOption cluster = new ClusterOption();

  @Parameters(
      arity = "1..*",
      paramLabel = "TENANT[@SERVER]=CACHE/HDFS",
      description =
          "A tenant's shares of block cache and HDFS throughput. Each sums to 1 over all tenants, and"
              + " over those named for a server.")
  private List<String> shares = Collections.emptyList();

  @Option(
      names = "--no-borrowing",
      description = "No tenant may borrow what another leaves unused. Profiling needs this.")
  private boolean noBorrowing;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Shares typed = Shares.parse(shares);
    try (LiveCluster live = cluster.connectToChange()) {
      ClusterStatus status = live.status();
      requireKnown(typed.clusterWide(), status);
      typed.byServer().values().forEach(there -> requireKnown(there, status));
      Shares wanted = typed.byServer().isEmpty() ? typed : typed.onServers(live.liveServers());
      PlanShowCommand.print(PlanPin.set(live, pin(wanted, live.plan(), !noBorrowing)));
    }
    return 0;
  }

  /**
   * The plan to pin. Without cluster-wide shares, those in force stay, and those of other servers.
   */
  static Plan pin(Shares wanted, Optional<Plan> present, boolean borrowing) {
    String reason = "pinned by " + System.getProperty("user.name");
    SortedMap<String, ServerShares> servers = new TreeMap<>();
    List<Reservation> clusterWide = wanted.clusterWide();
    if (clusterWide.isEmpty()) {
      Plan plan =
          present.orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "there is no plan yet: give cluster-wide shares, too, such as alice=0.6/0.5"));
      clusterWide = new ArrayList<>(plan.reservations());
      servers.putAll(plan.servers());
    }
    wanted
        .byServer()
        .forEach((server, there) -> servers.put(server, ServerShares.of(server, 0, there)));
    return PlanPin.of(clusterWide, borrowing, reason).withServers(servers.values());
  }

  private static void requireKnown(List<Reservation> reservations, ClusterStatus status) {
    List<String> known =
        status.tenants().stream().map(TenantStatus::tenant).sorted().collect(Collectors.toList());
    for (Reservation reservation : reservations) {
      if (!known.contains(reservation.tenant().name())) {
        throw new IllegalArgumentException(
            "tenant " + reservation.tenant() + " is unknown: must be one of " + known);
      }
    }
  }
}
