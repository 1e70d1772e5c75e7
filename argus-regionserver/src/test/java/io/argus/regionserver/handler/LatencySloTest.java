package io.argus.regionserver.handler;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.slo.Slos;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.handler.LatencySlo.Verdict;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LatencySloTest {
  private static final TenantId BOB = TenantId.of("bob");
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private static LatencySlo ofBob(String slos) {
    return Objects.requireNonNull(LatencySlo.of(Slos.parse(slos), BOB));
  }

  private static Verdict after(LatencySlo slo, int calls, int waitedLong, long nanos) {
    for (int i = 0; i < calls; i++) {
      slo.ended(RequestKind.GET, i < waitedLong ? nanos : 0);
    }
    return slo.verdict();
  }

  @Test
  void onlyOnesOnP99Count() {
    assertThat(LatencySlo.of(Slos.parse("bob:ops=10,alice:p99=10"), BOB)).isNull();
    LatencySlo all = ofBob("bob:p99=10,bob:ops=5");
    for (RequestKind kind : RequestKind.values()) {
      assertThat(all.covers(kind)).isTrue();
    }
  }

  @Test
  void oneOfAKindCoversNoOther() {
    LatencySlo gets = ofBob("bob:get.p99=10");
    assertThat(gets.covers(RequestKind.GET)).isTrue();
    assertThat(gets.covers(RequestKind.SCAN)).isFalse();
    assertThat(gets.covers(RequestKind.OTHER)).isFalse();
    LatencySlo writes = ofBob("bob:write.p99=10");
    assertThat(writes.covers(RequestKind.MULTI)).isTrue();
    assertThat(writes.covers(RequestKind.WRITE)).isTrue();
    assertThat(writes.covers(RequestKind.GET)).isFalse();
  }

  @Test
  void moreThanAHundredthOfTheWaitsDecides() {
    LatencySlo slo = ofBob("bob:p99=10");
    assertThat(after(slo, 200, 2, 3 * MILLI)).isEqualTo(Verdict.WELL_BELOW);
    assertThat(after(slo, 200, 3, 2 * MILLI)).isEqualTo(Verdict.BELOW);
    assertThat(after(slo, 200, 3, 3 * MILLI)).isEqualTo(Verdict.EXCEEDED);
    assertThat(after(slo, 200, 0, 0)).isEqualTo(Verdict.WELL_BELOW);
  }

  @Test
  void theStricterOfTwoCounts() {
    LatencySlo slo = ofBob("bob:p99=100,bob:get.p99=10");
    assertThat(after(slo, 200, 3, 3 * MILLI)).isEqualTo(Verdict.EXCEEDED);
  }

  @Test
  void fewCallsSayNothingUnlessTwoWaitedTooLong() {
    LatencySlo slo = ofBob("bob:p99=10");
    assertThat(after(slo, 10, 1, 9 * MILLI)).isEqualTo(Verdict.UNKNOWN);
    assertThat(after(slo, 1, 1, 9 * MILLI)).isEqualTo(Verdict.EXCEEDED);
    assertThat(after(slo, 10, 0, 0)).isEqualTo(Verdict.UNKNOWN);
    assertThat(after(slo, 10, 0, 0)).isEqualTo(Verdict.WELL_BELOW);
  }

  @Test
  void aTenantIsActiveForASecondAfterACall() {
    LatencySlo slo = ofBob("bob:p99=10");
    assertThat(slo.isActive(0)).isFalse();
    slo.used(0);
    assertThat(slo.isActive(TimeUnit.SECONDS.toNanos(1))).isTrue();
    assertThat(slo.isActive(TimeUnit.SECONDS.toNanos(1) + 1)).isFalse();
  }
}
