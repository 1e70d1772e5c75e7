package io.argus.master.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.performance.PerformanceCatalogue;
import io.argus.core.performance.ResourceBoundFunction;
import io.argus.core.plan.Plan;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.MissRatioCurve;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.monitor.ClusterUsage;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SpreadTenantsTest {
  private static final TenantId ALICE = TenantId.of("alice");
  private static final TenantId BOB = TenantId.of("bob");
  private static final long CACHE = 200L << 20;
  private static final double HDFS = 600 * 65536;

  /** A random reader: one block per operation, half of them in the cache. */
  private static TenantUsage reader(TenantId tenant, double operations, boolean waits) {
    double misses = operations / 2;
    double waiting = waits ? 20 : 0;
    return TenantUsage.builder(tenant)
        .operations(RequestKind.GET, operations)
        .keyRepeatRatio(0.01)
        .cache(CACHE / 2, CACHE / 2, operations * 2.5, misses)
        .hdfs(misses * 65536, 0)
        .handlerFraction(operations * 50e-6)
        .queue((int) waiting, 0, waits ? 0.99 : 0.02)
        .waits(waiting / 5, waiting, misses * 2e-3)
        .build();
  }

  private static UsageReport report(String server, TenantUsage... usages) {
    return report(server, 20, usages);
  }

  private static UsageReport report(String server, double windowSeconds, TenantUsage... usages) {
    return new UsageReport(server, 0, windowSeconds, 1, CACHE, HDFS, List.of(), List.of(usages));
  }

  private static Assessment assess(UsageReport... reports) {
    return assess(Assessment.NONE, reports);
  }

  private static Assessment assess(Assessment before, UsageReport... reports) {
    return new PerformanceModel(PerformanceCatalogue.of(List.of()))
        .assess(
            List.of(ALICE, BOB),
            ClusterUsage.of(List.of(reports), List.of()),
            Optional.of(Plan.equal(1, 0, List.of(ALICE, BOB))),
            Settings.defaults(),
            before);
  }

  private static TenantModel skewed() {
    return assess(
            report("x", reader(ALICE, 480, true), reader(BOB, 600, true)),
            report("y", reader(ALICE, 120, false), reader(BOB, 600, true)))
        .tenants()
        .get(0);
  }

  @Test
  void aTenantHasAPartOnEachServerOfItsOwnFiguresThere() {
    TenantModel alice = skewed();
    assertThat(alice.parts()).extracting(PartModel::server).containsExactly("x", "y");
    assertThat(alice.parts().get(0).demandShare()).isCloseTo(.8, within(0.001));
    assertThat(alice.parts().get(1).demandShare()).isCloseTo(.2, within(0.001));
    assertThat(alice.parts().get(0).operations()).isCloseTo(9600, within(1.0));
    assertThat(alice.parts().get(0).choice().function).isInstanceOf(ResourceBoundFunction.class);
    assertThat(alice.isDemandLimited()).isFalse();
    assertThat(alice.throughput()).isCloseTo(600, within(1e-6));
  }

  @Test
  void theBottleneckServerSaysWhatItWouldReachAlone() {
    TenantModel alice = skewed();
    PartModel x = alice.parts().get(0);
    assertThat(alice.isolatedThroughput()).isCloseTo(x.full() / x.demandShare(), within(1e-6));
    assertThat(alice.predicted(.5, .5)).isCloseTo(x.unlimited(.5, .5) / .8, within(1e-6));
  }

  @Test
  void aServerThatDoesNotHoldItUpCouldDoMoreThanItDoesThere() {
    PartModel y = skewed().parts().get(1);
    assertThat(y.full()).isGreaterThan(1000);
    assertThat(y.unlimited(0.5, 0.5)).isGreaterThan(2 * 120);
  }

  /**
   * What it does on y follows from what x lets it do; the requests that wait there come in
   * clusters.
   */
  @Test
  void requestsThatWaitWhereItUsesLessThanItsShareDoNotHoldItUp() {
    double operations = 20;
    TenantUsage clustered =
        TenantUsage.builder(ALICE)
            .operations(RequestKind.GET, operations)
            .keyRepeatRatio(0.01)
            .cache(CACHE / 2, CACHE / 2, operations * 2.5, operations / 2)
            .hdfs(operations / 2 * 65536, 0)
            .handlerFraction(operations * 50e-6)
            .queue(0, 0, 0.25)
            .waits(0, 0.2, 0.02)
            .build();
    TenantModel alice =
        assess(
                report("x", reader(ALICE, 480, true), reader(BOB, 600, true)),
                report("y", clustered, reader(BOB, 600, true)))
            .tenants()
            .get(0);
    PartModel x = alice.parts().get(0);
    assertThat(alice.isolatedThroughput()).isCloseTo(x.full() / x.demandShare(), within(1e-6));
    assertThat(alice.parts().get(1).bias()).isEqualTo(1);
  }

  /** A region that has just moved has next to no share where it is now, until the next plan. */
  @Test
  void aServerThatHardlyServesItWhileItWaitsHoldsItUp() {
    UsageReport y = report("y", reader(ALICE, 0.5, true), reader(BOB, 600, true));
    UsageReport x = report("x", reader(ALICE, 4.5, false), reader(BOB, 600, true));
    TenantModel alice = assess(x, y).tenants().get(0);
    assertThat(alice.isDemandLimited()).isFalse();
    PartModel bottleneck = alice.parts().get(1);
    assertThat(bottleneck.isUnlimited()).isFalse();
    assertThat(bottleneck.unlimited(0.01, 0.001)).isLessThan(bottleneck.unlimited(0.5, 0.5) / 400);
    assertThat(alice.isolatedThroughput()).isGreaterThan(100);
  }

  /** A disk that is never saturated is never measured. */
  @Test
  void aServerThatHasNotMeasuredItsHdfsIsTakenToBeLikeTheOthers() {
    UsageReport unmeasured =
        new UsageReport("y", 0, 20, 1, CACHE, 0, List.of(), List.of(reader(ALICE, 120, false)));
    TenantModel alice =
        assess(report("x", reader(ALICE, 480, true), reader(BOB, 600, true)), unmeasured)
            .tenants()
            .get(0);
    PartModel y = alice.parts().get(1);
    PartModel measured = skewed().parts().get(1);
    assertThat(y.unlimited(0.5, 0.5)).isCloseTo(measured.unlimited(0.5, 0.5), within(1e-6));
    assertThat(alice.isolatedThroughput()).isCloseTo(skewed().isolatedThroughput(), within(1e-6));
  }

  /** Of some hundred lookups none hits by chance, and of a hundred servers there is always one. */
  @Test
  void aServerThatKnowsTooLittleOfTheCacheHasTheCurveOfAllServers() {
    UsageReport x = report("x", sampled(480, 20_000), reader(BOB, 600, true));
    UsageReport y = report("y", sampled(12, 300), reader(BOB, 600, true));
    TenantModel alice = assess(x, y).tenants().get(0);
    PartModel known = alice.parts().get(0);
    assertThat(known.full()).as("the cache holds half of the data").isCloseTo(1200, within(30.0));
    assertThat(alice.parts().get(1).full()).isCloseTo(known.full(), within(1.0));
  }

  /** A random reader of twice the cache, which has next to nothing of it. */
  private static TenantUsage sampled(double operations, double samples) {
    double[] hits = new double[MissRatioCurve.STEPS];
    for (int k = 0; k < hits.length; k++) {
      double within = (2 * k + 1.0) / (MissRatioCurve.STEPS * MissRatioCurve.STEPS);
      hits[k] = operations * (within / 2 + (k == 0 ? 2 : 0));
    }
    return TenantUsage.builder(ALICE)
        .operations(RequestKind.GET, operations)
        .keyRepeatRatio(0.01)
        .cache(CACHE / 1000, CACHE / 1000, operations * 2, operations)
        .hdfs(operations * 65536, 0)
        .handlerFraction(operations * 50e-6)
        .queue(20, 0, 0.99)
        .waits(4, 20, operations * 2e-3)
        .missRatioCurve(MissRatioCurve.of(hits, operations / 2, samples))
        .build();
  }

  @Test
  void demandIsWhatClientsAskForWhileQueuesMove() {
    TenantModel alice =
        assess(
                report("x", reader(ALICE, 400, true), reader(BOB, 600, true)),
                report("y", growing(reader(ALICE, 10, true), 90), reader(BOB, 600, true)))
            .tenants()
            .get(0);
    assertThat(alice.parts().get(0).demandShare()).isCloseTo(.8, within(0.001));
  }

  /** A server that has restarted, or follows a plan later, has a short window. */
  @Test
  void demandSharesDoNotDependOnTheLengthOfWindows() {
    TenantUsage bob = reader(BOB, 600, true);
    TenantModel alice =
        assess(
                report("x", 30, reader(ALICE, 100, true), bob),
                report("y", 30, reader(ALICE, 103, true), bob),
                report("z", 2, reader(ALICE, 100, true), bob))
            .tenants()
            .get(0);
    for (PartModel part : alice.parts()) {
      assertThat(part.demandShare()).isCloseTo(1.0 / 3, within(0.01));
    }
  }

  private static TenantUsage growing(TenantUsage usage, double perSecond) {
    return TenantUsage.builder(usage.tenant())
        .operations(RequestKind.GET, usage.totalOperationsPerSecond())
        .keyRepeatRatio(usage.keyRepeatRatio())
        .cache(
            usage.cacheBytes(),
            usage.cacheLimitBytes(),
            usage.cacheHitsPerSecond(),
            usage.cacheMissesPerSecond())
        .hdfs(usage.hdfsReadBytesPerSecond(), 0)
        .handlerFraction(usage.handlerFraction())
        .queue(usage.queueLength(), 0, usage.backlogFraction())
        .queueGrowth(perSecond)
        .waits(usage.queueWaitFraction(), usage.hdfsWaitFraction(), usage.hdfsReadFraction())
        .build();
  }

  @Test
  void withoutBacklogAnywhereItIsDemandLimitedOnAllServers() {
    TenantModel alice =
        assess(
                report("x", reader(ALICE, 40, false), reader(BOB, 600, true)),
                report("y", reader(ALICE, 10, false), reader(BOB, 600, true)))
            .tenants()
            .get(0);
    assertThat(alice.isDemandLimited()).isTrue();
    assertThat(alice.isolatedThroughput()).isCloseTo(62.5, within(1e-6));
    assertThat(alice.local(0).throughput(1, 1)).isCloseTo(50, within(0.01));
    assertThat(alice.local(1).throughput(1, 1)).isCloseTo(12.5, within(0.01));
  }

  @Test
  void aServerOnWhichItDoesNextToNothingNeverHoldsItUp() {
    TenantModel alice =
        assess(
                report("x", reader(ALICE, 480, true), reader(BOB, 600, true)),
                report("y", reader(ALICE, 0.5, false), reader(BOB, 600, true)))
            .tenants()
            .get(0);
    assertThat(alice.predicted(0.5, 0.5))
        .isCloseTo(
            alice.parts().get(0).unlimited(0.5, 0.5) / alice.parts().get(0).demandShare(),
            within(1e-6));
  }

  @Test
  void aTenantThatNoServerReportsHasNoPart() {
    TenantModel bob =
        assess(report("x", reader(ALICE, 480, true)), report("y", reader(ALICE, 120, false)))
            .tenants()
            .get(1);
    assertThat(bob.parts()).isEmpty();
    assertThat(bob.isDemandLimited()).isTrue();
  }

  @Test
  void demandSharesFollowAMoveAtOnceAndSmoothNoise() {
    double[] before = {.5, .5};
    double[] second = {1, 1};
    assertThat(DemandShares.of(new double[] {520, 480}, second, before)).containsExactly(.5, .5);
    double[] moved = DemandShares.of(new double[] {900, 100}, second, before);
    assertThat(moved[0]).isCloseTo(.9, within(1e-9));
    double[] skewed = {.7, .3};
    double[] smoothed = DemandShares.of(new double[] {720, 280}, second, skewed);
    assertThat(smoothed[0]).isCloseTo(.706, within(1e-9));
    double[] unknown = {Double.NaN, Double.NaN};
    assertThat(DemandShares.of(new double[] {700, 300}, second, unknown)[0])
        .isCloseTo(.7, within(1e-9));
  }

  @Test
  void demandSharesTrustAShortWindowLess() {
    double[] before = {.5, .5};
    double[] perSecond = {60, 40};
    double[] seconds = {30, 30};
    assertThat(DemandShares.of(perSecond, seconds, before)[0]).isCloseTo(.6, within(1e-9));
    double[] restarted = {30, 1};
    assertThat(DemandShares.of(perSecond, restarted, before)[0]).isCloseTo(.5, within(1e-9));
  }

  @Test
  void demandSharesAreSmoothedOverRounds() {
    Assessment first =
        assess(
            report("x", reader(ALICE, 480, true), reader(BOB, 600, true)),
            report("y", reader(ALICE, 120, false), reader(BOB, 600, true)));
    Assessment second =
        assess(
            first,
            report("x", reader(ALICE, 470, true), reader(BOB, 600, true)),
            report("y", reader(ALICE, 130, false), reader(BOB, 600, true)));
    double now = 470.0 / 600;
    assertThat(second.tenants().get(0).parts().get(0).demandShare())
        .isCloseTo(.8 + .3 * (now - .8), within(0.002));
  }
}
