package io.argus.master.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.ServerShares;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.model.FunctionChoice;
import io.argus.master.model.OneServerModel;
import io.argus.master.model.PartModel;
import io.argus.master.model.TenantModel;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReturningTenantsTest {
  private static final TenantId ALICE = TenantId.of("alice");
  private static final TenantId BOB = TenantId.of("bob");
  private static final TenantId CAROL = TenantId.of("carol");

  private final ReturningTenants returning = new ReturningTenants();

  private static Plan plan(double alice, double bob, double carol) {
    return Plan.of(
        7,
        Plan.Mode.AUTO,
        0,
        true,
        List.of(
            Reservation.of(ALICE, alice, 1.0 / 3),
            Reservation.of(BOB, bob, 1.0 / 3),
            Reservation.of(CAROL, carol, 1.0 / 3)),
        PlanExplanation.because("test"));
  }

  private static TenantModel model(TenantId tenant, boolean demandLimited) {
    FunctionChoice choice = new FunctionChoice("test", "test", (c, h) -> 100, true);
    return OneServerModel.of(tenant, 1, 100, demandLimited, 125, 1, choice, 1);
  }

  @BeforeEach
  void aliceIsDemandLimited() {
    Plan busy = plan(0.25, 0.5, 0.25);
    returning.planned(
        List.of(model(ALICE, false), model(BOB, false), model(CAROL, false)), Optional.of(busy));
    returning.planned(
        List.of(model(ALICE, true), model(BOB, false), model(CAROL, false)), Optional.of(busy));
  }

  private static UsageReport report(String server, double seconds, double operations) {
    TenantUsage usage = TenantUsage.builder(ALICE).operations(RequestKind.GET, operations).build();
    return new UsageReport(server, 0, seconds, 7, 1, 1, List.of(), List.of(usage));
  }

  private Optional<Plan> whenAliceDoes(double operations, Plan current) {
    return returning.restored(current, List.of(report("rs1", 2, operations)), 8, 1);
  }

  @Test
  void itsSharesWhenBusyComeFromThoseAboveAnEqualShare() {
    Plan restored = whenAliceDoes(180, plan(0.05, 0.70, 0.25)).orElseThrow();
    assertThat(restored.reservation(ALICE).orElseThrow().cacheShare())
        .isCloseTo(0.25, within(1e-9));
    assertThat(restored.reservation(BOB).orElseThrow().cacheShare()).isCloseTo(0.50, within(1e-9));
    assertThat(restored.reservation(CAROL).orElseThrow().cacheShare())
        .isCloseTo(0.25, within(1e-9));
    assertThat(restored.version()).isEqualTo(8);
    assertThat(restored.explanation().reason()).contains("get their shares back: [alice]");
  }

  @Test
  void nobodyIsPushedBelowAnEqualShareForIt() {
    Plan restored = whenAliceDoes(500, plan(0.20, 0.45, 0.35)).orElseThrow();
    assertThat(restored.reservation(ALICE).orElseThrow().cacheShare())
        .isCloseTo(0.25, within(1e-9));
    for (TenantId other : List.of(BOB, CAROL)) {
      assertThat(restored.reservation(other).orElseThrow().cacheShare())
          .isGreaterThanOrEqualTo(1.0 / 3);
    }
  }

  @Test
  void thereIsNothingToRestoreWhileItDoesWhatThePlanAllowsForOrHasItsShares() {
    assertThat(whenAliceDoes(124, plan(0.05, 0.70, 0.25))).isEmpty();
    assertThat(whenAliceDoes(500, plan(0.25, 0.5, 0.25))).isEmpty();
    assertThat(whenAliceDoes(500, plan(0.30, 0.45, 0.25))).isEmpty();
  }

  @Test
  void aTenantNeverSeenBusyGetsAnEqualShare() {
    ReturningTenants afterFailover = new ReturningTenants();
    afterFailover.planned(List.of(model(ALICE, true)), Optional.empty());
    Plan restored =
        afterFailover
            .restored(plan(0.05, 0.70, 0.25), List.of(report("rs1", 2, 200)), 8, 1)
            .orElseThrow();
    assertThat(restored.reservation(ALICE).orElseThrow().cacheShare())
        .isCloseTo(1.0 / 3, within(1e-9));
  }

  private static TenantModel spread(TenantId tenant, boolean demandLimited) {
    FunctionChoice choice = new FunctionChoice("test", "test", (c, h) -> 100, true);
    return new TenantModel(
        tenant,
        1,
        100,
        demandLimited,
        200,
        1,
        choice,
        1,
        List.of(
            new PartModel("rs1", 0.5, choice, 1, 1, 200),
            new PartModel("rs2", 0.5, choice, 1, 1, 200)));
  }

  private static Plan withOwnShares(double alice) {
    return plan(1.0 / 3, 1.0 / 3, 1.0 / 3)
        .withServers(
            List.of(
                ServerShares.of(
                    "rs1",
                    7,
                    List.of(
                        Reservation.of(ALICE, alice, 0.5), Reservation.of(BOB, 1 - alice, 0.5)))));
  }

  @Test
  void aTenantMayReturnOnOneServerAloneButNotByChance() {
    ReturningTenants spread = new ReturningTenants();
    List<TenantModel> busy = List.of(spread(ALICE, false), spread(BOB, false));
    spread.planned(busy, Optional.of(withOwnShares(0.5)));
    spread.planned(
        List.of(spread(ALICE, true), spread(BOB, false)), Optional.of(withOwnShares(0.1)));
    Plan current = withOwnShares(0.1);
    assertThat(spread.restored(current, List.of(report("rs1", 2, 130)), 8, 1)).isEmpty();
    Plan restored = spread.restored(current, List.of(report("rs1", 2, 190)), 8, 1).orElseThrow();
    assertThat(restored.reservation(ALICE, "rs1").orElseThrow().cacheShare())
        .isCloseTo(0.5, within(1e-9));
    assertThat(restored.servers().get("rs1").since()).isEqualTo(8);
    assertThat(restored.reservations()).containsExactlyElementsOf(current.reservations());
  }

  /** Of 12.5 operations a second that it may do, 13 in one report of 2 s are chance. */
  @Test
  void aTenantDoesNotReturnByChance() {
    ReturningTenants limited = new ReturningTenants();
    limited.planned(List.of(model(ALICE, false), model(BOB, false)), Optional.of(plan(.3, .4, .3)));
    FunctionChoice choice = new FunctionChoice("test", "test", (c, h) -> 100, true);
    TenantModel slow = OneServerModel.of(ALICE, 1, 10, true, 12.5, 1, choice, 1);
    Plan current = plan(0.05, 0.70, 0.25);
    limited.planned(List.of(slow, model(BOB, false)), Optional.of(current));
    assertThat(limited.restored(current, List.of(report("rs1", 2, 13)), 8, 1)).isEmpty();
    Random random = new Random(3);
    for (int i = 0; i < 1_000; i++) {
      double counted = poisson(0.8 * 12.5 * 2, random);
      assertThat(limited.restored(current, List.of(report("rs1", 2, counted / 2)), 8, 1))
          .as(counted + " operations")
          .isEmpty();
    }
    assertThat(limited.restored(current, List.of(report("rs1", 2, 50)), 8, 1)).isPresent();
  }

  private static int poisson(double mean, Random random) {
    int arrivals = 0;
    for (double at = 0; at < mean; at -= Math.log(1 - random.nextDouble())) {
      arrivals++;
    }
    return arrivals - 1;
  }
}
