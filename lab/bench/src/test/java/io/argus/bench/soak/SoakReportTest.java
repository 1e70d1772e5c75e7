package io.argus.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SoakReportTest {
  private static final double WARM_UP = 100;

  /** Heap that grows by so much a minute after a warm-up in which it grows fast. */
  private static SoakReport.OfSystem system(String name, double megabytesPerMinute, long failed) {
    Samples samples = new Samples();
    for (int second = 0; second <= 1000; second += 20) {
      double noise = second % 40 == 0 ? 1 : -1;
      double warm = Math.min(second, WARM_UP);
      samples.add(
          Quantity.HEAP,
          "regionserver-0",
          second,
          200 + warm + megabytesPerMinute * second / 60 + noise);
      samples.add(Quantity.THREADS, "master", second, 120 + noise);
    }
    return new SoakReport.OfSystem(name, 12, 34, 1, 5678, failed, samples.measured(WARM_UP));
  }

  private static SoakReport report(SoakReport.OfSystem... systems) {
    return new SoakReport("bin/argus-bench soak", "HBase 2.6.4", 17, 100, List.of(systems));
  }

  @Test
  void theTableHasALinePerSystemForEachThingSampled() {
    List<String> table = report(system("stock", 0, 0), system("argus", 1, 0)).toTable();

    assertThat(table)
        .startsWith(
            "soak of 17 min, the first 1.7 min are warm-up; HBase 2.6.4",
            "stock: 12 tenants came and went, 34 commands (1 refused), 5,678 operations (0 failed)");
    assertThat(table.get(4)).contains("per hour", "error", "99 % interval", "ignored", "verdict");
    assertThat(table.get(5))
        .startsWith("heap after a collection, MB regionserver-0  stock")
        .endsWith("flat");
    assertThat(table.get(6))
        .startsWith("heap after a collection, MB regionserver-0  argus")
        .contains("+60.")
        .endsWith("grows");
    assertThat(table.get(7)).contains("live threads").endsWith("flat");
    assertThat(table).hasSize(9);
  }

  @Test
  void theWarmUpDoesNotCount() {
    assertThat(report(system("argus", 0, 0)).holds()).isTrue();
  }

  @Test
  void whatGrowsOnArgusOnlyDoesNotHold() {
    assertThat(report(system("argus", 1, 0)).holds()).isFalse();
    assertThat(report(system("stock", 0, 0), system("argus", 1, 0)).holds()).isFalse();
    assertThat(report(system("stock", 1, 0), system("argus", 0, 0)).holds()).isTrue();
  }

  @Test
  void whatGrowsAsFastOnStockIsHBasesOwn() {
    SoakReport report = report(system("stock", 1, 0), system("argus", 1, 0));

    assertThat(report.holds()).isTrue();
    assertThat(report.toTable().get(6)).endsWith("grows, as on stock");
  }

  @Test
  void failedOperationsDoNotHold() {
    assertThat(report(system("argus", 0, 1)).holds()).isFalse();
  }

  @Test
  void thePageHoldsTheSamples() {
    SoakReport report = report(system("argus", 1, 0));

    assertThat(report.toHtml()).contains("\"verdict\": \"GROWS\"", "lineChart(", "Argus soak");
    assertThat(report.toJson()).contains("\"quantity\": \"heap after a collection\"");
  }

  @Test
  void nodesAreReadFromSrvr() throws IOException {
    assertThat(ZooKeeperNodes.parse("Zookeeper version: 3.8\nMode: standalone\nNode count: 61\n"))
        .isEqualTo(61);
    assertThatThrownBy(() -> ZooKeeperNodes.parse("srvr is not executed"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("srvr is not executed");
  }

  @Test
  void aSoakNeedsSamplesAfterItsWarmUp() {
    assertThatThrownBy(() -> SoakSettings.of(Duration.ofMinutes(2), Duration.ofSeconds(15)))
        .hasMessageContaining("time after the warm-up");
    assertThat(SoakSettings.of(Duration.ofMinutes(30), Duration.ofSeconds(15)).warmUp())
        .isEqualTo(Duration.ofMinutes(12));
  }
}
