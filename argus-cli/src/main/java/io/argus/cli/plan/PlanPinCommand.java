package io.argus.cli.plan;

import io.argus.cli.live.ClusterOption;
import io.argus.cli.live.LiveCluster;
import io.argus.core.plan.Reservation;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.TenantStatus;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "pin",
    description = {
      "Pins reservations until 'argus plan auto'.",
      "Example: argus plan pin alice=0.6/0.5 bob=0.4/0.5"
    })
final class PlanPinCommand implements Callable<Integer> {
  @Mixin private ClusterOption cluster = new ClusterOption();

  @Parameters(
      arity = "1..*",
      paramLabel = "TENANT=CACHE/HDFS",
      description =
          "A tenant's shares of block cache and HDFS throughput. Each sums to 1 over all tenants.")
  private List<String> shares = List.of();

  @Option(
      names = "--no-borrowing",
      description = "No tenant may borrow what another leaves unused. Profiling needs this.")
  private boolean noBorrowing;

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Reservation> reservations = Shares.parse(shares);
    try (LiveCluster live = cluster.connect()) {
      requireKnown(reservations, live.status());
      PlanShowCommand.print(PlanPin.set(live, reservations, !noBorrowing));
    }
    return 0;
  }

  private static void requireKnown(List<Reservation> reservations, ClusterStatus status) {
    List<String> known = status.tenants().stream().map(TenantStatus::tenant).sorted().toList();
    for (Reservation reservation : reservations) {
      if (!known.contains(reservation.tenant().name())) {
        throw new IllegalArgumentException(
            "tenant " + reservation.tenant() + " is unknown: must be one of " + known);
      }
    }
  }
}
