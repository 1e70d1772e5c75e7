package io.argus.master.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.performance.GridFunction;
import io.argus.core.performance.PerformanceCatalogue;
import io.argus.core.performance.PerformanceProfile;
import io.argus.core.performance.SampleCatalogue;
import io.argus.core.performance.WorkloadMix;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Figure;
import io.argus.core.usage.MissRatioCurve;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.ServerCpu;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.monitor.ClusterUsage;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PerformanceModelTest {
  private static final TenantId ALICE = TenantId.of("alice");
  private static final TenantId BOB = TenantId.of("bob");
  private static final long CACHE = 200L << 20;
  private static final double HDFS = 600 * 65_536.0;

  private static final Plan HALVES =
      Plan.of(
          1,
          Plan.Mode.AUTO,
          0,
          true,
          List.of(Reservation.of(ALICE, 0.5, 0.5), Reservation.of(BOB, 0.5, 0.5)),
          PlanExplanation.because("test"));

  /** A uniform reader with half of everything, backlogged. */
  private static TenantUsage.Builder uniform(TenantId tenant, double operations) {
    return TenantUsage.builder(tenant)
        .operations(RequestKind.GET, operations)
        .keyRepeatRatio(0.007)
        .cache(100 << 20, 100 << 20, operations * 2.15, operations * 0.85)
        .hdfs(operations * 0.85 * 65_536, 0)
        .handlerFraction(operations * 50e-6)
        .waits(1, 40, 8)
        .queue(40, 0, 0.98);
  }

  private static ClusterUsage usage(double hdfsCapacity, TenantUsage... usages) {
    return ClusterUsage.of(
        List.of(new UsageReport("rs", 0, 2, 1, CACHE, hdfsCapacity, List.of(), List.of(usages))),
        List.of());
  }

  /** Reads and writes half of each with half of everything, as many waiting as there are. */
  private static TenantUsage readsAndWrites(TenantId tenant, double operations) {
    return TenantUsage.builder(tenant)
        .operations(RequestKind.GET, operations / 2)
        .operations(RequestKind.WRITE, operations / 2)
        .keyRepeatRatio(0.007)
        .cache(100 << 20, 100 << 20, operations * 1.08, operations * 0.42)
        .hdfs(operations * 0.42 * 65_536, operations * 600)
        .handlerFraction(operations * 5e-3)
        .waits(68, 116, 8)
        .queue(192, 0, 0.99)
        .build();
  }

  @Test
  void writesMayWaitInAllHandlersAtOnce() {
    UsageReport report =
        new UsageReport("rs", 0, 2, 1, CACHE, HDFS, List.of(), List.of(readsAndWrites(ALICE, 560)));
    ClusterUsage unknown = ClusterUsage.of(List.of(report), List.of());
    ClusterUsage thirty =
        ClusterUsage.of(
            List.of(report.with(ServerSetup.of(Settings.defaults(), List.of(), 30, 16, ""))),
            List.of());
    assertThat(alice(unknown).isolatedThroughput()).isLessThan(600);
    assertThat(alice(thirty).isolatedThroughput()).isBetween(1_300.0, 1_900.0);
  }

  /** As by BufferedMutator: batches that write count as writes. */
  @Test
  void aBulkLoaderHasNoUseForBlockCache() {
    TenantUsage loader =
        TenantUsage.builder(ALICE)
            .operations(RequestKind.MULTI, 500)
            .hdfs(0, 20e6)
            .handlerFraction(.5)
            .waits(10, 20, 0)
            .queue(30, 0, .95)
            .build();
    TenantModel model = alice(usage(HDFS, loader, uniform(BOB, 353).build()));
    assertThat(model.functionName()).isEqualTo("Observed");
    for (double hdfs : new double[] {.1, .5, 1}) {
      assertThat(model.predicted(0, hdfs)).isEqualTo(model.predicted(1, hdfs));
    }
  }

  @Test
  void whatCompactionsReadBelongsToTheCostOfAnOperation() {
    TenantUsage writer =
        TenantUsage.builder(ALICE)
            .operations(RequestKind.WRITE, 100)
            .hdfs(0, 10e6)
            .set(Figure.COMPACTION_READ_BYTES, 10e6)
            .handlerFraction(.05)
            .waits(1, 20, 0)
            .queue(20, 0, .95)
            .build();
    assertThat(alice(usage(20e6, writer)).isolatedThroughput()).isCloseTo(100, within(5.0));
  }

  private static Assessment assess(
      PerformanceCatalogue catalogue, ClusterUsage usage, Assessment before) {
    return new PerformanceModel(catalogue)
        .assess(List.of(ALICE, BOB), usage, Optional.of(HALVES), Settings.defaults(), before);
  }

  private static TenantModel alice(ClusterUsage usage) {
    return assess(SampleCatalogue.read(), usage, Assessment.NONE).tenants().get(0);
  }

  @Test
  void aTenantsOwnFiguresComeFirst() {
    TenantModel model = alice(usage(HDFS, uniform(ALICE, 353).build(), uniform(BOB, 353).build()));
    assertThat(model.functionName()).isEqualTo("Observed");
    assertThat(model.isDemandLimited()).isFalse();
    assertThat(model.bias()).isCloseTo(1, within(0.01));
    assertThat(model.isolatedThroughput()).isCloseTo(600 / 0.70, within(10.0));
    assertThat(model.throughputLoss()).isCloseTo(0.59, within(0.01));
  }

  @Test
  void withoutAKnownCapacityTheShapeOfTheNearestTypeServes() {
    TenantModel model = alice(usage(0, uniform(ALICE, 353).build(), uniform(BOB, 353).build()));
    assertThat(model.functionName()).isEqualTo("Uniform");
    assertThat(model.why()).contains("closest profile").contains("shape only");
    assertThat(model.throughputLoss()).isCloseTo(0.59, within(0.01));
    assertThat(model.predicted(0.5, 0.5)).isCloseTo(353, within(1.0));
  }

  @Test
  void aProfileOfThisClusterThatFitsIsPreferred() {
    GridFunction function =
        GridFunction.of(
            new double[] {0, 1}, new double[] {0, 1}, new double[][] {{0, 560}, {0, 840}});
    PerformanceProfile.Builder mine =
        PerformanceProfile.builder("mine").workload(0.01, WorkloadMix.of(1, 0, 0));
    ClusterUsage usage = usage(HDFS, uniform(ALICE, 353).build(), uniform(BOB, 353).build());
    PerformanceCatalogue fits =
        PerformanceCatalogue.of(List.of(mine.cluster(CACHE, HDFS).build(function)));
    assertThat(assess(fits, usage, Assessment.NONE).tenants().get(0).functionName())
        .isEqualTo("mine");
    PerformanceCatalogue elsewhere =
        PerformanceCatalogue.of(List.of(mine.cluster(10 * CACHE, HDFS).build(function)));
    assertThat(assess(elsewhere, usage, Assessment.NONE).tenants().get(0).functionName())
        .isEqualTo("Observed");
    ClusterUsage faster = usage(HDFS * 2, uniform(ALICE, 706).build(), uniform(BOB, 706).build());
    assertThat(assess(fits, faster, Assessment.NONE).tenants().get(0).functionName())
        .isEqualTo("Observed");
  }

  private static PerformanceProfile profile(String name, double ratio, double scale) {
    return PerformanceProfile.builder(name)
        .workload(ratio, WorkloadMix.of(1, 0, 0))
        .cluster(CACHE, HDFS)
        .crossValidatedError(0.04)
        .build(
            GridFunction.of(
                new double[] {0, 1},
                new double[] {0, 1},
                new double[][] {{0, 560 * scale}, {0, 840 * scale}}));
  }

  @Test
  void aWorkloadOnABorderDoesNotFlap() {
    PerformanceCatalogue catalogue =
        PerformanceCatalogue.of(List.of(profile("low", 0.10, 1), profile("high", 0.20, 1)));
    Random random = new Random(5);
    Assessment state = Assessment.NONE;
    Set<String> names = new TreeSet<>();
    int changes = 0;
    String before = "";
    for (int round = 0; round < 200; round++) {
      double operations = 353 * (1 + 0.23 * random.nextGaussian() / 2);
      TenantUsage alice =
          uniform(ALICE, operations).keyRepeatRatio(0.15 + 0.02 * random.nextGaussian()).build();
      Assessment assessment =
          assess(catalogue, usage(HDFS, alice, uniform(BOB, 353).build()), state);
      state = assessment;
      String name = assessment.tenants().get(0).functionName();
      changes += name.equals(before) ? 0 : 1;
      before = name;
      names.add(name);
    }
    assertThat(names).hasSizeLessThanOrEqualTo(2);
    assertThat(changes).isLessThanOrEqualTo(4);
  }

  @Test
  void aWorkloadThatNobodyProfiledIsPlannedByItsCurveAndSaysSo() {
    // Takes a quarter of the lookups from HDFS, all of which another tenth of the cache would save.
    double[] hits = new double[MissRatioCurve.STEPS];
    hits[0] = 750;
    hits[MissRatioCurve.step(0.55)] = 250;
    MissRatioCurve curve = MissRatioCurve.of(hits, 0, 5_000);
    TenantUsage alice = uniform(ALICE, 353).keyRepeatRatio(0.4).missRatioCurve(curve).build();
    TenantModel model = alice(usage(HDFS, alice, uniform(BOB, 353).build()));
    assertThat(model.functionName()).isEqualTo("Observed");
    assertThat(model.why()).contains("no profile was measured here").contains("miss-ratio curve");
    assertThat(model.predicted(0.5, 0.5)).isCloseTo(353, within(30.0));
    assertThat(model.predicted(0.65, 0.5)).isGreaterThan(10 * 353);
    TenantUsage few = uniform(ALICE, 353).missRatioCurve(MissRatioCurve.of(hits, 0, 50)).build();
    assertThat(alice(usage(HDFS, few, uniform(BOB, 353).build())).why()).doesNotContain("curve");
  }

  @Test
  void zeroAndMissingFiguresDoNoHarm() {
    TenantUsage nothing = TenantUsage.builder(ALICE).operations(RequestKind.GET, 500).build();
    TenantUsage onlyWrites =
        TenantUsage.builder(BOB)
            .operations(RequestKind.WRITE, 500)
            .hdfs(0, 3e6)
            .queue(10, 0, 0.9)
            .build();
    for (ClusterUsage usage :
        List.of(
            usage(HDFS, nothing, onlyWrites),
            usage(0, nothing, onlyWrites),
            ClusterUsage.of(
                List.of(
                    new UsageReport("rs", 0, 2, 1, 0, 0, List.of(), List.of(nothing, onlyWrites))),
                List.of()))) {
      for (TenantModel model : assess(SampleCatalogue.read(), usage, Assessment.NONE).tenants()) {
        for (double share : new double[] {0, 0.5, 1}) {
          assertThat(model.predicted(share, share)).isBetween(0.0, 1e9);
        }
        assertThat(model.isolatedThroughput()).isBetween(0.0, 1e9);
        assertThat(model.throughputLoss()).isBetween(0.0, 1.0);
        assertThat(model.bias()).isBetween(1e-3, 1e3);
      }
    }
  }

  @Test
  void biasFollowsObservationsSmoothlyAndWithinBounds() {
    PerformanceCatalogue catalogue = SampleCatalogue.read();
    Assessment state = Assessment.NONE;
    state = assess(catalogue, usage(0, uniform(ALICE, 340).build()), state);
    double first = state.bias(ALICE, "rs", "Uniform").orElseThrow();
    assertThat(first).isCloseTo(1, within(0.02));
    state = assess(catalogue, usage(0, uniform(ALICE, 680).build()), state);
    assertThat(state.bias(ALICE, "rs", "Uniform").orElseThrow()).isCloseTo(1.3, within(0.03));
    for (int i = 0; i < 30; i++) {
      state = assess(catalogue, usage(0, uniform(ALICE, 680).build()), state);
    }
    assertThat(state.bias(ALICE, "rs", "Uniform").orElseThrow()).isCloseTo(2, within(0.03));
    TenantUsage calm = uniform(ALICE, 34).queue(0, 0, 0).build();
    ClusterUsage demandLimited = usage(0, calm);
    assertThat(assess(catalogue, demandLimited, state).tenants().get(0).isDemandLimited()).isTrue();
  }

  @Test
  void aTenantThatAsksForLittleIsDemandLimitedAndNotHurt() {
    TenantUsage calm = uniform(ALICE, 50).queue(0, 0, 0.02).build();
    TenantModel model = alice(usage(HDFS, calm, uniform(BOB, 600).build()));
    assertThat(model.isDemandLimited()).isTrue();
    assertThat(model.throughputLoss()).isZero();
    assertThat(model.isolatedThroughput()).isCloseTo(62.5, within(0.1));
    assertThat(model.why()).contains("demand-limited");
  }

  @Test
  void aTenantBehindTheReadsUnderWayIsDemandLimitedAllTheSame() {
    TenantUsage paced = uniform(ALICE, 100).queue(3, 0, 0.6).waits(0, 5, 2.5).build();
    TenantModel model = alice(usage(HDFS, paced, uniform(BOB, 600).build()));
    assertThat(model.isDemandLimited()).isTrue();
    assertThat(model.isolatedThroughput()).isCloseTo(125, within(0.1));
  }

  @Test
  void aThrottledTenantIsNotDemandLimitedHoweverLittleItGets() {
    TenantUsage held = uniform(ALICE, 20).waits(0, 40, 0.5).build();
    TenantModel model = alice(usage(HDFS, held, uniform(BOB, 600).build()));
    assertThat(model.isDemandLimited()).isFalse();
    assertThat(model.throughputLoss()).isGreaterThan(0.9);
  }

  @Test
  void aTenantThatNobodyReportedIsIdle() {
    TenantModel model = alice(usage(HDFS));
    assertThat(model.isDemandLimited()).isTrue();
    assertThat(model.functionName()).isEqualTo("none");
    assertThat(model.predicted(1, 1)).isZero();
  }

  @Test
  void tenantsThatShareTheCpuAreHurtByHalf() {
    TenantUsage.Builder hot =
        TenantUsage.builder(ALICE)
            .operations(RequestKind.GET, 13_000)
            .keyRepeatRatio(0.66)
            .cache(77 << 20, 100 << 20, 39_000, 0)
            .handlerFraction(1)
            .waits(2, 0, 0)
            .queue(30, 0, 0.97);
    TenantUsage.Builder hot2 =
        TenantUsage.builder(BOB)
            .operations(RequestKind.GET, 13_000)
            .cache(77 << 20, 100 << 20, 39_000, 0)
            .handlerFraction(1)
            .waits(30, 0, 0)
            .queue(30, 0, 0.97);
    TenantModel model = alice(usage(HDFS, hot.build(), hot2.build()));
    assertThat(model.throughputLoss()).isCloseTo(0.5, within(0.01));
    // The planner knows that neither cache nor HDFS would help.
    assertThat(model.predicted(1, 1)).isCloseTo(13_000, within(100.0));
  }

  private static ClusterUsage besideUniform(ServerCpu cpu) {
    TenantUsage hot =
        TenantUsage.builder(ALICE)
            .operations(RequestKind.GET, 20_000)
            .keyRepeatRatio(0.66)
            .cache(77 << 20, 100 << 20, 60_000, 0)
            .handlerFraction(0.8)
            .cpuFraction(0.8)
            .waits(6, 0, 0)
            .queue(5, 0, 0.05)
            .build();
    TenantUsage cold = uniform(BOB, 600).cpuFraction(0.2).build();
    return ClusterUsage.of(
        List.of(
            new UsageReport("rs", 0, 2, 1, CACHE, HDFS, List.of(), List.of(hot, cold)).with(cpu)),
        List.of());
  }

  @Test
  void aTenantLimitedByTheCpuWouldHaveAloneWhatAllUseNow() {
    ClusterUsage busy = besideUniform(new ServerCpu(2, 1.95, 1.1, 0.1));
    TenantModel model = alice(busy);
    assertThat(model.isDemandLimited()).isFalse();
    assertThat(model.isolatedThroughput()).isCloseTo(25_000, within(1.0));
    assertThat(model.throughputLoss()).isCloseTo(0.2, within(0.001));
    // The planner knows that neither cache nor HDFS would help.
    TenantModel bounded =
        CpuShares.planned(assess(SampleCatalogue.read(), busy, Assessment.NONE).tenants()).get(0);
    assertThat(bounded.predicted(1, 1)).isCloseTo(20_000, within(100.0));
    TenantModel bob = assess(SampleCatalogue.read(), busy, Assessment.NONE).tenants().get(1);
    assertThat(bob.isolatedThroughput()).as("HDFS limits it").isLessThan(1_000);
    TenantModel idle = alice(besideUniform(new ServerCpu(8, 1.95, 1.1, 0.1)));
    assertThat(idle.throughputLoss()).as("the CPU idles").isLessThan(0.06);
  }

  @Test
  void aServerThatKnowsNoCapacityCountsWithWhatItMoves() {
    UsageReport known =
        new UsageReport(
            "rs1", 0, 2, 1, CACHE, HDFS, List.of(), List.of(uniform(ALICE, 350).build()));
    UsageReport unknown =
        new UsageReport("rs2", 0, 2, 1, CACHE, 0, List.of(), List.of(uniform(ALICE, 100).build()));
    ClusterUsage usage = ClusterUsage.of(List.of(known, unknown), List.of());
    assertThat(usage.hdfsCapacityBytesPerSecond()).isEqualTo(HDFS + 85 * 65_536);
    TenantUsage sum = usage.tenant(ALICE).orElseThrow();
    assertThat(sum.totalOperationsPerSecond()).isEqualTo(450);
    assertThat(sum.backlogFraction()).isEqualTo(0.98);
    assertThat(sum.cacheBytes()).isEqualTo(200 << 20);
  }
}
