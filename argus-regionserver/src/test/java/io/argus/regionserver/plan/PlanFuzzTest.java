package io.argus.regionserver.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.documents.WireFormat;
import io.argus.core.fuzz.Fuzz;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.Resource;
import io.argus.core.plan.ServerShares;
import io.argus.core.tenant.TenantId;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a region server makes of damaged plans: it throws nothing, and applies sound shares. */
@Tag("long")
class PlanFuzzTest {
  private static final TenantId ALICE = TenantId.of("alice");
  private static final TenantId BOB = TenantId.of("bob");
  private static final String SERVER = "rs1,16020,1";

  private static Plan plan() {
    List<Reservation> reservations =
        List.of(Reservation.of(ALICE, 0.3, 0.6), Reservation.of(BOB, 0.7, 0.4));
    return Plan.of(
            5, Plan.Mode.AUTO, 9, true, reservations, PlanExplanation.because("predicted D 0.9"))
        .withServers(List.of(shares()));
  }

  private static ServerShares shares() {
    return ServerShares.of(SERVER, 5, List.of(Reservation.of(ALICE, 1, 1)));
  }

  private static void requireSound(PlanApplier applier) {
    for (Resource resource : Resource.values()) {
      double sum = 0;
      for (Reservation reservation : applier.plan().reservations()) {
        double share =
            resource == Resource.CPU
                ? applier.plan().cpuShare(reservation.tenant())
                : reservation.share(resource);
        assertThat(share + 0.0).isBetween(0.0, 1.0);
        sum += share;
      }
      assertThat(sum).isLessThanOrEqualTo(1 + 2 * Plan.TOLERANCE);
    }
    assertThat(applier.problem()).hasSizeLessThan(2_000);
  }

  @Test
  void plans() throws InterruptedException {
    PlanApplier applier = new PlanApplier(() -> 1, () -> 1);
    applier.acceptShares(WireFormat.write(shares()));
    Fuzz.of("plan to apply", WireFormat.writeClusterWide(plan()), WireFormat.write(plan()))
        .run(
            document -> {
              applier.accept(document);
              requireSound(applier);
            });
  }

  @Test
  void sharesOfThisServer() throws InterruptedException {
    PlanApplier applier = new PlanApplier(() -> 1, () -> 1);
    applier.accept(WireFormat.writeClusterWide(plan()));
    Fuzz.of("shares to apply", WireFormat.write(shares()))
        .run(
            document -> {
              applier.acceptShares(document);
              requireSound(applier);
            });
  }
}
