package io.argus.master.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.performance.SampleCatalogue;
import io.argus.core.plan.Plan;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.ServerCpu;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.monitor.ClusterUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who counts as demand-limited, and how much the others seem to lose. */
class DemandLimitedTest {
  private static final TenantId ALICE = TenantId.of("alice");
  private static final TenantId BOB = TenantId.of("bob");
  private static final long CACHE = 200L << 20;
  private static final double HDFS = 600 * 65_536.0;
  private static final double BUSY = 1.95;

  /** A tenant whose reads all hit, by the part of all attributed CPU time that it uses. */
  private static final class Hot {
    double use;
    double queueWait = 6;
    double backlog = 0.05;

    Hot(double use) {
      this.use = use;
    }

    Hot waiting(double seconds) {
      queueWait = seconds;
      return this;
    }

    Hot backlog(double fraction) {
      backlog = fraction;
      return this;
    }

    TenantUsage usage(TenantId tenant, int servers) {
      double operations = 20_000 * use / servers;
      return TenantUsage.builder(tenant)
          .operations(RequestKind.GET, operations)
          .keyRepeatRatio(0.66)
          .cache(77 << 20, 100 << 20, operations * 3, 0)
          .handlerFraction(use / servers)
          .cpuFraction(use / servers)
          .waits(queueWait / servers, 0, 0)
          .queue(5, 0, backlog)
          .build();
    }
  }

  private static UsageReport report(
      String server, double machineBusy, int servers, int idle, Hot alice, Hot bob) {
    List<TenantUsage> usages = new ArrayList<>();
    usages.add(alice.usage(ALICE, servers));
    usages.add(bob.usage(BOB, servers));
    for (int i = 0; i < idle; i++) {
      usages.add(
          TenantUsage.builder(TenantId.of("idle" + i)).cache(1 << 20, 2 << 20, 0, 0).build());
    }
    return new UsageReport(server, 0, 20, 1, CACHE, HDFS, List.of(), usages)
        .with(new ServerCpu(2, machineBusy, 1.1 / servers, 0.1 / servers));
  }

  private static Assessment assess(Assessment before, UsageReport... reports) {
    ClusterUsage usage = ClusterUsage.of(List.of(reports), List.of());
    return new PerformanceModel(SampleCatalogue.read())
        .assess(
            usage.tenants().keySet(),
            usage,
            Optional.of(Plan.equal(1, 0, List.of(ALICE, BOB))),
            Settings.defaults(),
            before);
  }

  private static TenantModel alice(Assessment assessment) {
    return assessment.tenants().get(0);
  }

  private static double lossOfAlice(UsageReport... reports) {
    return alice(assess(Assessment.NONE, reports)).throughputLoss();
  }

  @ParameterizedTest(name = "{0} idle tenants, {1} servers")
  @CsvSource({"0, 1", "100, 1", "0, 2", "100, 2"})
  void equalTenantsThatTheCpuLimitsLoseEqually(int idle, int servers) {
    UsageReport[] reports = new UsageReport[servers];
    for (int s = 0; s < servers; s++) {
      reports[s] = report("rs" + s, BUSY, servers, idle, new Hot(.49), new Hot(.51));
    }
    List<TenantModel> models = assess(Assessment.NONE, reports).tenants();
    double alice = models.get(0).throughputLoss();
    double bob = models.get(1).throughputLoss();
    assertThat(alice).isBetween(.45, .55);
    assertThat(bob).isBetween(.45, .55);
    assertThat(Math.abs(alice - bob)).isLessThan(.05);
    assertThat(models.subList(2, models.size())).allMatch(TenantModel::isDemandLimited);
  }

  /** Sweeps a figure; the loss must not jump. */
  private static void assertContinuous(
      String figure, double from, double to, DoubleFunction<UsageReport[]> reports) {
    int steps = 100;
    double before = Double.NaN;
    for (int i = 0; i <= steps; i++) {
      double value = from + (to - from) * i / steps;
      double loss = lossOfAlice(reports.apply(value));
      if (i > 0) {
        assertThat(Math.abs(loss - before)).as("%s %s", figure, value).isLessThan(.05);
      }
      before = loss;
    }
  }

  @Test
  void theLossIsContinuousInWhatTheTenantUses() {
    assertContinuous(
        "use",
        .02,
        .5,
        use -> new UsageReport[] {report("rs", BUSY, 1, 0, new Hot(use), new Hot(1 - use))});
    assertContinuous(
        "use on two servers",
        .02,
        .5,
        use ->
            new UsageReport[] {
              report("rs1", BUSY, 2, 100, new Hot(use), new Hot(1 - use)),
              report("rs2", BUSY, 2, 100, new Hot(use), new Hot(1 - use))
            });
  }

  @Test
  void theLossIsContinuousInHowLongRequestsWait() {
    assertContinuous(
        "wait",
        0,
        2,
        wait ->
            new UsageReport[] {report("rs", BUSY, 1, 0, new Hot(.5).waiting(wait), new Hot(.5))});
  }

  @Test
  void theLossIsContinuousInHowBusyTheMachineIs() {
    assertContinuous(
        "busy",
        1,
        2,
        busy -> new UsageReport[] {report("rs", busy, 1, 0, new Hot(.5), new Hot(.5))});
  }

