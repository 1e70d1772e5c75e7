package io.argus.experiments.profile;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.profiler.campaign.Measurement;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PredictionReportTest {
  private static final double BLOCK = 65_536;

  /** As a master wrote it: a lookup per operation, half of the cache holds half of the blocks. */
  private static JsonObject own(double bias) {
    return JsonParser.parseString(
            String.format(
                Locale.ROOT,
                "{'lookupsPerOperation':1,'isolatedThroughput':1000,'bias':%f,"
                    + "'why':'its own figures','function':{'otherLimit':1000,"
                    + "'cacheCapacityBytes':1e8,'hdfsCapacityBytesPerSecond':%f,'lookups':1,"
                    + "'observedMisses':0.5,'observedCacheBytes':5e7,'bytesPerMiss':%f,"
                    + "'otherBytes':0,'keyRepeatRatio':0}}",
                bias,
                100 * BLOCK,
                BLOCK))
        .getAsJsonObject();
  }

  private static Measurement measured(
      double cache, double hdfs, double throughput, double hits, @Nullable JsonObject own) {
    return new Measurement(
        cache,
        hdfs,
        1,
        throughput,
        1,
        8,
        10,
        true,
        new Measurement.Latencies(1, 2, 3),
        0,
        new Measurement.Usage(throughput, hits, 1e6, 0, 0, 0.3, 1, 0, 0, 1e6, 1e8, 4e7),
        own);
  }

  @Test
  void comparesThePredictionsFromTheLargestAndAMiddlePoint() {
    PredictionReport report =
        PredictionReport.of(
            List.of(
                measured(0.5, 0.5, 100, 0.5, own(1.5)),
                measured(0.5, 1, 200, 0.5, own(1)),
                measured(0.25, 0.5, 50, 0.25, null)));

    assertThat(report.problems()).isEmpty();
    String text = String.join("\n", report.lines());
    assertThat(text)
        .contains("from 0.500/1.000", "from 0.500/0.500", "from each of the 2 points")
        .contains("from 0.500/1.000: its own figures")
        .contains("error from 0.500/1.000: mean 2.4 %")
        .contains("worst 8.3 % of the greatest throughput; hit ratio mean 0.000, worst 0.000");
    JsonObject json = new JsonObject();
    report.addTo(json);
    JsonObject first = json.getAsJsonArray("predictions").get(0).getAsJsonObject();
    assertThat(
            first.getAsJsonArray("points").get(1).getAsJsonObject().get("predicted").getAsDouble())
        .isEqualTo(200);
    assertThat(first.get("worstError").getAsDouble()).isBetween(0.083, 0.084);
    JsonObject all = json.getAsJsonObject("predictionsFromEachPoint");
    assertThat(all.get("worstError").getAsDouble()).isBetween(0.49, 0.51);
  }

  @Test
  void aFileWithoutPredictionsHasNone() {
    PredictionReport report = PredictionReport.of(List.of(measured(1, 1, 100, 0.5, null)));

    assertThat(report.lines()).isEmpty();
    JsonObject json = new JsonObject();
    report.addTo(json);
    assertThat(json.toString()).isEqualTo("{\"predictions\":[]}");
  }

  @Test
  void aFunctionThatCannotBeReadIsReportedAndTheOthersCount() {
    PredictionReport report =
        PredictionReport.of(
            List.of(
                measured(1, 1, 200, 0.5, JsonParser.parseString("{'model':7}").getAsJsonObject()),
                measured(0.5, 0.5, 100, 0.5, own(1))));

    assertThat(report.origins()).hasSize(1);
    assertThat(report.lines())
        .last()
        .asString()
        .contains("prediction from 1.0/1.0", "own behaviour cannot be read");
  }
}
