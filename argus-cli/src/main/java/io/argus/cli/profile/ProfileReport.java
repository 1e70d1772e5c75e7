package io.argus.cli.profile;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.core.performance.CatalogueFormat;
import io.argus.core.performance.Cliff;
import io.argus.core.performance.PerformanceCatalogue;
import io.argus.core.performance.PerformanceProfile;
import io.argus.profiler.campaign.Measurement;
import io.argus.profiler.campaign.Profiles;
import io.argus.profiler.campaign.ResultsFile;
import io.argus.profiler.show.HeatMap;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A profile as the commands print it: heat map, errors, cliffs, where it was measured.
 *
 * <p>Immutable.
 *
 * @param measurements none of a profile that comes from a catalogue
 * @param notes one line each
 */
record ProfileReport(
    PerformanceProfile profile, List<Measurement> measurements, List<String> notes) {
  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

  static ProfileReport of(ResultsFile.Contents contents, boolean complete) {
    List<String> notes = new ArrayList<>();
    List<Measurement> measurements = contents.measurements();
    long unsteady = measurements.stream().filter(m -> !m.steady()).count();
    notes.add(
        String.format(
            Locale.ROOT,
            "%d points%s, HBase %s, disk %s",
            measurements.size(),
            complete ? "" : " so far",
            contents.conditions().hbase(),
            contents.conditions().disk()));
    if (unsteady > 0) {
      notes.add(unsteady + " of them never became steady");
    }
    return new ProfileReport(
        Profiles.of(contents.workload().name(), contents.conditions(), measurements),
        measurements,
        notes);
  }

  static ProfileReport of(PerformanceProfile profile) {
    return new ProfileReport(profile, List.of(), List.of());
  }

  HeatMap heatMap() {
    return new HeatMap(
        profile.name(), profile.function(), measurements.stream().map(Measurement::point).toList());
  }

  /**
   * @param colours whether to colour the heat map; as the terminal is, if empty
   */
  void print(boolean json, Optional<Boolean> colours) {
    if (json) {
      System.out.println(GSON.toJson(toJson()));
      return;
    }
    boolean coloured =
        colours.orElse(Boolean.getBoolean("argus.colours") && System.getenv("NO_COLOR") == null);
    heatMap().toText(coloured).forEach(System.out::println);
    System.out.println();
    facts().forEach(System.out::println);
    List<String> predictions = predictions().lines();
    if (!predictions.isEmpty()) {
      System.out.println();
      predictions.forEach(System.out::println);
    }
  }

  /** Throughputs that a master would have predicted of it, if a campaign recorded any. */
  private PredictionReport predictions() {
    return PredictionReport.of(measurements);
  }

  private List<String> facts() {
    List<String> facts = new ArrayList<>();
    facts.add(
        String.format(
            Locale.ROOT,
            "baseline %,.0f ops/s; key repeat ratio %.3f; %s",
            profile.function().isolatedThroughput(),
            profile.keyRepeatRatio(),
            profile.mix()));
    facts.add(
        String.format(
            Locale.ROOT,
            "%s on %.0f MB of block cache, HDFS %.1f MB/s",
            profile.provenance(),
            profile.cacheCapacityBytes() / 1e6,
            profile.hdfsCapacityBytesPerSecond() / 1e6));
    profile
        .fitErrors()
        .forEach(
            (fit, error) ->
                facts.add(
                    String.format(
                        Locale.ROOT,
                        "cross-validated error, %s: %.1f %% of the greatest throughput",
                        fit,
                        100 * error)));
    if (profile.fitErrors().isEmpty() && !measurements.isEmpty()) {
      facts.add(
          "no cross-validated error: corners are never left out, and there are no other points");
    }
    for (Cliff cliff : profile.cliffs()) {
      facts.add("cliff: " + cliff);
    }
    facts.addAll(notes);
    return facts;
  }

  private JsonObject toJson() {
    byte[] document = CatalogueFormat.write(PerformanceCatalogue.of(List.of(profile)));
    JsonObject json =
        JsonParser.parseString(new String(document, StandardCharsets.UTF_8))
            .getAsJsonObject()
            .getAsJsonArray("profiles")
            .get(0)
            .getAsJsonObject();
    JsonArray points = new JsonArray();
    measurements.forEach(measurement -> points.add(GSON.toJsonTree(measurement)));
    json.add("measurements", points);
    predictions().addTo(json);
    json.add("notes", GSON.toJsonTree(notes));
    return json;
  }
}
