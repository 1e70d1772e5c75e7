package io.argus.core.promise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.core.tenant.TenantId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PromisesTest {
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
  void aPromiseIsReadAsItIsWritten(String text, String words) {
    Promise promise = Promise.parse(text);

    assertThat(promise).hasToString(text);
    assertThat(promise.inWords()).isEqualTo(words);
    assertThat(promise.tenant()).isEqualTo(ALICE);
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
  void whatIsNoPromiseIsRefusedSayingWhatWouldBeRight(String text) {
    assertThatThrownBy(() -> Promise.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "' is no promise: must be TENANT:ops=NUMBER");
  }

  @Test
  void aPromiseOutOfRangeIsRefusedWithItsLimits() {
    assertThatThrownBy(() -> Promise.parse("alice:ops=0"))
        .hasMessage(
            "the promise to alice is 0 operations a second: must be above 0, at most 1000000000");
    assertThatThrownBy(() -> Promise.parse("alice:p99=99999999"))
        .hasMessageContaining("99999999 ms: must be above 0, at most 3600000");
  }

  @Test
  void aPromiseReplacesTheOneAboutTheSame() {
    Promises promises = Promises.parse("bob:p99=5, alice:ops=10,alice:get.ops=7");

    assertThat(promises).hasToString("alice:get.ops=7,alice:ops=10,bob:p99=5");
    assertThat(promises.with(Promise.parse("alice:ops=20")))
        .hasToString("alice:get.ops=7,alice:ops=20,bob:p99=5");
    assertThat(promises.of(ALICE)).hasSize(2);
    assertThat(Promises.parse(" ").isEmpty()).isTrue();
  }

  @Test
  void twoPromisesAboutTheSameAreRefused() {
    assertThatThrownBy(() -> Promises.parse("alice:ops=10,alice:ops=20"))
        .hasMessageContaining("'alice:ops=20' is the second promise of this kind");
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-4, 0.00012345, 1e-9, 0.1 + 0.2, 1234567.25, 999_999_999})
  void anyPromiseCanBeReadAsItIsWritten(double value) {
    Promise promise = Promise.of(ALICE, Promise.Measure.OPS, Promise.Requests.ALL, value);

    assertThat(Promise.parse(promise.toString()).value()).isEqualTo(value);
  }
}
