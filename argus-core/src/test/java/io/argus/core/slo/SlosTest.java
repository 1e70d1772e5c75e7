package io.argus.core.slo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.core.tenant.TenantId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlosTest {
  private static final TenantId ALICE = TenantId.of("alice");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "alice:ops=5000|at least 5000 operations a second",
        "alice:get.ops=12.5|at least 12.5 gets a second",
        "alice:p99=20|p99 at most 20 ms",
        "alice:scan.p99=200|p99 of scans at most 200 ms"
      })
  void anSloIsReadAsItIsWritten(String text, String words) {
    Slo slo = Slo.parse(text);

    assertThat(slo).hasToString(text);
    assertThat(slo.inWords()).isEqualTo(words);
    assertThat(slo.tenant()).isEqualTo(ALICE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "alice",
        "alice:5000",
        "alice:ops=",
        "alice:ops=-1",
        "alice:multi.ops=1",
        "alice:p95=1",
        ":ops=1",
        "alice:ops=1e999"
      })
  void whatIsNoSloIsRefusedSayingWhatWouldBeRight(String text) {
    assertThatThrownBy(() -> Slo.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "' is no SLO: must be TENANT:ops=NUMBER");
  }

  @Test
  void anSloOutOfRangeIsRefusedWithItsLimits() {
    assertThatThrownBy(() -> Slo.parse("alice:ops=0"))
        .hasMessage(
            "the SLO of alice is 0 operations a second: must be above 0, at most 1000000000");
    assertThatThrownBy(() -> Slo.parse("alice:p99=99999999"))
        .hasMessageContaining("99999999 ms: must be above 0, at most 3600000");
  }

  @Test
  void anSloReplacesTheOneAboutTheSame() {
    Slos slos = Slos.parse("bob:p99=5, alice:ops=10,alice:get.ops=7");

    assertThat(slos).hasToString("alice:get.ops=7,alice:ops=10,bob:p99=5");
    assertThat(slos.with(Slo.parse("alice:ops=20")))
        .hasToString("alice:get.ops=7,alice:ops=20,bob:p99=5");
    assertThat(slos.of(ALICE)).hasSize(2);
    assertThat(Slos.parse(" ").isEmpty()).isTrue();
  }

  @Test
  void twoSlosAboutTheSameAreRefused() {
    assertThatThrownBy(() -> Slos.parse("alice:ops=10,alice:ops=20"))
        .hasMessageContaining("'alice:ops=20' is the second SLO of this kind");
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-4, 0.00012345, 1e-9, 0.1 + 0.2, 1234567.25, 999_999_999})
  void anySloCanBeReadAsItIsWritten(double value) {
    Slo slo = Slo.of(ALICE, Slo.Measure.OPS, Slo.Requests.ALL, value);

    assertThat(Slo.parse(slo.toString()).value()).isEqualTo(value);
  }
}
