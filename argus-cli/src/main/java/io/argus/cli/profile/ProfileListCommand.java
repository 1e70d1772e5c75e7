package io.argus.cli.profile;

import static io.argus.core.text.Text.format;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.performance.CatalogueFormat;
import io.argus.core.performance.PerformanceCatalogue;
import io.argus.core.performance.PerformanceProfile;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.ServerStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "list",
    header = "List the profiles that the planner may choose from.",
    description = "Example: argus profile list")
final class ProfileListCommand implements Callable<Integer> {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (LiveCluster live = cluster.connect()) {
      print(live, cluster.json());
    }
    return 0;
  }

  /** Prints the catalogue of a cluster. */
  public static void print(LiveCluster live, boolean json)
      throws IOException, InterruptedException {
    byte[] bytes =
        live.read("catalogue")
            .orElse(CatalogueFormat.write(PerformanceCatalogue.of(Collections.emptySet())));
    CatalogueFormat.Reading reading = CatalogueFormat.read(bytes);
    if (json) {
      System.out.println(toJson(reading));
    } else {
      System.out.println("catalogue of the cluster, revision " + reading.revision());
      table(live, reading).print();
    }
    reading.problems().forEach(problem -> System.err.println("PROBLEM " + problem));
  }

  /** The sound profiles, and what is wrong with the others. */
  private static String toJson(CatalogueFormat.Reading reading) {
    byte[] sound = CatalogueFormat.write(reading.catalogue());
    JsonObject root =
        JsonParser.parseString(new String(sound, StandardCharsets.UTF_8)).getAsJsonObject();
    root.addProperty("revision", reading.revision());
    root.add("problems", new Gson().toJsonTree(reading.problems()));
    return Output.json(root);
  }

  private static TextTable table(LiveCluster live, CatalogueFormat.Reading reading)
      throws IOException, InterruptedException {
    double cache = 0;
    double hdfs = 0;
    Optional<ClusterStatus> status = live.read(ClusterDocuments.STATUS).map(ClusterStatus::read);
    for (ServerStatus server : status.map(ClusterStatus::servers).orElse(Collections.emptyList())) {
      cache += server.cacheCapacityBytes();
      hdfs += server.hdfsCapacityBytesPerSecond();
    }
    TextTable table = new TextTable();
    table.row(
        "profile", "isolated ops/s", "key repeat", "workload mix", "error", "cliffs", "measured");
    for (PerformanceProfile profile : reading.catalogue().profiles()) {
      row(table, profile, hardware(profile, cache, hdfs));
    }
    return table;
  }

  private static String hardware(PerformanceProfile profile, double cache, double hdfs) {
    if (hdfs == 0) {
      return format(
          "at %.0f MB cache, %.1f MB/s HDFS; the capacity of HDFS here is not known yet",
          profile.cacheCapacityBytes() / 1e6, profile.hdfsCapacityBytesPerSecond() / 1e6);
    }
    return profile.measuredOn(cache, hdfs)
        ? "here"
        : format(
            "OTHER HARDWARE: %.0f MB cache, %.1f MB/s HDFS (here %.0f, %.1f); only its shape is used",
            profile.cacheCapacityBytes() / 1e6,
            profile.hdfsCapacityBytesPerSecond() / 1e6,
            cache / 1e6,
            hdfs / 1e6);
  }

  private static void row(TextTable table, PerformanceProfile profile, String where) {
    OptionalDouble error = profile.crossValidatedError();
    table.row(
        profile.name(),
        format("%,.0f", profile.function().isolatedThroughput()),
        format("%.3f", profile.keyRepeatRatio()),
        profile.mix().toString(),
        error.isPresent() ? format("%.1f %%", 100 * error.getAsDouble()) : "-",
        Integer.toString(profile.cliffs().size()),
        where);
  }
}
