package io.argus.master.metering;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of the usage table that fuzzing found. */
class DamagedMeteringTest {
  @ParameterizedTest
  @ValueSource(strings = {"{'seconds': -0}", "{'lostSeconds': {'HDFS': -0.0}}", "{'seconds': NaN}"})
  void whatIsNoAmountIsRefused(String contention) {
    TableRow row =
        new TableRow(
            ContentionHour.prefix(490_000) + "alice",
            Map.of("contention", contention.replace('\'', '"')));

    assertThatThrownBy(() -> ContentionHour.read(row)).isInstanceOf(IllegalArgumentException.class);
  }
}
