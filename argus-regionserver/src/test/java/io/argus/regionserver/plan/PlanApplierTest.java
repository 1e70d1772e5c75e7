package io.argus.regionserver.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.ServerShares;
import io.argus.core.tenant.TenantId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PlanApplierTest {
  private static final TenantId A = TenantId.of("a");
  private static final TenantId B = TenantId.of("b");

  private long nowMillis = 1_000_000;
  private long clockMillis = 1_000_000;
  private final PlanApplier applier =
      new PlanApplier(() -> clockMillis, () -> TimeUnit.MILLISECONDS.toNanos(nowMillis));
  private final List<Plan> applied = new ArrayList<>();

  private static Plan plan(long version, Plan.Mode mode, double shareOfA) {
    return Plan.of(
        version,
        mode,
        1,
        true,
        List.of(Reservation.of(A, shareOfA, 0.5), Reservation.of(B, 1 - shareOfA, 0.5)),
        PlanExplanation.because("test"));
  }

  @Test
  void aTargetGetsThePresentPlanAtOnceAndEveryLaterOne() {
    applier.addTarget(applied::add);
    applier.accept(WireFormat.write(plan(7, Plan.Mode.AUTO, 0.3)));
    assertThat(applied).extracting(Plan::version).containsExactly(0L, 7L);
    assertThat(applier.plan().reservation(A).orElseThrow().cacheShare()).isEqualTo(0.3);
  }

  @Test
  void theSamePlanIsNotAppliedTwice() {
    applier.addTarget(applied::add);
    byte[] stored = WireFormat.write(plan(7, Plan.Mode.AUTO, 0.3));
    applier.accept(stored);
    applier.accept(stored);
    assertThat(applied).hasSize(2);
  }

  @Test
  void aMissingOrCorruptPlanLeavesTheLastOneInForceAndSaysWhy() {
    applier.accept(WireFormat.write(plan(7, Plan.Mode.AUTO, 0.3)));
    applier.accept(null);
    applier.accept(new byte[0]);
    assertThat(applier.problem()).isEmpty();
    applier.accept("{\"version\": 8".getBytes(StandardCharsets.UTF_8));
    assertThat(applier.plan().version()).isEqualTo(7);
    assertThat(applier.problem()).contains("plan v7 kept");
    applier.accept(WireFormat.write(plan(9, Plan.Mode.AUTO, 0.4)));
    assertThat(applier.problem()).isEmpty();
    assertThat(applier.plan().version()).isEqualTo(9);
  }

  @Test
  void aSilentPlannerLeadsToEqualReservationAndItsReturnToThePlanAgain() {
    applier.accept(WireFormat.write(plan(7, Plan.Mode.AUTO, 0.3)));
    nowMillis += 5_000;
    applier.plannerIsAlive();
    nowMillis += 10_000;
    applier.checkStale(10_000, List.of(A, B));
    assertThat(applier.plan().version()).isEqualTo(7);
    nowMillis += 1;
    applier.checkStale(10_000, List.of(A, B));
    assertThat(applier.plan().mode()).isEqualTo(Plan.Mode.EQUAL);
    assertThat(applier.plan().reservation(A).orElseThrow().cacheShare()).isEqualTo(0.5);
    applier.checkStale(10_000, List.of(A, B));
    applier.plannerIsAlive();
    assertThat(applier.plan().version()).isEqualTo(7);
    assertThat(applier.plan().reservation(A).orElseThrow().cacheShare()).isEqualTo(0.3);
  }

  @Test
  void aClockThatIsSetIsNoSilenceAndEndsNone() {
    applier.accept(WireFormat.write(plan(7, Plan.Mode.AUTO, 0.3)));
    clockMillis += 3_600_000;
    applier.checkStale(10_000, List.of(A, B));
    assertThat(applier.plan().version()).isEqualTo(7);
    clockMillis -= 7_200_000;
    nowMillis += 10_001;
    applier.checkStale(10_000, List.of(A, B));
    assertThat(applier.plan().mode()).isEqualTo(Plan.Mode.EQUAL);
  }

  @Test
  void aPlanThatCameMeanwhileIsNotTakenBackBySignsOfLife() {
    applier.accept(WireFormat.write(plan(7, Plan.Mode.AUTO, 0.3)));
    nowMillis += 10_001;
    applier.checkStale(10_000, List.of(A, B));
    applier.accept(WireFormat.write(plan(8, Plan.Mode.AUTO, 0.4)));
    applier.plannerIsAlive();
    assertThat(applier.plan().version()).isEqualTo(8);
  }

  @Test
  void aPinnedPlanOutlivesThePlanner() {
    applier.accept(WireFormat.write(plan(7, Plan.Mode.PINNED, 0.3)));
    nowMillis += 1_000_000;
    applier.checkStale(10_000, List.of(A, B));
    assertThat(applier.plan().mode()).isEqualTo(Plan.Mode.PINNED);
  }

  @Test
  void aPinnedPlanEndsAlsoWithoutAPlanner() {
    long end = clockMillis + 5_000;
    applier.accept(WireFormat.write(plan(7, Plan.Mode.PINNED, 0.3).until(end)));
    nowMillis += 1_000_000;
    applier.checkStale(600_000, List.of(A, B));
    assertThat(applier.plan().mode()).as("before its end").isEqualTo(Plan.Mode.PINNED);
    clockMillis = end;
    applier.plannerIsAlive();
    applier.checkStale(600_000, List.of(A, B));
    assertThat(applier.plan().mode()).as("the planner will").isEqualTo(Plan.Mode.PINNED);
    nowMillis += 30_001;
    applier.checkStale(600_000, List.of(A, B));
    assertThat(applier.plan().mode()).isEqualTo(Plan.Mode.EQUAL);
  }

  @Test
  void aTargetThatThrowsKeepsThePlanFromNobodyElse() {
    applier.addTarget(
        plan -> {
          throw new IllegalStateException("broken target");
        });
    applier.addTarget(applied::add);
    applier.accept(WireFormat.write(plan(7, Plan.Mode.AUTO, 0.3)));
    assertThat(applied).extracting(Plan::version).containsExactly(0L, 7L);
  }

  private static ServerShares shares(long since, double shareOfA) {
    return ServerShares.of(
        "x",
        since,
        List.of(Reservation.of(A, shareOfA, 0.9), Reservation.of(B, 1 - shareOfA, 0.1)));
  }

  private static byte[] planWith(long version, ServerShares own) {
    return WireFormat.writeClusterWide(
        plan(version, Plan.Mode.AUTO, 0.5).withServers(List.of(own)));
  }

  private double cacheShareOfA() {
    return applier.plan().reservation(A).orElseThrow().cacheShare();
  }

  @Test
  void sharesOfThisServerAloneTakeThePlaceOfTheClusterWideOnes() {
    applier.accept(planWith(7, shares(7, 0.8)));
    assertThat(cacheShareOfA()).isEqualTo(0.5);
    applier.acceptShares(WireFormat.write(shares(7, 0.8)));
    assertThat(cacheShareOfA()).isEqualTo(0.8);
    assertThat(applier.plan().version()).isEqualTo(7);
    applier.acceptShares(null);
    assertThat(cacheShareOfA()).isEqualTo(0.5);
  }

  @Test
  void sharesCountInLaterPlansUntilOneSaysThatTheyAreOutdated() {
    applier.acceptShares(WireFormat.write(shares(7, 0.8)));
    applier.accept(planWith(7, shares(7, 0.8)));
    applier.accept(planWith(8, shares(7, 0.8)));
    assertThat(cacheShareOfA()).isEqualTo(0.8);
    applier.accept(WireFormat.writeClusterWide(plan(9, Plan.Mode.PINNED, 0.3)));
    assertThat(cacheShareOfA()).isEqualTo(0.3);
    applier.accept(planWith(10, shares(10, 0.6)));
    assertThat(cacheShareOfA()).isEqualTo(0.5);
  }

  @Test
  void corruptSharesLeaveTheLastOnesInForceAndSayWhy() {
    applier.accept(planWith(7, shares(7, 0.8)));
    applier.acceptShares(WireFormat.write(shares(7, 0.8)));
    applier.acceptShares("{".getBytes(StandardCharsets.UTF_8));
    assertThat(cacheShareOfA()).isEqualTo(0.8);
    assertThat(applier.problem()).contains("shares of this server ignored, plan v7 kept");
    applier.accept(planWith(8, shares(7, 0.8)));
    assertThat(applier.problem()).as("a sound plan").contains("shares of this server ignored");
    applier.acceptShares(WireFormat.write(shares(7, 0.8)));
    assertThat(applier.problem()).isEmpty();
  }

  @Test
  void aTenantThatThePlanDoesNotExpectHereHasASmallPartUntilTheNextPlan() {
    ServerShares onlyA = ServerShares.of("x", 7, List.of(Reservation.of(A, 1, 1)));
    applier.accept(planWith(7, onlyA));
    applier.acceptShares(WireFormat.write(onlyA));
    assertThat(cacheShareOfA()).isEqualTo(0.95);
    assertThat(applier.plan().reservation(B).orElseThrow().hdfsShare())
        .isCloseTo(0.05, within(1e-9));
  }

  @Test
  void sharesThatChangeNothingAreNotApplied() {
    applier.acceptShares(null);
    applier.accept(WireFormat.writeClusterWide(plan(7, Plan.Mode.AUTO, 0.5)));
    applier.addTarget(applied::add);
    applier.acceptShares(null);
    applier.acceptShares(WireFormat.write(shares(6, 0.8)));
    assertThat(applied).as("the plan of the beginning only").hasSize(1);
  }
}
