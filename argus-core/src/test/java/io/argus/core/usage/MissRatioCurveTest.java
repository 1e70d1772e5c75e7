package io.argus.core.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.documents.WireFormat;
import io.argus.core.tenant.TenantId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class MissRatioCurveTest {
  private static final TenantId ALICE = TenantId.of("alice");

  /** Uniform access to what fits into that share: hits grow with the share. */
  private static MissRatioCurve uniform(double share, double lookups) {
    double[] hits = new double[MissRatioCurve.STEPS];
    double before = 0;
    for (int k = 0; k < hits.length; k++) {
      double within = Math.min(1, Math.pow((k + 1.0) / hits.length, 2) / share);
      hits[k] = lookups * (within - before);
      before = within;
    }
    return MissRatioCurve.of(hits, lookups * (1 - before), 1_000);
  }

  @Test
  void missesFallInProportionToTheCacheForUniformAccess() {
    for (double set : new double[] {0.3, 1, 3}) {
      MissRatioCurve curve = uniform(set, 5_000);
      for (double share = 0; share <= 1; share += 0.01) {
        assertThat(curve.missRatio(share))
            .as("%s of %s", share, set)
            .isCloseTo(Math.max(0, 1 - share / set), within(0.05));
      }
    }
    assertThat(MissRatioCurve.NONE.missRatio(0.5)).isEqualTo(1);
  }

  @Test
  void everyShareHasItsStep() {
    assertThat(MissRatioCurve.step(0)).isZero();
    assertThat(MissRatioCurve.step(1.0 / 1024)).isZero();
    assertThat(MissRatioCurve.step(1.1 / 1024)).isEqualTo(1);
    assertThat(MissRatioCurve.step(1)).isEqualTo(31);
    assertThat(MissRatioCurve.step(1.001)).isEqualTo(32);
  }

  @Test
  void curvesAddUp() {
    MissRatioCurve sum = uniform(0.4, 1_000).plus(uniform(0.4, 3_000).times(2));
    assertThat(sum.lookupsPerSecond()).isCloseTo(7_000, within(1.0));
    assertThat(sum.samples()).isEqualTo(2_000);
    assertThat(sum.missRatio(0.2)).isCloseTo(0.5, within(0.02));
  }

  @Test
  void travelsInAReportAndMayBeMissing() {
    TenantUsage with = TenantUsage.builder(ALICE).missRatioCurve(uniform(0.4, 1_000)).build();
    assertThat(read(with, "", "").missRatioCurve().missRatio(0.2)).isCloseTo(0.5, within(0.02));
    TenantUsage without = TenantUsage.builder(ALICE).missRatioCurve(MissRatioCurve.NONE).build();
    assertThat(read(without, "", "").missRatioCurve()).isSameAs(MissRatioCurve.NONE);
    String json = new String(WireFormat.write(report(with)), StandardCharsets.UTF_8);
    assertThat(json.length()).isLessThan(1_100);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(with, "\"samples\":1000.0", "\"samples\":-1"))
        .withMessageContaining("miss-ratio curve that is not legal");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(with, "\"hits\":[", "\"hits\":[1,"))
        .withMessageContaining("miss-ratio curve that is not legal");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MissRatioCurve.of(new double[3], 0, 0))
        .withMessageContaining("must be 32 steps");
    double[] nan = new double[MissRatioCurve.STEPS];
    nan[4] = Double.NaN;
    assertThatIllegalArgumentException().isThrownBy(() -> MissRatioCurve.of(nan, 0, 0));
  }

  private static UsageReport report(TenantUsage usage) {
    return new UsageReport("rs", 1, 2, 1, 1, 1, List.of(), List.of(usage));
  }

  private static TenantUsage read(TenantUsage usage, String found, String replacement) {
    String json = new String(WireFormat.write(report(usage)), StandardCharsets.UTF_8);
    return WireFormat.readUsageReport(
            json.replace(found, replacement).getBytes(StandardCharsets.UTF_8))
        .tenants()
        .get(0);
  }
}
