package io.argus.cli.profile;

import static io.argus.core.text.Text.format;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.cli.output.Output;
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
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The text and the JSON of a profile: heat map, errors, cliffs, and where it was measured.
 *
 * <p>Immutable.
 */
final class ProfileReport {
  private static final Gson GSON = new Gson();

  private final PerformanceProfile profile;
  private final List<Measurement> measurements;
  private final List<String> notes;

  /**
   * @param measurements empty for a profile of a catalogue
   * @param notes one line each
   */
  private ProfileReport(
      PerformanceProfile profile, List<Measurement> measurements, List<String> notes) {
    this.profile = profile;
    this.measurements = Collections.unmodifiableList(measurements);
    this.notes = Collections.unmodifiableList(notes);
  }

  static ProfileReport of(ResultsFile.Contents contents, boolean complete) {
    List<String> notes = new ArrayList<>();
    List<Measurement> measurements = contents.measurements();
    long unsteady = measurements.stream().filter(m -> !m.steady()).count();
    notes.add(
        format(
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
    return new ProfileReport(profile, Collections.emptyList(), Collections.emptyList());
  }

  HeatMap heatMap() {
    return new HeatMap(
        profile.name(),
        profile.function(),
        measurements.stream().map(Measurement::point).collect(Collectors.toList()));
  }

  /**
   * @param colours whether to colour the heat map; empty: only on a terminal
   */
  void print(boolean json, Optional<Boolean> colours) {
    if (json) {
      System.out.println(Output.json(toJson()));
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

  /** The throughputs that a master would have predicted. */
  private PredictionReport predictions() {
    return PredictionReport.of(measurements);
  }

  private List<String> facts() {
    List<String> facts = new ArrayList<>();
    facts.add(
        format(
            "isolated throughput %,.0f ops/s; key repeat ratio %.3f; %s",
            profile.function().isolatedThroughput(), profile.keyRepeatRatio(), profile.mix()));
    facts.add(
        format(
            "measured on %.0f MB of block cache, HDFS %.1f MB/s",
            profile.cacheCapacityBytes() / 1e6, profile.hdfsCapacityBytesPerSecond() / 1e6));
    profile
        .fitErrors()
        .forEach(
            (fit, error) ->
                facts.add(
                    format(
                        "cross-validated error, %s: %.1f %% of the greatest throughput",
                        fit, 100 * error)));
    if (profile.fitErrors().isEmpty() && !measurements.isEmpty()) {
      facts.add(
          "no cross-validated error: it leaves out points one by one, but never corners, and there"
              + " are no other points");
    }
    for (Cliff cliff : profile.cliffs()) {
      facts.add("cliff: " + cliff);
    }
    facts.addAll(notes);
    return facts;
  }

  private JsonObject toJson() {
    byte[] document =
        CatalogueFormat.write(PerformanceCatalogue.of(Collections.singletonList(profile)));
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
