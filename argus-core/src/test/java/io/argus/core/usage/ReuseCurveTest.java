package io.argus.core.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.documents.WireFormat;
import io.argus.core.tenant.TenantId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReuseCurveTest {
  private static final TenantId ALICE = TenantId.of("alice");

  /** Uniform access to what fits into that share: hits grow with the share. */
  private static ReuseCurve uniform(double share, double lookups) {
    double[] hits = new double[ReuseCurve.STEPS];
    double before = 0;
    for (int k = 0; k < hits.length; k++) {
      double within = Math.min(1, Math.pow((k + 1.0) / hits.length, 2) / share);
      hits[k] = lookups * (within - before);
      before = within;
    }
    return ReuseCurve.of(hits, lookups * (1 - before), 1_000);
  }

  @Test
  void missesFallInProportionToTheCacheForUniformAccess() {
    for (double set : new double[] {0.3, 1, 3}) {
      ReuseCurve curve = uniform(set, 5_000);
      for (double share = 0; share <= 1; share += 0.01) {
        assertThat(curve.missRatio(share))
            .as("%s of %s", share, set)
            .isCloseTo(Math.max(0, 1 - share / set), within(0.05));
      }
    }
    assertThat(ReuseCurve.NONE.missRatio(0.5)).isEqualTo(1);
  }

  @Test
  void everyShareHasItsStep() {
    assertThat(ReuseCurve.step(0)).isZero();
    assertThat(ReuseCurve.step(1.0 / 1024)).isZero();
    assertThat(ReuseCurve.step(1.1 / 1024)).isEqualTo(1);
    assertThat(ReuseCurve.step(1)).isEqualTo(31);
    assertThat(ReuseCurve.step(1.001)).isEqualTo(32);
  }

  @Test
  void curvesAddUp() {
    ReuseCurve sum = uniform(0.4, 1_000).plus(uniform(0.4, 3_000).times(2));
    assertThat(sum.lookupsPerSecond()).isCloseTo(7_000, within(1.0));
    assertThat(sum.samples()).isEqualTo(2_000);
    assertThat(sum.missRatio(0.2)).isCloseTo(0.5, within(0.02));
  }

  @Test
  void travelsInAReportAndMayBeMissing() {
    TenantUsage with = TenantUsage.builder(ALICE).reuse(uniform(0.4, 1_000)).build();
    assertThat(read(with, "", "").reuse().missRatio(0.2)).isCloseTo(0.5, within(0.02));
    TenantUsage without = TenantUsage.builder(ALICE).reuse(ReuseCurve.NONE).build();
    assertThat(read(without, "", "").reuse()).isSameAs(ReuseCurve.NONE);
    String json = new String(WireFormat.write(report(with)), StandardCharsets.UTF_8);
    assertThat(json.length()).isLessThan(1_100);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(with, "\"samples\":1000.0", "\"samples\":-1"))
        .withMessageContaining("reuse curve that is not legal");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(with, "\"hits\":[", "\"hits\":[1,"))
        .withMessageContaining("reuse curve that is not legal");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReuseCurve.of(new double[3], 0, 0))
        .withMessageContaining("must be 32 steps");
    double[] nan = new double[ReuseCurve.STEPS];
    nan[4] = Double.NaN;
    assertThatIllegalArgumentException().isThrownBy(() -> ReuseCurve.of(nan, 0, 0));
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
