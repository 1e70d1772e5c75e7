package io.argus.cli.profile;

import static io.argus.core.text.Text.format;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.argus.cli.output.TextTable;
import io.argus.profiler.campaign.Measurement;
import io.argus.profiler.fit.GridPoint;
import io.argus.profiler.fit.PredictionError;
import io.argus.profiler.fit.PredictionError.Predicted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What Argus would have predicted for a workload that nobody profiled, compared with the
 * measurements. At each point the master makes a performance function of the workload's own
 * figures; that function predicts all points.
 *
 * <p>Immutable.
 */
final class PredictionReport {
  private final List<Origin> origins;
  private final List<String> problems;

  /**
   * @param origins the prediction from each point that has such a function
   * @param problems functions that cannot be read
   */
  private PredictionReport(List<Origin> origins, List<String> problems) {
    this.origins = Collections.unmodifiableList(origins);
    this.problems = Collections.unmodifiableList(problems);
  }

  List<Origin> origins() {
    return origins;
  }

  List<String> problems() {
    return problems;
  }

  /** The prediction for all points from one. Immutable. */
  static final class Origin {
    private final GridPoint from;
    private final String why;
    private final List<Predicted> points;
    private final PredictionError error;

    private Origin(GridPoint from, String why, List<Predicted> points) {
      this.from = from;
      this.why = why;
      this.points = Collections.unmodifiableList(points);
      this.error = PredictionError.of(points);
    }

    PredictionError error() {
      return error;
    }

    static Origin of(GridPoint from, OwnFunction own, List<Measurement> measured) {
      List<Predicted> points =
          measured.stream()
              .map(
                  m ->
                      new Predicted(
                          m.sample(),
                          own.throughput(m.cacheShare(), m.hdfsShare()),
                          m.usage().hitRatio(),
                          own.hitRatio(m.cacheShare())))
              .collect(Collectors.toList());
      return new Origin(from, own.why(), points);
    }

    private String name() {
      return format("%.3f/%.3f", from.cacheShare(), from.hdfsShare());
    }

    private double distance(double cacheShare, double hdfsShare) {
      return Math.hypot(from.cacheShare() - cacheShare, from.hdfsShare() - hdfsShare);
    }
  }

  /**
   * @param measured the greatest throughput must be above 0
   */
  static PredictionReport of(List<Measurement> measured) {
    List<Origin> origins = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (Measurement measurement : measured) {
      JsonObject own = measurement.ownFunction();
      if (own != null) {
        try {
          origins.add(Origin.of(measurement.point(), OwnFunction.read(own), measured));
        } catch (IllegalArgumentException e) {
          problems.add("prediction from " + measurement.point() + ": " + e.getMessage());
        }
      }
    }
    return new PredictionReport(origins, problems);
  }

  /** The origin with the largest reservations, and the one nearest to half of everything. */
  private List<Origin> shown() {
    return Stream.of(nearest(1, 1), nearest(0.5, 0.5)).distinct().collect(Collectors.toList());
  }

  private Origin nearest(double cacheShare, double hdfsShare) {
    return origins.stream()
        .min(Comparator.comparingDouble(origin -> origin.distance(cacheShare, hdfsShare)))
        .orElseThrow(IllegalStateException::new);
  }

  /** The text; empty if nothing was predicted. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    if (!origins.isEmpty()) {
      lines.add("predicted from the workload's own figures, as if nobody had profiled it:");
      lines.addAll(table(shown()).lines());
      shown().forEach(origin -> lines.add(error("from " + origin.name(), origin.error())));
      lines.add(error("from each of the " + origins.size() + " points", all()));
      shown().forEach(origin -> lines.add("from " + origin.name() + ": " + origin.why));
    }
    lines.addAll(problems);
    return lines;
  }

  private static TextTable table(List<Origin> shown) {
    TextTable table = new TextTable();
    List<String> head = new ArrayList<>(Arrays.asList("cache/HDFS", "ops/s"));
    shown.forEach(origin -> head.addAll(Arrays.asList("from " + origin.name(), "off")));
    head.add("hit ratio");
    shown.forEach(origin -> head.add("from " + origin.name()));
    table.row(head);
    for (int i = 0; i < shown.get(0).points.size(); i++) {
      Predicted first = shown.get(0).points.get(i);
      GridPoint point = first.measured().point();
      List<String> row = new ArrayList<>();
      row.add(format("%.3f/%.3f", point.cacheShare(), point.hdfsShare()));
      row.add(format("%,.0f", first.measured().throughput()));
      for (Origin origin : shown) {
        Predicted predicted = origin.points.get(i);
        row.add(format("%,.0f", predicted.throughput()));
        row.add(format("%+,.0f", predicted.error()));
      }
      row.add(format("%.3f", first.measuredHitRatio()));
      for (Origin origin : shown) {
        row.add(format("%.3f", origin.points.get(i).hitRatio()));
      }
      table.row(row);
    }
    return table;
  }

  private static String error(String from, PredictionError error) {
    return format(
        "error %s: mean %.1f %%, worst %.1f %% of the greatest throughput; hit ratio mean %.3f,"
            + " worst %.3f",
        from, 100 * error.mean(), 100 * error.worst(), error.meanHitRatio(), error.worstHitRatio());
  }

  /** The mean of the origins' means, and the worst of all. */
  private PredictionError all() {
    List<PredictionError> errors = origins.stream().map(Origin::error).collect(Collectors.toList());
    return new PredictionError(
        errors.stream()
            .mapToDouble(PredictionError::mean)
            .average()
            .orElseThrow(IllegalStateException::new),
        errors.stream()
            .mapToDouble(PredictionError::worst)
            .max()
            .orElseThrow(IllegalStateException::new),
        errors.stream()
            .mapToDouble(PredictionError::meanHitRatio)
            .average()
            .orElseThrow(IllegalStateException::new),
        errors.stream()
            .mapToDouble(PredictionError::worstHitRatio)
            .max()
            .orElseThrow(IllegalStateException::new));
  }

  /** Adds the member predictions, and the mean error of the predictions from each point. */
  void addTo(JsonObject json) {
    JsonArray predictions = new JsonArray();
    if (!origins.isEmpty()) {
      shown().forEach(origin -> predictions.add(toJson(origin)));
      JsonObject all = toJson(all());
      all.addProperty("points", origins.size());
      json.add("predictionsFromEachPoint", all);
    }
    json.add("predictions", predictions);
  }

  private static JsonObject toJson(Origin origin) {
    JsonObject json = toJson(origin.error());
    json.addProperty("fromCacheShare", origin.from.cacheShare());
    json.addProperty("fromHdfsShare", origin.from.hdfsShare());
    json.addProperty("why", origin.why);
    JsonArray points = new JsonArray();
    for (Predicted predicted : origin.points) {
      JsonObject point = new JsonObject();
      point.addProperty("cacheShare", predicted.measured().point().cacheShare());
      point.addProperty("hdfsShare", predicted.measured().point().hdfsShare());
      point.addProperty("measured", predicted.measured().throughput());
      point.addProperty("predicted", predicted.throughput());
      point.addProperty("measuredHitRatio", predicted.measuredHitRatio());
      point.addProperty("predictedHitRatio", predicted.hitRatio());
      points.add(point);
    }
    json.add("points", points);
    return json;
  }

  private static JsonObject toJson(PredictionError error) {
    JsonObject json = new JsonObject();
    json.addProperty("meanError", error.mean());
    json.addProperty("worstError", error.worst());
    json.addProperty("meanHitRatioError", error.meanHitRatio());
    json.addProperty("worstHitRatioError", error.worstHitRatio());
    return json;
  }
}