  @Test
  void theLossIsContinuousInHowOftenSomeRequestWaits() {
    for (double use : new double[] {.005, .05, .2, .5}) {
      assertContinuous(
          "backlog beside use " + use,
          0,
          1,
          backlog ->
              new UsageReport[] {
                report("rs", BUSY, 1, 0, new Hot(use).backlog(backlog), new Hot(1 - use))
              });
    }
  }

  @Test
  void aTenantThatNeverWaitsLosesNothingHoweverLittleItUses() {
    for (double use : new double[] {.001, .02, .2, .5, .9}) {
      Hot prompt = new Hot(use).waiting(0).backlog(0);
      assertThat(lossOfAlice(report("rs", BUSY, 1, 0, prompt, new Hot(1 - use))))
          .as("use %s", use)
          .isLessThan(.01);
    }
  }

  @ParameterizedTest(name = "{0} servers, {1} of its requests wait")
  @CsvSource({"1, 0", "2, 0", "1, .08", "2, .08", "1, .104", "2, .104"})
  void aLightTenantOnABusyServerAsksForLess(int servers, double waiting) {
    TenantUsage alice =
        TenantUsage.builder(ALICE)
            .operations(RequestKind.GET, 50)
            .keyRepeatRatio(.3)
            .cache(5 << 20, 100 << 20, 150, 0)
            .handlerFraction(.03)
            .cpuFraction(.02)
            .waits(waiting, 0, 0)
            .queue(0, 0, waiting)
            .build();
    TenantUsage bob = new Hot(1.5).backlog(.97).usage(BOB, 1);
    UsageReport[] reports = new UsageReport[servers];
    for (int s = 0; s < servers; s++) {
      reports[s] =
          new UsageReport("rs" + s, 0, 20, 1, CACHE, HDFS, List.of(), List.of(alice, bob))
              .with(new ServerCpu(2, BUSY, 1.6, .1));
    }
    TenantModel model = alice(assess(Assessment.NONE, reports));
    assertThat(model.isDemandLimited()).isTrue();
    assertThat(model.throughputLoss()).isZero();
    assertThat(model.isolatedThroughput()).isCloseTo(servers * 62.5, within(.1));
  }

  private static TenantUsage reader(TenantId tenant, double operations, boolean waits) {
    double misses = operations * .85;
    return TenantUsage.builder(tenant)
        .operations(RequestKind.GET, operations)
        .keyRepeatRatio(.007)
        .cache(100 << 20, 100 << 20, operations * 2.15, misses)
        .hdfs(misses * 65_536, 0)
        .handlerFraction(operations * 50e-6)
        .waits(waits ? 1 : 0, waits ? 40 : .5, misses / 60)
        .queue(waits ? 40 : 1, 0, waits ? .98 : .08)
        .build();
  }

  private static UsageReport disk(int idle, TenantUsage... usages) {
    List<TenantUsage> all = new ArrayList<>(List.of(usages));
    for (int i = 0; i < idle; i++) {
      all.add(TenantUsage.builder(TenantId.of("idle" + i)).build());
    }
    return new UsageReport("rs", 0, 20, 1, CACHE, HDFS, List.of(), all);
  }

  @Test
  void idleTenantsChangeNothingWhereTheDiskLimits() {
    for (double operations : new double[] {20, 80, 300}) {
      TenantUsage calm = reader(ALICE, operations, false);
      TenantUsage other = reader(BOB, 500, true);
      TenantModel alone = alice(assess(Assessment.NONE, disk(0, calm, other)));
      TenantModel beside = alice(assess(Assessment.NONE, disk(100, calm, other)));
      assertThat(beside.isDemandLimited()).isEqualTo(alone.isDemandLimited());
      assertThat(beside.isolatedThroughput()).isEqualTo(alone.isolatedThroughput());
    }
  }

  /** Else the planner would keep all of the disk for what it asks for. */
  @Test
  void aTenantThatUsesMoreThanItsPartIsNotDemandLimitedThoughItNeverWaits() {
    TenantModel alice =
        alice(assess(Assessment.NONE, disk(0, reader(ALICE, 500, false), reader(BOB, 150, true))));
    assertThat(alice.isDemandLimited()).isFalse();
    assertThat(alice.throughputLoss()).isLessThan(.1);
    TenantModel alone = alice(assess(Assessment.NONE, disk(0, reader(ALICE, 300, false))));
    assertThat(alone.isDemandLimited()).as("half of the disk, alone").isTrue();
  }

  @Test
  void aTenantOnTheBorderStaysWhatItIs() {
    TenantUsage below = reader(ALICE, 220, false);
    TenantUsage border = reader(ALICE, 300, false);
    TenantUsage above = reader(ALICE, 350, false);
    TenantUsage other = reader(BOB, 365, true);
    Assessment calm = assess(Assessment.NONE, disk(0, below, other));
    Assessment heavy = assess(Assessment.NONE, disk(0, above, other));
    assertThat(alice(calm).isDemandLimited()).isTrue();
    assertThat(alice(heavy).isDemandLimited()).isFalse();
    assertThat(alice(assess(calm, disk(0, border, other))).isDemandLimited()).isTrue();
    assertThat(alice(assess(heavy, disk(0, border, other))).isDemandLimited()).isFalse();
  }
}
