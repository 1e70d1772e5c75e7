package io.argus.experiments.systems;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.bench.run.WorkloadMix;
import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.MissRatioCurve;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.rivals.shares.ClusterDemand;
import io.argus.rivals.shares.LocalDemand;
import io.argus.rivals.shares.ServerCapacity;
import io.argus.rivals.shares.Shares;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PolicySharesTest {
  private static final TenantId A = TenantId.of("tenanta");
  private static final TenantId B = TenantId.of("tenantb");

  @Test
  void aPinHasTheSharesOfEachServerAndTheirMeansForTheCluster() {
    Plan pin =
        PolicyShares.plan(
            "drf",
            new TreeMap<>(Map.of("tenanta", 2.0, "tenantb", 1.0)),
            Map.of(
                "s0", Map.of("tenanta", new Shares(0.9, 0.6), "tenantb", new Shares(0.1, 0.4)),
                "s1", Map.of("tenanta", new Shares(0.3, 0.2), "tenantb", new Shares(0.7, 0.8))));

    Plan read = WireFormat.readPlan(WireFormat.write(pin));
    assertThat(read.mode()).isEqualTo(Plan.Mode.PINNED);
    assertThat(read.reservation(A, "s0").orElseThrow().cacheShare()).isEqualTo(0.9);
    assertThat(read.reservation(B, "s1").orElseThrow().hdfsShare()).isEqualTo(0.8);
    assertThat(read.reservation(A).orElseThrow().hdfsShare()).isCloseTo(0.4, within(1e-9));
    assertThat(read.reservation(A).orElseThrow().weight()).isEqualTo(2);
  }

  @Test
  void noTenantIsWithoutAShare() {
    Map<String, Shares> raised =
        PolicyShares.atLeast(Map.of("a", new Shares(1, 0), "b", new Shares(0, 1)));

    assertThat(raised.get("b").cache()).isCloseTo(0.01, within(1e-9));
    assertThat(raised.get("a").cache() + raised.get("b").cache()).isCloseTo(1, within(1e-9));
  }

  @Test
  void demandIsReadFromTheReports() {
    TenantUsage usage =
        TenantUsage.builder(A)
            .operations(RequestKind.GET, 30)
            .operations(RequestKind.SCAN, 6)
            .hdfs(3e6, 1e6)
            .cache(5000, 9000, 1, 1)
            .build();
    TenantUsage system = TenantUsage.builder(TenantId.of("system")).build();

    ClusterDemand demand =
        ReportedDemand.of(
            WorkloadMix.parse("uniform50+uniform50"),
            List.of(new UsageReport("s0", 1, 2, 1, 8000, 4e7, List.of(), List.of(usage, system))));

    assertThat(demand.weights()).containsOnlyKeys("tenanta", "tenantb");
    assertThat(demand.capacities()).containsEntry("s0", new ServerCapacity(8000, 4e7));
    assertThat(demand.of("tenanta", "s0")).isEqualTo(new LocalDemand(36, 5000, 4e6));
    assertThat(demand.of("tenantb", "s0")).isEqualTo(LocalDemand.NONE);
  }

  @Test
  void aTenantCanUseAsMuchCacheAsGivesNearlyAllItsHits() {
    double[] hits = new double[MissRatioCurve.STEPS];
    hits[0] = 96; // need up to 1 / 1024 of the cache
    hits[31] = 4;

    assertThat(ReportedDemand.usefulShare(MissRatioCurve.of(hits, 50, 1000)))
        .isCloseTo(1.0 / 1024, within(1e-9));
    assertThat(ReportedDemand.usefulShare(MissRatioCurve.of(new double[32], 50, 1000))).isZero();
  }
}
