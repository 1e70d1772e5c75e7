package io.argus.cli.observe;

import static io.argus.core.text.Text.format;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.argus.cli.live.ClusterOption;
import io.argus.cli.live.MasterOption;
import io.argus.cli.live.RecordedHistory;
import io.argus.cli.output.Output;
import io.argus.core.text.Shortened;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "incident",
    header = "Write all that was recorded between two times into a file.",
    description = {
      "The file is a ZIP archive to attach to a ticket: events.txt (plans with their reasons, changes"
          + " of settings, faults), figures.csv (of the cluster and of each tenant) and history.json"
          + " (both, and the plans themselves). It needs no server of HBase.",
      "Example: argus incident --from 03:00 --to 03:30 -o incident.zip"
    })
final class IncidentCommand implements Callable<Integer> {
  @Mixin private ClusterOption cluster = new ClusterOption();

  @Mixin private RecordedSpan recorded = new RecordedSpan();

  @Option(
      names = "-o",
      required = true,
      paramLabel = "FILE",
      description = "The archive, such as incident.zip. It must not exist.")
  private Path file = Paths.get("");

  @Option(names = "--json", description = "Print what was written as JSON.")
  private boolean printsJson;

  @Override
  public Integer call() throws IOException, InterruptedException {
    RecordedSpan.Span asked = recorded.read(System.currentTimeMillis());
    if (Files.exists(file)) {
      throw new IOException("-o is " + file + ": this file exists, choose another name");
    }
    RecordedHistory history = recorded.history();
    String json = history.read(cluster, asked.fromMillis, asked.toMillis, null);
    Map<String, Object> written =
        MasterOption.read(
            json,
            "a history",
            document -> {
              write(json, document);
              return summary(document);
            });
    if (printsJson) {
      System.out.println(Output.json(written));
    } else {
      Output.line(
          format(
              "Wrote %s (points in time: %,d, tenants: %,d, events: %,d, problems: %,d)",
              written.values().stream().skip(1).toArray()));
    }
    return 0;
  }

  private Map<String, Object> summary(JsonObject document) {
    Map<String, Object> summary = Output.document();
    summary.put("file", file.toString());
    for (String list : Arrays.asList("millis", "tenants", "events", "problems")) {
      summary.put(list, document.getAsJsonArray(list).size());
    }
    return summary;
  }

  private void write(String json, JsonObject document) throws IOException {
    try (ZipOutputStream archive =
        new ZipOutputStream(Files.newOutputStream(file, StandardOpenOption.CREATE_NEW))) {
      add(archive, "events.txt", events(document));
      add(archive, "figures.csv", figures(document));
      add(archive, "history.json", Collections.singletonList(json));
    } catch (FileAlreadyExistsException e) {
      throw new IOException("-o is " + file + ": this file exists, choose another name", e);
    }
  }

  private static void add(ZipOutputStream archive, String name, List<String> lines)
      throws IOException {
    archive.putNextEntry(new ZipEntry(name));
    archive.write((String.join("\n", lines) + "\n").getBytes(UTF_8));
    archive.closeEntry();
  }

  private static List<String> events(JsonObject document) {
    List<String> lines = new ArrayList<>();
    document
        .getAsJsonArray("events")
        .forEach(event -> lines.add(RecordedHistory.event(event.getAsJsonObject())));
    document
        .getAsJsonArray("problems")
        .forEach(problem -> lines.add("Problem: " + Shortened.onOneLine(problem.getAsString())));
    return lines;
  }

  /** A row for each minute of the cluster (without a tenant) and of each tenant. */
  private static List<String> figures(JsonObject document) {
    List<JsonObject> series = new ArrayList<>();
    series.add(document.getAsJsonObject("scores"));
    document.getAsJsonArray("tenants").forEach(tenant -> series.add(tenant.getAsJsonObject()));
    Set<String> figures = new TreeSet<>();
    series.forEach(each -> figures.addAll(each.keySet()));
    figures.remove("tenant");
    JsonArray millis = document.getAsJsonArray("millis");
    List<String> lines = new ArrayList<>();
    List<String> row = new ArrayList<>(Arrays.asList("time", "tenant"));
    row.addAll(figures);
    lines.add(String.join(",", row));
    for (JsonObject each : series) {
      for (int i = 0; i < millis.size(); i++) {
        row.clear();
        row.add(Instant.ofEpochMilli(millis.get(i).getAsLong()).toString());
        row.add(each.has("tenant") ? MasterOption.text(each, "tenant") : "");
        for (String figure : figures) {
          row.add(cell(each.get(figure), i));
        }
        lines.add(String.join(",", row));
      }
    }
    return lines;
  }

  private static String cell(@Nullable JsonElement list, int i) {
    JsonElement figure = list == null ? null : list.getAsJsonArray().get(i);
    return figure == null || figure.isJsonNull() ? "" : figure.getAsString();
  }
}
