package io.argus.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.bench.result.SystemResult;
import io.argus.bench.result.TenantResult;
import io.argus.bench.run.TenantRun;
import io.argus.bench.run.TenantWorkload;
import io.argus.load.client.LoadResult;
import io.argus.load.client.Preset;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final TenantWorkload A = new TenantWorkload("tenanta", Preset.UNIFORM, 50);
  private static final TenantWorkload B = new TenantWorkload("tenantb", Preset.UNIFORM, 200);

  /** Stock HBase 2.6.4 as the published isolated throughputs have it. */
  private static final SystemResult STOCK =
      SystemResult.of(
          "stock",
          List.of(
              TenantResult.of(A, result(832, 1, 2), run(149, 299, 794)),
              TenantResult.of(B, result(835, 1, 2), run(590, 301, 796))),
          0.5);

  private static LoadResult result(double throughput, double p50, double p99) {
    return new LoadResult(throughput, p50, p99, p99, p99, 0, 1000);
  }

  private static TenantRun run(double throughput, double p50, double p99) {
    return new TenantRun(result(throughput, p50, p99), List.of(100L, 200L));
  }

  @Test
  void scoresAreThoseOfThePublishedIsolatedThroughputs() {
    assertThat(STOCK.jIndex()).isCloseTo(0.817, within(0.001));
    assertThat(STOCK.efficiency()).isCloseTo(0.443, within(0.001));
    assertThat(STOCK.dScore()).isCloseTo(0.630, within(0.001));
    assertThat(STOCK.minMaxRatio()).isCloseTo(149.0 / 832 / (590.0 / 835), within(1e-9));
  }

  @Test
  void jsonHasTheAgreedNamesAndNoOthers() {
    JsonObject report =
        JsonParser.parseString(
                new Report("uniform50+uniform200", "2.6.4", "kernel", "heap", 3, List.of(STOCK))
                    .toJson())
            .getAsJsonObject();

    assertThat(report.keySet())
        .containsExactly("mix", "hbase", "disk", "blockCache", "regionServers", "systems");
    JsonObject system = report.getAsJsonArray("systems").get(0).getAsJsonObject();
    assertThat(system.keySet())
        .containsExactly("system", "tenants", "jIndex", "efficiency", "dScore", "minMaxRatio");
    JsonObject tenant = system.getAsJsonArray("tenants").get(0).getAsJsonObject();
    assertThat(tenant.keySet())
        .containsExactly(
            "name",
            "workload",
            "threads",
            "target",
            "isolatedThroughput",
            "throughput",
            "throughputLoss",
            "p50Millis",
            "p95Millis",
            "p99Millis",
            "aloneP50Millis",
            "aloneP99Millis",
            "errors",
            "opsBySecond",
            "placement");
    assertThat(tenant.get("workload").getAsString()).isEqualTo("uniform");
    assertThat(tenant.get("p99Millis").getAsDouble()).isEqualTo(794);
  }

  @Test
  void tableHasALinePerTenantAndTheScores() {
    assertThat(new Report("m", "2.6.4", "kernel", "heap", 3, List.of(STOCK)).toTable())
        .anyMatch(line -> line.contains("tenantb") && line.contains("590"))
        .anyMatch(line -> line.contains("3 region servers"))
        .anyMatch(line -> line.contains("J-index 0.817") && line.endsWith("total 739/s"));
  }

  @Test
  void oneSentenceSaysWhatWasSeen() {
    SystemResult argus =
        SystemResult.of(
            "argus",
            List.of(
                TenantResult.of(A, result(1664, 1, 2), run(416, 100, 200)),
                TenantResult.of(B, result(835, 1, 2), run(334, 300, 800))),
            0.5);
    Report report = new Report("m", "2.6.4", "kernel", "heap", 1, List.of(STOCK, argus));

    assertThat(report.sentence())
        .hasValue(
            "With Argus, uniform50 keeps 50 % instead of 18 % of what it does alone on stock HBase,"
                + " and uniform200 40 % instead of 71 %.");
    assertThat(report.toTable())
        .anyMatch(
            line ->
                line.startsWith("argus ")
                    && line.endsWith(
                        "stock HBase: 0.500, 0.400   efficiency 0.450   min/max 0.800"));
    assertThat(new Report("m", "2.6.4", "kernel", "heap", 1, List.of(argus)).sentence())
        .as("without stock HBase")
        .isEmpty();
  }
}
