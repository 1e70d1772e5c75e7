package io.argus.bench.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import io.argus.check.CheckResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FaultReportTest {
  private static final Fault FAULT = new Fault("kill", "kill -9", 5, site -> {});

  private static CheckResult result(long lost, long wrong, long failed, double stall) {
    return new CheckResult(
        Map.of("get", 1200L),
        Map.of("get", failed),
        Map.of("get", stall, "put", 1.0),
        lost,
        wrong,
        0,
        0,
        0,
        List.of());
  }

  private static FaultOutcome outcome(String system, CheckResult result, Integer back) {
    return new FaultOutcome(
        system, "kill", "kill -9", "", List.of(), result, back, List.of(), Map.of(), Map.of());
  }

  private static List<String> judged(FaultOutcome... outcomes) {
    return FaultReport.of("2.6", "none", List.of(outcomes)).judged();
  }

  @Test
  void aSystemAsGoodAsStockHolds() {
    assertThat(
            judged(
                outcome("stock", result(0, 0, 2, 7), 40), outcome("argus", result(0, 0, 2, 9), 30)))
        .isEmpty();
  }

  @Test
  void whateverIsLostOrWrongDoesNotHold() {
    assertThat(judged(outcome("argus", result(1, 0, 0, 1), 3)))
        .containsExactly("argus, kill: 1 lost, 0 wrong");
    assertThat(judged(outcome("argus", result(0, 2, 0, 1), 3)))
        .containsExactly("argus, kill: 0 lost, 2 wrong");
  }

  @Test
  void aFaultThatDidNotHappenAsMeantDoesNotHold() {
    FaultOutcome noted =
        new FaultOutcome(
            "argus",
            "kill",
            "kill -9",
            "inject: nobody says that it is broken",
            List.of("logs: 0 errors"),
            result(0, 0, 0, 1),
            3,
            List.of(),
            Map.of(),
            Map.of());
    assertThat(judged(noted)).containsExactly("argus, kill: inject: nobody says that it is broken");
    assertThat(FaultReport.of("2.6", "none", List.of(noted)).remarks())
        .contains("argus, kill: logs: 0 errors");
  }

  @Test
  void moreFailuresLongerStallsAndLateReturnsDoNotHold() {
    FaultOutcome stock = outcome("stock", result(0, 0, 2, 7), 12);

    assertThat(judged(stock, outcome("argus", result(0, 0, 3, 7), 12)))
        .containsExactly("argus, kill: 3 failed, stock 2");
    assertThat(judged(stock, outcome("argus", result(0, 0, 2, 9.1), 12)))
        .containsExactly("argus, kill: stall of 9.1 s, stock 7.0 s");
    assertThat(judged(stock, outcome("argus", result(0, 0, 2, 7), null)))
        .containsExactly("argus, kill: J is back after never, stock 12 s");
  }

  @Test
  void theTableHasEachSystemBesideTheOthers() {
    FaultReport report =
        FaultReport.of(
            "2.6",
            "none",
            List.of(
                outcome("stock", result(0, 0, 2, 7), 12),
                FaultOutcome.skipped("argus", FAULT, "too small a machine")));

    assertThat(report.table())
        .hasSize(3)
        .contains(
            List.of(
                "kill", "stock", "1,200", "0", "0", "0", "2", "7.0 s", "0.0 s", "1.0 s", "7.0 s",
                "12 s"),
            List.of("kill", "argus", "skipped"));
    assertThat(report.remarks()).containsExactly("argus, kill: skipped: too small a machine");
    assertThat(JsonParser.parseString(report.toJson()).getAsJsonObject().has("outcomes")).isTrue();
    assertThat(report.toHtml()).contains("too small a machine").doesNotContain("{{");
  }
}
