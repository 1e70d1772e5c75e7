package io.argus.experiments.bench;

import static io.argus.load.basics.Argument.require;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.argus.bench.run.Placement;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import io.argus.core.text.JsonText;
import io.argus.core.text.Shortened;
import io.argus.load.client.Preset;
import io.argus.profiler.campaign.Workload;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads a workload mix from a file: tenants that share a cluster, each with any workload of YCSB's
 * CoreWorkload.
 *
 * <p>JSON: {@code {"tenants": [{"name": "alice", "workload": "exhot", "threads": 50, "rows":
 * 300000, "weight": 2, "target": 8000, "properties": {"readproportion": "1"}}]}}. Properties:
 * {@code alice.workload=exhot}, {@code alice.threads=50} and so on; every other key of a tenant is
 * one of YCSB's. The workload is a preset or a file of YCSB properties. The target is how many
 * operations a second all threads of the tenant ask for. The placement is the part of its rows on
 * each region server, such as {@code "80/10/10"}. Rows, weight, target, placement and properties
 * are optional.
 *
 * <p>Stateless.
 */
final class WorkloadMixFile {
  private static final Set<String> KEYS =
      Set.of("name", "workload", "threads", "rows", "weight", "target", "placement", "properties");

  private WorkloadMixFile() {}

  /** Reads a workload mix, whose label is the name of the file. */
  static WorkloadMix read(Path file) throws IOException {
    String name = String.valueOf(file.getFileName());
    require(Files.isRegularFile(file), "workload mix file", file, "a file");
    try {
      SortedMap<String, SortedMap<String, String>> tenants =
          name.endsWith(".json") ? fromJson(file) : fromProperties(file);
      List<TenantWorkload> workloads = new ArrayList<>();
      for (Map.Entry<String, SortedMap<String, String>> tenant : tenants.entrySet()) {
        workloads.add(tenant(file, tenant.getKey(), tenant.getValue()));
      }
      return new WorkloadMix(name.replaceFirst("\\.[a-z]+$", ""), workloads);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("workload mix file " + file + ": it is no text", e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("workload mix file " + file + ": " + e.getMessage(), e);
    }
  }

  private static SortedMap<String, SortedMap<String, String>> fromJson(Path file)
      throws IOException {
    JsonElement root = JsonText.tree(Files.readAllBytes(file), "it");
    JsonElement tenants = root.isJsonObject() ? root.getAsJsonObject().get("tenants") : null;
    if (tenants == null || !tenants.isJsonArray()) {
      throw new IllegalArgumentException("tenants are missing; must be an array of objects");
    }
    SortedMap<String, SortedMap<String, String>> byName = new TreeMap<>();
    for (JsonElement element : tenants.getAsJsonArray()) {
      if (!(element instanceof JsonObject tenant)) {
        throw new IllegalArgumentException("a tenant is no object");
      }
      SortedMap<String, String> keys = new TreeMap<>();
      for (Map.Entry<String, JsonElement> entry : tenant.entrySet()) {
        if (!KEYS.contains(entry.getKey())) {
          throw new IllegalArgumentException(
              "'"
                  + Shortened.of(entry.getKey())
                  + "' of a tenant is unknown; must be one of "
                  + KEYS);
        }
        if (!entry.getValue().isJsonObject()) {
          keys.put(entry.getKey(), text(entry));
        }
      }
      if (tenant.get("properties") instanceof JsonObject properties) {
        properties.entrySet().forEach(e -> keys.put(e.getKey(), text(e)));
      }
      String name = keys.remove("name");
      if (name == null) {
        throw new IllegalArgumentException("a tenant has no name");
      }
      if (byName.put(name, keys) != null) {
        throw new IllegalArgumentException("tenant " + Shortened.of(name) + " is there twice");
      }
    }
    return byName;
  }

  private static String text(Map.Entry<String, JsonElement> member) {
    if (!member.getValue().isJsonPrimitive()) {
      throw new IllegalArgumentException(
          "'" + Shortened.of(member.getKey()) + "' of a tenant is neither text nor number");
    }
    return member.getValue().getAsString();
  }

  private static SortedMap<String, SortedMap<String, String>> fromProperties(Path file)
      throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    SortedMap<String, SortedMap<String, String>> byName = new TreeMap<>();
    for (String key : properties.stringPropertyNames()) {
      int dot = key.indexOf('.');
      if (dot < 1) {
        throw new IllegalArgumentException(
            "'" + Shortened.of(key) + "' must begin with a tenant and a dot");
      }
      byName
          .computeIfAbsent(key.substring(0, dot), tenant -> new TreeMap<>())
          .put(key.substring(dot + 1), properties.getProperty(key).trim());
    }
    return byName;
  }

  private static TenantWorkload tenant(Path file, String name, SortedMap<String, String> keys)
      throws IOException {
    try {
      SortedMap<String, String> ycsb = new TreeMap<>(keys);
      String workload = ycsb.remove("workload");
      int threads = (int) number(ycsb.remove("threads"), "threads", 0);
      long rows = (long) number(ycsb.remove("rows"), "rows", 300_000);
      double weight = number(ycsb.remove("weight"), "weight", 1);
      double target = number(ycsb.remove("target"), "target", 0);
      String placement = ycsb.remove("placement");
      Workload described = workload(file, workload, ycsb, rows, threads);
      if (!described.hasPresetRows()) {
        throw new IllegalArgumentException(
            "fieldcount, fieldlength or insertorder is set; must stay as they are: the bench's rows"
                + " have one field of "
                + Preset.VALUE_BYTES
                + " bytes, hashed");
      }
      return new TenantWorkload(
          name,
          new YcsbWorkload(described),
          threads,
          rows,
          weight,
          target,
          placement == null ? Placement.EVEN : Placement.parse(placement));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("tenant " + Shortened.of(name) + ": " + e.getMessage(), e);
    }
  }

  private static Workload workload(
      Path file, @Nullable String workload, Map<String, String> ycsb, long rows, int threads)
      throws IOException {
    if (workload == null && ycsb.isEmpty()) {
      throw new IllegalArgumentException(
          "workload is missing; must be one of " + Workload.presets() + " or YCSB properties");
    }
    SortedMap<String, String> all = new TreeMap<>();
    Preset.tableProperties("", rows)
        .forEach((key, value) -> all.put(key.toString(), value.toString()));
    all.remove("table");
    String name = "ycsb";
    if (workload != null) {
      boolean preset = Workload.presets().contains(workload);
      Workload base = Workload.named(preset ? workload : sibling(file, workload), rows, threads);
      all.putAll(base.properties());
      name = base.name();
    }
    all.putAll(ycsb);
    return new Workload(name, all, rows, threads);
  }

  private static String sibling(Path file, String workload) {
    try {
      return file.resolveSibling(workload).toString();
    } catch (InvalidPathException e) { // its message quotes all of it
      throw new IllegalArgumentException(
          "workload is '"
              + Shortened.of(workload)
              + "'; must be a file, or one of "
              + Workload.presets(),
          e);
    }
  }

  private static double number(@Nullable String text, String key, double otherwise) {
    if (text == null) {
      return otherwise;
    }
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          key + " is '" + Shortened.of(text) + "'; must be a number", e);
    }
  }
}
