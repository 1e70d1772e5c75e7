package io.argus.cli.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.core.performance.PerformanceCatalogue;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.MissRatioCurve;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.model.Assessment;
import io.argus.master.model.PerformanceModel;
import io.argus.master.model.TenantModel;
import io.argus.master.monitor.ClusterUsage;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnFunctionTest {
  private static final TenantId ALICE = TenantId.of("alice");
  private static final TenantId BOB = TenantId.of("bob");
  private static final long CACHE = 200L << 20;
  private static final double HDFS = 600 * 65_536.0;
  private static final ClusterUsage NOTHING = ClusterUsage.of(List.of(), List.of());
  private static final Plan PINNED =
      Plan.of(
          1,
          Plan.Mode.PINNED,
          0,
          false,
          List.of(Reservation.of(ALICE, 0.5, 0.5), Reservation.of(BOB, 0.5, 0.5)),
          PlanExplanation.because("test"));

  /** Half of the lookups are of blocks that .45 of the cache just holds, the others miss. */
  private static ClusterUsage usage(double operations) {
    double[] hits = new double[MissRatioCurve.STEPS];
    hits[MissRatioCurve.step(0.45)] = operations;
    TenantUsage alice =
        TenantUsage.builder(ALICE)
            .operations(RequestKind.GET, operations)
            .keyRepeatRatio(0.1)
            .cache(100 << 20, 100 << 20, operations, operations)
            .hdfs(operations * 65_536, 0)
            .handlerFraction(operations * 50e-6)
            .waits(1, 40, 8)
            .queue(40, 0, 0.98)
            .missRatioCurve(MissRatioCurve.of(hits, operations, 10_000))
            .build();
    return ClusterUsage.of(
        List.of(new UsageReport("rs", 0, 2, 1, CACHE, HDFS, List.of(), List.of(alice))), List.of());
  }

  private static TenantModel model(ClusterUsage usage) {
    return new PerformanceModel(PerformanceCatalogue.of(List.of()))
        .assess(
            List.of(ALICE, BOB), usage, Optional.of(PINNED), Settings.defaults(), Assessment.NONE)
        .tenants()
        .get(0);
  }

  private static OwnFunction own(ClusterUsage usage) {
    return OwnFunction.of(ALICE, PINNED, usage).orElseThrow();
  }

  @Test
  void predictsWhatTheMasterPredicts() {
    TenantModel model = model(usage(300));
    OwnFunction own = own(usage(300));

    assertThat(own.why()).contains("miss-ratio curve");
    for (double c : new double[] {0.1, 0.4, 0.5, 1}) {
      for (double h : new double[] {0.1, 0.5, 1}) {
        assertThat(own.throughput(c, h)).isEqualTo(model.predicted(c, h));
      }
    }
    assertThat(own.hitRatio(0.5)).isCloseTo(0.5, within(0.01));
    assertThat(own.hitRatio(0.3)).isZero();
    assertThat(own.hitRatio(1)).isCloseTo(0.5, within(0.01));
  }

  @Test
  void isTheSameAfterItWasWrittenAndRead() {
    OwnFunction own = own(usage(300));

    String written = own.toJson().toString();
    OwnFunction read = OwnFunction.read(JsonParser.parseString(written).getAsJsonObject());

    assertThat(read.why()).isEqualTo(own.why());
    assertThat(read.throughput(0.3, 0.7)).isEqualTo(own.throughput(0.3, 0.7)).isPositive();
    assertThat(read.hitRatio(0.5)).isEqualTo(own.hitRatio(0.5));
  }

  @Test
  void ofATenantThatDoesNothingThereIsNone() {
    assertThat(OwnFunction.of(ALICE, PINNED, usage(0.5))).isEmpty();
    assertThat(OwnFunction.of(ALICE, PINNED, NOTHING)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"lookupsPerOperation\":2}",
        "{\"lookupsPerOperation\":2,\"function\":{}}",
        "{\"lookupsPerOperation\":\"many\",\"function\":[]}",
        "{\"lookupsPerOperation\":2,\"isolatedThroughput\":1,\"bias\":NaN,\"function\":{}}"
      })
  void nonsenseIsRefused(String text) {
    JsonObject json = JsonParser.parseString(text).getAsJsonObject();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> OwnFunction.read(json))
        .withMessageContaining("own behaviour cannot be read");
  }
}
