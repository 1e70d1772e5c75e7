package io.argus.traces.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.traces.policy.TracedSystem.Kind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TracesReportTest {
  private static final TracesReport REPORT =
      TracesReport.of(
          "bin/argus-bench traces",
          Map.of("hbase", "2.6.4"),
          List.of(5.0, 31.2),
          List.of(
              new TraceResult(
                  "hot",
                  "<hot> gets",
                  List.of(
                      system("argus", Kind.ARGUS, 0.30, 0.66),
                      system("LRU", Kind.HBASE, 0.25, 0.57),
                      system("TinyLFU", Kind.HBASE, 0.24, 0.65),
                      system("static", Kind.STATIC_OPTIMUM, 0.34, 0.68),
                      system("Belady", Kind.OPTIMUM, 0.5, 0.8))),
              new TraceResult(
                  "moved",
                  "hot gets",
                  List.of(
                      moved("argus", Kind.ARGUS, 2.5, null), moved("LRU", Kind.HBASE, 1.0, 1.5)))));

  private static SystemResult system(String name, Kind kind, double... ratios) {
    return new SystemResult(name, kind, List.of(ratios[0], ratios[1]), List.of());
  }

  private static SystemResult moved(
      String name, Kind kind, @Nullable Double first, @Nullable Double second) {
    return new SystemResult(
        name,
        kind,
        List.of(0.5, 0.5),
        List.of(
            new Recovery(10, 0.5, List.of(0.1), 8, first),
            new Recovery(60, 0.5, List.of(0.1), 8, second)));
  }

  @Test
  void aimsTellTheLeastMarginAndItsPlace() {
    assertThat(REPORT.aims()).extracting(Aim::met).containsExactly(true, false, false);
    assertThat(REPORT.aims().stream().map(Aim::toLine))
        .containsExactly(
            "argus: met: at least the best of HBase's three less .01 (least margin 0.010: moved,"
                + " cache 5 %)",
            "argus: missed: on zipfian and hot within .03 of the static optimum, at 1 of 2 points;"
                + " worst by 0.010: hot, cache 5 %",
            "argus: missed: back within .03 after 3 cache sizes of accesses, at 1 of 2 points;"
                + " worst by 5.000 cache sizes: moved, cache 31.2 %");
  }

  @Test
  void tableComparesWithTheBestOfHBaseAndTheOptima() {
    assertThat(REPORT.toTable())
        .startsWith(
            "hot: <hot> gets",
            "  hit ratio with a cache of     5 %  31.2 %",
            "  argus                      0.300   0.660")
        .contains(
            "  best of HBase's            0.250   0.650",
            "  argus - best of HBase's   +0.050  +0.010",
            "  argus - static            -0.040  -0.020",
            "  argus - Belady            -0.200  -0.140",
            "  accesses until back within .03, in blocks that the cache holds",
            "  argus                        2.5   never");
  }

  @Test
  void jsonHasTheNamesOfTheDocument() {
    JsonObject json = JsonParser.parseString(REPORT.toJson()).getAsJsonObject();

    assertThat(json.keySet())
        .containsExactly("version", "command", "conditions", "cachePercents", "traces", "aims");
    JsonObject trace = json.getAsJsonArray("traces").get(1).getAsJsonObject();
    assertThat(trace.keySet()).containsExactly("trace", "description", "systems");
    JsonObject system = trace.getAsJsonArray("systems").get(0).getAsJsonObject();
    assertThat(system.keySet()).containsExactly("system", "kind", "hitRatios", "recoveries");
    assertThat(system.getAsJsonArray("recoveries").get(0).getAsJsonObject().keySet())
        .containsExactly("cacheBlocks", "before", "windows", "moveAfter", "backAfter");
    assertThat(json.getAsJsonArray("aims").get(0).getAsJsonObject().keySet())
        .containsExactly("system", "aim", "unit", "points", "missed", "margin", "at");
  }

  @Test
  void pageHoldsEveryFigureOfTheJsonAndNothingFromElsewhere() {
    String page = REPORT.toHtml();

    int begin = page.indexOf(">", page.indexOf("<script id=\"data\"")) + 1;
    JsonElement data =
        JsonParser.parseString(page.substring(begin, page.indexOf("</script>", begin)));
    assertThat(data).isEqualTo(JsonParser.parseString(REPORT.toJson()));
    assertThat(page).doesNotContain("{{", "import {", "\nexport ", "<hot>");
    assertThat(page.replace("http://www.w3.org/2000/svg", ""))
        .doesNotContain("http://", "https://");
  }
}
