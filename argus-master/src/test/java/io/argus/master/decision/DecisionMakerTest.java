package io.argus.master.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.performance.PerformanceFunction;
import io.argus.core.plan.Fairness;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.Reservation.ClassShares;
import io.argus.core.plan.ServerShares;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.master.model.CpuShares;
import io.argus.master.model.FunctionChoice;
import io.argus.master.model.OneServerModel;
import io.argus.master.model.PartModel;
import io.argus.master.model.TenantModel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DecisionMakerTest {
  private static final PerformanceFunction DISK = (c, h) -> 1000 * h;
  private static final PerformanceFunction CACHE = (c, h) -> 1000 * Math.min(1, c / 0.8);

  private final DecisionMaker decisionMaker = new DecisionMaker();

  private static TenantModel model(String name, double weight, PerformanceFunction function) {
    FunctionChoice choice = new FunctionChoice("test", "drawn up for it", function, true);
    return OneServerModel.of(
        TenantId.of(name), weight, 100, false, function.isolatedThroughput(), 1, choice, 1);
  }

  private static Plan plan(Plan.Mode mode, Reservation... reservations) {
    return Plan.of(3, mode, 0, true, List.of(reservations), PlanExplanation.because("test"));
  }

  private static Reservation shares(String name, double cache, double hdfs) {
    return Reservation.of(TenantId.of(name), cache, hdfs);
  }

  private Decision decide(List<TenantModel> models, Plan current, ClusterReservations before) {
    return decisionMaker.decide(
        new Situation(models, Optional.of(current), Optional.empty(), before),
        Settings.defaults(),
        4,
        1_000);
  }

  @Test
  void aLargeGainIsPublishedAtOnceAndExplained() {
    List<TenantModel> models = List.of(model("a", 1, CACHE), model("b", 1, DISK));
    Plan current = plan(Plan.Mode.AUTO, shares("a", 0.2, 0.5), shares("b", 0.8, 0.5));
    Plan next = decide(models, current, ClusterReservations.NONE).plan().orElseThrow();
    assertThat(next.version()).isEqualTo(4);
    assertThat(next.reservation(TenantId.of("a")).orElseThrow().cacheShare())
        .isGreaterThanOrEqualTo(0.8);
    PlanExplanation explanation = next.explanation();
    assertThat(explanation.reason()).startsWith("predicted D-score rises from ");
    assertThat(explanation.after().dScore()).isGreaterThan(explanation.before().dScore() + 0.05);
    assertThat(explanation.moves()).first().asString().matches("cache of a: 20 -> (8|9)\\d%");
    assertThat(explanation.assumptions())
        .extracting(PlanExplanation.Assumption::why)
        .containsOnly("drawn up for it");
    assertThat(explanation.assumptions().get(0).predictedThroughput()).isEqualTo(1000);
  }

  @Test
  void aSmallGainWaitsForTheNextRoundToAgree() {
    List<TenantModel> models = List.of(model("a", 1, DISK), model("b", 1, DISK));
    Plan current = plan(Plan.Mode.AUTO, shares("a", 0.5, 0.4), shares("b", 0.5, 0.6));
    Decision first = decide(models, current, ClusterReservations.NONE);
    assertThat(first.plan()).isEmpty();
    assertThat(first.proposed().clusterWide()).hasSize(2);
    Decision second = decide(models, current, first.proposed());
    assertThat(second.plan()).isPresent();
    assertThat(new ArrayList<>(second.plan().orElseThrow().reservations()))
        .isEqualTo(first.proposed().clusterWide());
  }

  @Test
  void aGainBelowTheMarginIsNone() {
    List<TenantModel> models = List.of(model("a", 1, DISK), model("b", 1, DISK));
    Plan current = plan(Plan.Mode.AUTO, shares("a", 0.5, 0.48), shares("b", 0.5, 0.52));
    Decision decision = decide(models, current, ClusterReservations.NONE);
    assertThat(decision.plan()).isEmpty();
    assertThat(decision.proposed().isEmpty()).isTrue();
  }

  @Test
  void ofNearlyEqualPlansTheNearestIsTaken() {
    // Random readers: any division of the cache is worth the same, if HDFS makes up for it.
    PerformanceFunction uniform = (c, h) -> 1000 * h / (1 - 0.31 * c);
    List<TenantModel> models = List.of(model("a", 1, uniform), model("b", 1, uniform));
    for (double cache : new double[] {0.1, 0.5, 0.9}) {
      Plan current = plan(Plan.Mode.AUTO, shares("a", cache, 0.3), shares("b", 1 - cache, 0.7));
      Decision decision = decide(models, current, ClusterReservations.NONE);
      Reservation a =
          decision.plan().isPresent()
              ? decision.plan().get().reservation(TenantId.of("a")).orElseThrow()
              : decision.proposed().clusterWide().get(0);
      assertThat(a.cacheShare()).isCloseTo(cache, within(0.001));
      assertThat(a.hdfsShare()).isBetween(0.4, 0.6);
    }
  }

  @Test
  void aSmallGainCostsNoFairnessUnlessFairnessCountsForNothing() {
    PerformanceFunction steep = (c, h) -> 1000 * h / (1 - 0.7 * c);
    PerformanceFunction lessSteep = (c, h) -> 1000 * h / (1 - 0.6 * c);
    List<TenantModel> models = List.of(model("a", 1, steep), model("b", 1, lessSteep));
    Plan current = plan(Plan.Mode.AUTO, shares("a", 0.5, 0.5), shares("b", 0.5, 0.5));
    Decision fair = decide(models, current, ClusterReservations.NONE);
    assertThat(fair.plan()).isEmpty();
    assertThat(fair.proposed().isEmpty()).isFalse();
    assertThat(jIndex(models, fair.proposed().clusterWide())).isGreaterThanOrEqualTo(0.994);
    Decision efficient =
        decisionMaker.decide(
            new Situation(models, Optional.of(current), Optional.empty(), ClusterReservations.NONE),
            Settings.read(key -> key.equals("argus.alpha") ? "0" : null),
            4,
            1_000);
    assertThat(jIndex(models, efficient.plan().orElseThrow().reservations())).isLessThan(0.994);
  }

  @Test
  void fairnessThatCostsNothingIsASmallGain() {
    PerformanceFunction reader = (c, h) -> 1000 * h / (1 - 0.6 * c);
    List<TenantModel> models = List.of(model("a", 1, reader), model("b", 1, reader));
    Plan current = plan(Plan.Mode.AUTO, shares("a", 0.75, 0.55), shares("b", 0.25, 0.45));
    assertThat(jIndex(models, current.reservations())).isLessThan(0.985);
    ClusterReservations proposed = decide(models, current, ClusterReservations.NONE).proposed();
    assertThat(jIndex(models, proposed.clusterWide())).isGreaterThan(0.995);
    assertThat(decide(models, current, proposed).plan().orElseThrow().reservations())
        .containsExactlyInAnyOrderElementsOf(proposed.clusterWide());
  }

  private static double jIndex(List<TenantModel> models, Collection<Reservation> reservations) {
    double[] throughputLosses = new double[models.size()];
    for (Reservation r : reservations) {
      for (int i = 0; i < throughputLosses.length; i++) {
        TenantModel model = models.get(i);
        if (model.tenant().equals(r.tenant())) {
          double throughput = model.predicted(r.cacheShare(), r.hdfsShare());
          throughputLosses[i] = Fairness.throughputLoss(model.isolatedThroughput(), throughput);
        }
      }
    }
    return Fairness.jIndex(throughputLosses);
  }

  @Test
  void aTenantOfTwiceTheWeightKeepsTwiceAsMuch() {
    List<TenantModel> models = List.of(model("a", 2, DISK), model("b", 1, DISK));
    Plan current = plan(Plan.Mode.AUTO, shares("a", 0.5, 0.5), shares("b", 0.5, 0.5));
    Plan next = decide(models, current, ClusterReservations.NONE).plan().orElseThrow();
    assertThat(next.explanation().reason()).isEqualTo("the weight of tenant a changed");
    double a = next.reservation(TenantId.of("a")).orElseThrow().hdfsShare();
    double b = next.reservation(TenantId.of("b")).orElseThrow().hdfsShare();
    assertThat(a / b).isCloseTo(2, within(0.1));
  }

  @Test
  void nobodyIsHurtOnPurpose() {
    // a lives in the cache and lacks nothing, b can do no better: taking from a would raise J.
    PerformanceFunction unhurt = (c, h) -> 1000 * Math.min(1, 0.5 + c);
    PerformanceFunction stuck = (c, h) -> h < 0.99 ? 700 : 1000;
    List<TenantModel> models = List.of(model("a", 1, unhurt), model("b", 1, stuck));
    Plan current = plan(Plan.Mode.AUTO, shares("a", 0.5, 0.5), shares("b", 0.5, 0.5));
    Decision decision = decide(models, current, ClusterReservations.NONE);
    List<Reservation> reservations =
        decision
            .plan()
            .map(p -> (List<Reservation>) new ArrayList<>(p.reservations()))
            .orElse(decision.proposed().clusterWide());
    reservations.stream()
        .filter(r -> r.tenant().name().equals("a"))
        .forEach(r -> assertThat(r.cacheShare()).isGreaterThanOrEqualTo(0.5));
  }

  @Test
  void everybodyHurtTogetherGivesWayToEverybodyBetter() {
    // D of (.5, .5) is .75, of (0, .2) only .70, although both are better off.
    PerformanceFunction a = (c, h) -> c >= 0.6 ? 1000 : 500;
    PerformanceFunction b = (c, h) -> c <= 0.4 ? 800 : 500;
    TenantModel one = model("a", 1, a);
    TenantModel two =
        OneServerModel.of(
            TenantId.of("b"), 1, 100, false, 1000, 1, new FunctionChoice("t", "t", b, true), 1);
    Plan current = plan(Plan.Mode.AUTO, shares("a", 0.5, 0.5), shares("b", 0.5, 0.5));
    Plan next = decide(List.of(one, two), current, ClusterReservations.NONE).plan().orElseThrow();
    assertThat(next.reservation(TenantId.of("a")).orElseThrow().cacheShare())
        .isGreaterThanOrEqualTo(0.6);
  }

  private static double cpuShare(Plan plan, String name) {
    return plan.cpuShare(TenantId.of(name));
  }

  @Test
  void aCpuThatBindsNobodyChangesNeitherCacheNorHdfs() {
    PerformanceFunction both = (c, h) -> Math.min(1000 * h / (1 - 0.7 * c), 1000);
    List<TenantModel> models =
        List.of(model("a", 3, CACHE), model("b", 1, DISK), model("c", 1, both));
    List<TenantModel> busy = new ArrayList<>();
    models.forEach(model -> busy.add(OneServerModel.usingCpu(model, 0.1, 100_000)));
    Plan current =
        plan(Plan.Mode.AUTO, shares("a", 0.1, 0.6), shares("b", 0.8, 0.2), shares("c", 0.1, 0.2));
    Plan without = decide(models, current, ClusterReservations.NONE).plan().orElseThrow();
    Plan with =
        decide(CpuShares.planned(busy), current, ClusterReservations.NONE).plan().orElseThrow();
    for (Reservation each : without.reservations()) {
      Reservation same = with.reservation(each.tenant()).orElseThrow();
      assertThat(same.cacheShare()).isEqualTo(each.cacheShare());
      assertThat(same.hdfsShare()).isEqualTo(each.hdfsShare());
      assertThat(with.cpuShare(each.tenant()))
          .isCloseTo(without.cpuShare(each.tenant()), within(1e-9));
    }
    assertThat(cpuShare(with, "a")).isCloseTo(0.6, within(1e-9));
    assertThat(cpuShare(with, "c")).isCloseTo(0.2, within(1e-9));
  }

  @Test
  void theCpuIsABoundAndWhatIfPredictsWeights() {
    PerformanceFunction cached = (c, h) -> 1000 * Math.min(1, c / 0.2);
    List<TenantModel> models = new ArrayList<>();
    for (String name : List.of("a", "b")) {
      models.add(OneServerModel.usingCpu(model(name, 1, cached), 1, 1000));
    }
    List<TenantModel> planned = CpuShares.planned(models);
    Plan current = plan(Plan.Mode.PINNED, shares("a", 0.5, 0.5), shares("b", 0.5, 0.5));
    Plan next = decide(planned, current, ClusterReservations.NONE).plan().orElseThrow();
    assertThat(next.explanation().assumptions())
        .allSatisfy(each -> assertThat(each.predictedThroughput()).isCloseTo(500, within(1e-6)));
    Prediction prediction =
        WhatIf.of(planned, Optional.of(next), Settings.defaults())
            .weights(Map.of(TenantId.of("a"), 3.0))
            .planned(1);
    Prediction.Tenant a = prediction.tenants().get(0);
    assertThat(a.cpuShareBefore()).isCloseTo(0.5, within(1e-9));
    assertThat(a.cpuShareAfter()).isCloseTo(0.75, within(1e-9));
    assertThat(a.predictedBefore()).isCloseTo(500, within(1e-6));
    assertThat(a.predictedAfter()).isCloseTo(750, within(1e-6));
  }

  @Test
  void anSloThatNeedsMoreCpuChangesCpuSharesAndNothingElse() {
    PerformanceFunction cached = (c, h) -> 1000 * Math.min(1, c / 0.2);
    List<TenantModel> models =
        List.of(
            OneServerModel.usingCpu(model("a", 1, cached), 1, 1000),
            OneServerModel.usingCpu(model("b", 1, cached), 1, 1000).withSlo(700));
    Plan current = plan(Plan.Mode.AUTO, shares("a", 0.5, 0.5), shares("b", 0.5, 0.5));
    Plan next =
        decide(CpuShares.planned(models), current, ClusterReservations.NONE).plan().orElseThrow();
    assertThat(cpuShare(next, "b")).isCloseTo(0.7, within(1e-9));
    assertThat(next.reservation(TenantId.of("a")).orElseThrow().cacheShare()).isEqualTo(0.5);
    assertThat(next.explanation().reason()).isEqualTo("SLOs need other shares of the CPU");
    assertThat(decide(CpuShares.planned(models), next, ClusterReservations.NONE).plan()).isEmpty();
  }

  @Test
  void withoutTenantsNothingIsDecided() {
    assertThat(decide(List.of(), plan(Plan.Mode.AUTO), ClusterReservations.NONE).plan()).isEmpty();
  }

  /** Needs only HDFS; the parts of its demand on servers x and y. */
  private static TenantModel spread(String name, double onX, double onY) {
    FunctionChoice choice = new FunctionChoice("test", "drawn up for it", DISK, true);
    return new TenantModel(
        TenantId.of(name),
        1,
        100,
        false,
        1000 / Math.max(onX, onY),
        1,
        choice,
        1,
        List.of(
            new PartModel("x,1,1", onX, choice, 1, 1, 10_000),
            new PartModel("y,1,1", onY, choice, 1, 1, 10_000)));
  }

  /** As after a change of masters, before most servers have reported again. */
  @Test
  void aTenantThatNoServerHasReportedYetGetsAShare() {
    FunctionChoice choice = new FunctionChoice("test", "drawn up for it", DISK, true);
    PartModel only = new PartModel("x,1,1", 1, choice, 1, 1, 10_000);
    List<TenantModel> models =
        List.of(
            new TenantModel(TenantId.of("a"), 1, 100, false, 1000, 1, choice, 1, List.of(only)),
            new TenantModel(TenantId.of("b"), 1, 0, true, 0, 1, choice, 0, List.of()));
    Plan current = plan(Plan.Mode.PINNED, shares("a", 0.5, 0.5), shares("b", 0.5, 0.5));
    Plan next = decide(models, current, ClusterReservations.NONE).plan().orElseThrow();
    assertThat(next.reservation(TenantId.of("b")).orElseThrow().hdfsShare()).isPositive();
  }

  @Test
  void serversWithOtherDemandGetSharesOfTheirOwn() {
    // The bottleneck of all is x, where c needs .818 of what the others need.
    List<TenantModel> models =
        List.of(spread("a", .8, .2), spread("b", .7, .3), spread("c", .45, .55));
    Plan current =
        plan(Plan.Mode.AUTO, shares("a", 0.2, 0.1), shares("b", 0.4, 0.4), shares("c", 0.4, 0.5));
    Decision first = decide(models, current, ClusterReservations.NONE);
    Plan next =
        first
            .plan()
            .orElseGet(() -> decide(models, current, first.proposed()).plan().orElseThrow());
    assertThat(next.servers()).containsKey("x,1,1");
    double ofA = next.reservation(TenantId.of("a"), "x,1,1").orElseThrow().hdfsShare();
    double ofC = next.reservation(TenantId.of("c"), "x,1,1").orElseThrow().hdfsShare();
    assertThat(ofA).isCloseTo(0.355, within(0.01));
    assertThat(ofC).isCloseTo(0.29, within(0.01));
    assertThat(next.explanation().moves()).anyMatch(move -> move.matches("\\w+ of a: .* on x,1,1"));
    for (PlanExplanation.Assumption each : next.explanation().assumptions()) {
      assertThat(each.predictedThroughput() / each.isolatedThroughput()).isBetween(0.345, 0.365);
    }
    Decision again = decide(models, next, ClusterReservations.NONE);
    assertThat(again.plan()).isEmpty();
    assertThat(again.proposed().isEmpty()).isTrue();
  }

  @Test
  void aTenantThatIsNewOnAServerWithSharesOfItsOwnGetsSharesThere() {
    List<TenantModel> models = List.of(spread("a", .5, .5), spread("b", .5, .5));
    Plan current =
        plan(Plan.Mode.AUTO, shares("a", 0.5, 0.5), shares("b", 0.5, 0.5))
            .withServers(List.of(ServerShares.of("x,1,1", 3, List.of(shares("b", 1, 1)))));
    Plan next = decide(models, current, ClusterReservations.NONE).plan().orElseThrow();
    assertThat(next.reservation(TenantId.of("a"), "x,1,1").orElseThrow().hdfsShare())
        .isGreaterThan(0.4);
  }

  @Test
  void pinnedSharesOfSingleServersArePublishedOnceAndAgainWhenTheyChange() {
    List<TenantModel> models = List.of(model("a", 1, DISK), model("b", 1, DISK));
    Plan pin = plan(Plan.Mode.PINNED, shares("a", 0.5, 0.5), shares("b", 0.5, 0.5));
    ServerShares one =
        ServerShares.of("s1", 0, List.of(shares("a", 0.9, 0.8), shares("b", 0.1, 0.2)));
    ServerShares other =
        ServerShares.of("s1", 0, List.of(shares("a", 0.9, 0.7), shares("b", 0.1, 0.3)));

    Plan next = pinned(models, Optional.empty(), pin.withServers(List.of(one))).orElseThrow();
    assertThat(next.reservation(TenantId.of("a"), "s1").orElseThrow().hdfsShare()).isEqualTo(0.8);
    assertThat(next.ownSharesSince()).isEqualTo(next.version());
    assertThat(pinned(models, Optional.of(next), pin.withServers(List.of(one)))).isEmpty();
    assertThat(pinned(models, Optional.of(next), pin.withServers(List.of(other)))).isPresent();
    assertThat(pinned(models, Optional.of(next), pin)).isPresent();
  }

  @Test
  void pinnedClassesArePublishedAndAgainWhenTheyChange() {
    List<TenantModel> models = List.of(model("a", 1, DISK), model("b", 1, DISK));
    List<ClassShares> classes = List.of(ClassShares.of("batch", resource -> 0.25));
    Reservation ofA = shares("a", 0.5, 0.5);
    Plan pin = plan(Plan.Mode.PINNED, ofA.withClasses(classes), shares("b", 0.5, 0.5));

    Plan next = pinned(models, Optional.empty(), pin).orElseThrow();
    assertThat(next.reservation(ofA.tenant()).orElseThrow().classes()).isEqualTo(classes);
    assertThat(pinned(models, Optional.of(next), pin)).isEmpty();
    Plan without = plan(Plan.Mode.PINNED, ofA, shares("b", 0.5, 0.5));
    assertThat(pinned(models, Optional.of(next), without)).isPresent();
  }

  private Optional<Plan> pinned(List<TenantModel> models, Optional<Plan> current, Plan pin) {
    return decisionMaker
        .decide(
            new Situation(models, current, Optional.of(pin), ClusterReservations.NONE),
            Settings.defaults(),
            current.map(Plan::version).orElse(0L) + 1,
            0)
        .plan();
  }

  @Test
  void aTenantThatIsPinnedButGoneLeavesItsSharesToTheOthers() {
    Plan pin =
        plan(Plan.Mode.PINNED, shares("a", 0.2, 0.2), shares("b", 0.2, 0.2), shares("c", 0.6, 0.6));
    Situation situation =
        new Situation(
            List.of(model("a", 1, DISK), model("b", 1, DISK)),
            Optional.empty(),
            Optional.of(pin),
            ClusterReservations.NONE);
    Plan next = decisionMaker.decide(situation, Settings.defaults(), 1, 0).plan().orElseThrow();
    assertThat(next.reservations()).extracting(Reservation::cacheShare).containsExactly(0.5, 0.5);
  }
}
