package io.argus.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.argus.bench.finding.Finding;
import io.argus.bench.result.ResourceUse;
import io.argus.bench.result.Runs;
import io.argus.bench.result.Spread;
import io.argus.bench.run.WorkloadMix;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CampaignReportTest {
  private static final String MIX = "uniform50+uniform200";

  private static final CampaignReport REPORT =
      CampaignReport.of(
          "bin/argus-bench <" + MIX + ">",
          Map.of("hbase", "2.6.4", "disk", "kernel", "blockCache", "mmap", "regionServers", "3"),
          List.of(WorkloadMix.parse(MIX), WorkloadMix.parse("exhot50+scan200")),
          List.of("stock", "argus"),
          List.of(
              Runs.run(MIX, "argus", 0, 400, 420),
              Runs.run(MIX, "stock", 2, 100, 800),
              Runs.run(MIX, "stock", 0, 200, 700),
              Runs.run(MIX, "stock", 1, 150, 750)),
          List.of(new Finding("uniform50 alone", Map.of("ratio", Spread.of(0.99, 1.01)))));

  @Test
  void figuresAreMediansWithLeastAndGreatest() {
    assertThat(REPORT.mixes()).hasSize(1);
    MixSummary.OfSystem stock = REPORT.mixes().get(0).systems().get(0);
    assertThat(stock.system()).isEqualTo("stock");
    assertThat(stock.repeats()).isEqualTo(3);
    assertThat(stock.tenants().get(0).throughput()).isEqualTo(new Spread(150, 100, 200));
    assertThat(stock.worstThroughputLoss().median()).isCloseTo(0.85, within(1e-9));
    assertThat(stock.tenants().get(1).opsBySecond()).containsExactly(2L, 2L);
    assertThat(stock.tenants().get(1).resources())
        .isEqualTo(new ResourceUse(List.of(1_001L), List.of(11L)));
    assertThat(stock.dScore().median()).isBetween(stock.dScore().min(), stock.dScore().max());
  }

  @Test
  void tableHasALinePerSystem() {
    assertThat(REPORT.toTable())
        .anyMatch(line -> line.contains("stock") && line.contains("n=3"))
        .anyMatch(line -> line.endsWith("up to 2 % CPU steal"))
        .contains("block cache mmap", "3 region servers")
        .anyMatch(line -> line.contains("stock") && line.contains("min/max 0.200  total 900/s"))
        .anyMatch(line -> line.equals("uniform50 alone  ratio 1.000 (0.990..1.010)"))
        .anyMatch(line -> line.contains("argus") && line.contains("uniform200 420 of 1,000/s"))
        .anyMatch(line -> line.contains("loss by clients 20 %, by servers 20 % (n=3)"))
        .anyMatch(line -> line.contains("kept 80 % interleaved (60..80, n=6)"));
  }

  @Test
  void whatTenantsKeepOfStockComesFirst() {
    MixSummary mix = REPORT.mixes().get(0);
    MixSummary.OfStock argus = mix.systems().get(1).ofStock();
    assertThat(argus.repeats()).as("repeats in which both were measured").isEqualTo(1);
    assertThat(argus.least().median()).isCloseTo(0.4, within(1e-9));
    assertThat(argus.efficiency().median()).isCloseTo(0.41, within(1e-9));
    assertThat(argus.minMaxRatio().median()).isCloseTo(0.4 / 0.42, within(1e-9));
    List<String> table = REPORT.toTable();
    int own = table.indexOf("  of what it does alone on the same system:");
    assertThat(table.indexOf("  of what each tenant does alone on stock HBase:")).isEqualTo(1);
    assertThat(table.subList(2, own))
        .hasSize(2)
        .anyMatch(line -> line.contains("argus") && line.contains("uniform200 0.420"));
    assertThat(MarkdownReport.of(REPORT).lines().filter(line -> line.contains("stock HBase:")))
        .containsExactly("What each tenant keeps of what it does alone on stock HBase:");
  }

  @Test
  void withoutStockThereIsTheOwnYardstickOnly() {
    CampaignReport report =
        CampaignReport.of(
            "bin/argus-bench " + MIX,
            Map.of(),
            List.of(WorkloadMix.parse(MIX)),
            List.of("stock", "argus"),
            List.of(Runs.run(MIX, "argus", 0, 400, 420), Runs.run(MIX, "stock", 1, 200, 700)),
            List.of());
    assertThat(report.mixes().get(0).systems().get(1).ofStock())
        .as("stock HBase was measured in another repeat")
        .isNull();
    assertThat(report.toJson()).contains("ofStock");
  }

  @Test
  void documentHasARowForAMixAndAColumnForASystem() {
    assertThat(MarkdownReport.of(REPORT).lines())
        .contains("| workload mix | stock | argus |")
        .contains("| --- | --- | --- |")
        .contains("| " + MIX + " | 15 %, 75 % | 40 %, 42 % |")
        .noneMatch(line -> line.contains("exhot50"));
  }

  @Test
  void tenantsAreNamedWithTheirDemandAndPlacement() {
    String mix = "exhot50@900{5/1}+scan200";
    CampaignReport report =
        CampaignReport.of(
            "bin/argus-bench " + mix,
            Map.of(),
            List.of(WorkloadMix.parse(mix)),
            List.of("argus"),
            List.of(Runs.run(mix, "argus", 0, 400, 420)),
            List.of());
    assertThat(report.toTable()).anyMatch(line -> line.contains("exhot50@900{5/1} 400 of 1,000/s"));
  }

  @Test
  void pageHoldsEveryFigureOfTheJsonAndNothingFromElsewhere() {
    String page = HtmlReport.of(REPORT);

    int begin = page.indexOf(">", page.indexOf("<script id=\"data\"")) + 1;
    JsonElement data =
        JsonParser.parseString(page.substring(begin, page.indexOf("</script>", begin)));
    assertThat(data).isEqualTo(JsonParser.parseString(REPORT.toJson()));
    assertThat(page).doesNotContain("{{").doesNotContain("import {").doesNotContain("\nexport ");
    assertThat(page.replace("http://www.w3.org/2000/svg", ""))
        .doesNotContain("http://", "https://");
    assertThat(page).contains("prefers-color-scheme: dark");
  }
}
