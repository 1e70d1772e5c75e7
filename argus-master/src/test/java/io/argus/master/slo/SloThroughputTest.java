package io.argus.master.slo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.performance.PerformanceCatalogue;
import io.argus.core.settings.Settings;
import io.argus.core.slo.Slos;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Figure;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.ServerCpu;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.model.Assessment;
import io.argus.master.model.CpuShares;
import io.argus.master.model.PerformanceModel;
import io.argus.master.model.TenantModel;
import io.argus.master.monitor.ClusterUsage;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Measured figures of a server with one core and all data in its cache: HDFS was never busy. */
class SloThroughputTest {
  private static final TenantId GETS = TenantId.of("gets");
  private static final TenantId SCANS = TenantId.of("scans");
  private static final long CACHE = 270L << 20;

  /** Clients that send their next request after an answer, and have their share of the core. */
  private static final TenantUsage SCANNING =
      TenantUsage.builder(SCANS)
          .operations(RequestKind.SCAN, 376)
          .cache(116_217_280, 135_327_152, 376 * 4, 0)
          .handlerFraction(1.0366)
          .cpuFraction(.5467)
          .waits(199.2, 0, 0)
          .queue(199, 0, 1)
          .set(Figure.RESPONSE_P99, 774_671_527)
          .build();

  private static TenantUsage getting(double operations, double cpu) {
    return TenantUsage.builder(GETS)
        .operations(RequestKind.GET, operations)
        .keyRepeatRatio(1)
        .cache(16_541_584, 135_327_152, 3 * operations, 0)
        .handlerFraction(.3375)
        .cpuFraction(cpu)
        .waits(18.37, 0, 0)
        .queue(22, 0, .739)
        .set(Figure.RESPONSE_P99, 15_234_453)
        .build();
  }

  private static List<TenantModel> models(TenantUsage gets, String slos) {
    double busy = gets.cpuFraction() + SCANNING.cpuFraction();
    UsageReport report =
        new UsageReport("rs", 0, 2, 1, CACHE, 0, List.of(), List.of(gets, SCANNING));
    return models(report.with(new ServerCpu(1, 1, busy, 0)), slos);
  }

  private static List<TenantModel> models(UsageReport report, String slos) {
    ClusterUsage usage = ClusterUsage.of(List.of(report), List.of());
    Assessment assessment =
        new PerformanceModel(PerformanceCatalogue.of(List.of()))
            .assess(
                Set.of(GETS, SCANS), usage, Optional.empty(), Settings.defaults(), Assessment.NONE);
    return CpuShares.planned(SloThroughput.of(assessment.tenants(), usage, Slos.parse(slos)));
  }

  @Test
  void whereHdfsWasNeverBusyItLimitsNobody() {
    TenantModel gets = models(getting(7731, .4268), "").get(0);

    assertThat(gets.functionName()).isEqualTo("Observed");
    assertThat(gets.predicted(.5, .5)).isGreaterThan(7000);
    assertThat(gets.predicted(.1, .1)).isGreaterThan(7000);
  }

  @Test
  void aTenantThatUsesLessThanItsShareOfTheCoreNeedsNoMoreForAPercentile() {
    List<TenantModel> models = models(getting(7731, .4268), "gets:p99=10");

    assertThat(models.get(0).sloThroughput()).isCloseTo(7731, within(.1));
    assertThat(SloFit.of(models).meetsAll()).isTrue();
  }

  @Test
  void aTenantThatUsesUpItsShareOfTheCoreNeedsMoreThroughputForAPercentile() {
    List<TenantModel> models = models(getting(7731, .54), "gets:p99=10");

    assertThat(models.get(0).sloThroughput()).isCloseTo(7731 * 1.523, within(5.0));
    assertThat(models.get(0).cpuShare()).isGreaterThan(.6);
  }

  @Test
  void whereTheServerDoesNotMeasureItsCpuSharesMayBeWhatIsMissing() {
    UsageReport report =
        new UsageReport(
            "rs", 0, 2, 1, CACHE, 0, List.of(), List.of(getting(7731, .4268), SCANNING));

    assertThat(models(report, "gets:p99=10").get(0).sloThroughput())
        .isCloseTo(7731 * 1.523, within(5.0));
  }

  @Test
  void otherSlosReplaceThoseInForce() {
    List<TenantModel> inForce = models(getting(7731, .4268), "gets:ops=9000");

    assertThat(inForce.get(0).sloThroughput()).isEqualTo(9000);
    assertThat(SloThroughput.of(inForce, ClusterUsage.NONE, Slos.parse("")).get(0).sloThroughput())
        .isZero();
  }
}
