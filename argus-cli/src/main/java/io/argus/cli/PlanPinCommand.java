package io.argus.cli;

import io.argus.cli.live.LiveCluster;
import io.argus.core.Plan;
import io.argus.core.PlanExplanation;
import io.argus.core.Reservation;
import io.argus.core.WireFormat;
import io.argus.master.ClusterStatus;
import io.argus.master.TenantStatus;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code argus plan pin}: an operator's reservations, kept until {@code argus plan auto}.
 *
 * <p>Used by one thread.
 */
@Command(
    name = "pin",
    description = {
      "Fixes the reservations until 'argus plan auto'.",
      "Example: argus plan pin alice=0.6/0.5 bob=0.4/0.5"
    },
    mixinStandardHelpOptions = true)
final class PlanPinCommand implements Callable<Integer> {
  @Mixin private ClusterOption cluster = new ClusterOption();

  @Parameters(
      arity = "1..*",
      paramLabel = "TENANT=CACHE/HDFS",
      description = "A tenant's shares of block cache and HDFS throughput; each sums to 1.")
  private List<String> shares = List.of();

  @Option(
      names = "--no-lending",
      description = "What a tenant leaves unused stays unused, as profiling needs it.")
  private boolean noLending;

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Reservation> reservations = Shares.parse(shares);
    Plan pin =
        Plan.of(
            0,
            Plan.Mode.PINNED,
            System.currentTimeMillis(),
            !noLending,
            reservations,
            PlanExplanation.because("pinned by " + System.getProperty("user.name")));
    try (LiveCluster live = cluster.connect()) {
      requireKnown(reservations, ClusterStatus.read(ClusterOption.require(live, "status")));
      long versionBefore = planAt(live, "plan").map(Plan::version).orElse(0L);
      boolean again = planAt(live, "pin").filter(before -> isSame(before, pin)).isPresent();
      live.write("pin", WireFormat.write(pin));
      PlanShowCommand.print(
          PlanWait.until(
              live,
              plan ->
                  plan.mode() == Plan.Mode.PINNED
                      && (again || plan.version() > versionBefore || isSame(plan, pin))));
    }
    return 0;
  }

  /** What a node holds; empty if there is no such node, or no sound plan in it. */
  private static Optional<Plan> planAt(LiveCluster live, String name)
      throws IOException, InterruptedException {
    try {
      return live.read(name).map(WireFormat::readPlan);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Whether two plans reserve the same, up to rounding. */
  private static boolean isSame(Plan plan, Plan pin) {
    return plan.lending() == pin.lending()
        && plan.reservations().size() == pin.reservations().size()
        && pin.reservations().stream()
            .allMatch(
                wanted ->
                    plan.reservation(wanted.tenant())
                        .filter(
                            r ->
                                Math.abs(r.cacheShare() - wanted.cacheShare()) < Plan.TOLERANCE
                                    && Math.abs(r.hdfsShare() - wanted.hdfsShare())
                                        < Plan.TOLERANCE)
                        .isPresent());
  }

  private static void requireKnown(List<Reservation> reservations, ClusterStatus status) {
    Set<String> known = new TreeSet<>();
    for (TenantStatus tenant : status.tenants()) {
      known.add(tenant.tenant());
    }
    for (Reservation reservation : reservations) {
      if (!known.contains(reservation.tenant().name())) {
        throw new IllegalArgumentException(
            "tenant " + reservation.tenant() + " is unknown: must be one of " + known);
      }
    }
  }
}
