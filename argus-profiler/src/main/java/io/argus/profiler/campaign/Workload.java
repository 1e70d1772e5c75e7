package io.argus.profiler.campaign;

import static io.argus.load.basics.Argument.require;

import io.argus.core.text.Shortened;
import io.argus.core.text.Text;
import io.argus.load.client.Preset;
import java.io.IOException;
import java.io.Reader;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/**
 * The workload that is profiled: properties of YCSB's CoreWorkload, the rows of its table and the
 * client threads that drive it.
 *
 * <p>Immutable.
 */
public final class Workload {
  private static final List<String> PROPORTIONS =
      Arrays.asList(
          "readproportion",
          "updateproportion",
          "insertproportion",
          "scanproportion",
          "readmodifywriteproportion");

  /** The proportions of YCSB's workloads from a to f, in that order. */
  private static final double[][] YCSB = {
    {0.5, 0.5, 0, 0, 0},
    {0.95, 0.05, 0, 0, 0},
    {1, 0, 0, 0, 0},
    {0.95, 0, 0.05, 0, 0},
    {0, 0, 0.05, 0.95, 0},
    {0.5, 0, 0, 0, 0.5}
  };

  /** Properties that CoreWorkload takes as much memory or time for as they say. */
  private static final List<String> SIZES =
      Arrays.asList(
          "fieldcount", "fieldlength", "minfieldlength", "minscanlength", "maxscanlength");

  private static final long MAX_SIZE = 1_000_000;
  private static final long MAX_ROWS = 1_000_000_000;

  /** Properties of a workload file that are not among CoreWorkload's constants. */
  private static final List<String> OTHER_PROPERTIES =
      Arrays.asList(
          "workload",
          "recordcount",
          "operationcount",
          "insertstart",
          "insertcount",
          "threadcount",
          "hotspotdatafraction",
          "hotspotopnfraction",
          "insertionretrylimit",
          "core_workload_insertion_retry_limit",
          "core_workload_insertion_retry_interval",
          "exponential.percentile",
          "exponential.frac",
          "fieldnameprefix",
          "columnfamily",
          "maxexecutiontime",
          "target");

  private final String name;
  private final SortedMap<String, String> properties;
  private final long tableRows;
  private final int threads;

  /**
   * @param name name of the profile
   * @param properties without the table, which depends on the cluster
   * @param tableRows rows of the table; the workload may touch fewer
   */
  public Workload(String name, SortedMap<String, String> properties, long tableRows, int threads) {
    if (name == null || properties == null) {
      throw new IllegalArgumentException("the workload lacks its name or its properties");
    }
    require(
        name.matches("[\\p{L}\\p{N}_.-]{1,64}"),
        "name",
        "'" + Shortened.of(name) + "'",
        "1 to 64 letters, digits, '_', '-' or '.'");
    require(tableRows >= 100, "rows", tableRows, "at least 100");
    require(threads >= 1 && threads <= 1000, "threads", threads, "1..1000");
    requireSound(properties);
    this.name = name;
    this.properties = Collections.unmodifiableSortedMap(new TreeMap<>(properties));
    this.tableRows = tableRows;
    this.threads = threads;
  }

  /** Returns this workload, which Gson has read without the constructor, if it is sound. */
  Workload checked() {
    return new Workload(name, properties, tableRows, threads);
  }

  public static List<String> presets() {
    return Arrays.asList(
        "uniform", "hot", "exhot", "scan", "rw", "ycsb-a", "ycsb-b", "ycsb-c", "ycsb-d", "ycsb-e",
        "ycsb-f");
  }

  /**
   * Returns the preset of that name, or the workload of the file of that name.
   *
   * @param rows rows of the table; 0 for the file's recordcount, or 300,000
   * @throws IllegalArgumentException with what is wrong in a file
   */
  public static Workload named(String nameOrFile, long rows, int threads) throws IOException {
    String name = nameOrFile.toLowerCase(Locale.ROOT);
    if (presets().contains(name)) {
      long tableRows = rows == 0 ? 300_000 : rows;
      Properties properties =
          name.startsWith("ycsb-")
              ? ycsb(name.charAt(name.length() - 1), tableRows)
              : Preset.named(name).properties("", tableRows);
      return new Workload(name, sorted(properties), tableRows, threads);
    }
    Path file = Paths.get(nameOrFile);
    if (!Files.isRegularFile(file)) {
      throw new IOException(
          "workload is "
              + Shortened.of(nameOrFile)
              + "; must be a file, or one of "
              + String.join(", ", presets()));
    }
    return ofFile(file, rows, threads);
  }

  private static Workload ofFile(Path file, long rows, int threads) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
      SortedMap<String, String> sorted = sorted(properties);
      long records = rows == 0 ? 300_000 : rows;
      if (sorted.containsKey("recordcount")) {
        records = number(sorted, "recordcount").longValue();
      }
      sorted.put("recordcount", Long.toString(records));
      String name = String.valueOf(file.getFileName()).replaceFirst("\\.[a-z]+$", "");
      return new Workload(name, sorted, Math.max(rows, records), threads);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("workload file " + file + ": it is no text", e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("workload file " + file + ": " + e.getMessage(), e);
    }
  }

  /** YCSB's standard workloads, with rows of one value. */
  private static Properties ycsb(char letter, long rows) {
    Properties properties = Preset.tableProperties("", rows);
    for (int i = 0; i < PROPORTIONS.size(); i++) {
      properties.setProperty(PROPORTIONS.get(i), Double.toString(YCSB[letter - 'a'][i]));
    }
    properties.setProperty("requestdistribution", letter == 'd' ? "latest" : "zipfian");
    properties.setProperty("maxscanlength", "100");
    return properties;
  }

  private static SortedMap<String, String> sorted(Properties properties) {
    SortedMap<String, String> sorted = new TreeMap<>();
    for (String key : properties.stringPropertyNames()) {
      sorted.put(key, properties.getProperty(key).trim());
    }
    sorted.remove("table");
    return sorted;
  }

  private static void requireSound(Map<String, String> properties) {
    Set<String> known = knownProperties();
    for (String key : properties.keySet()) {
      if (!known.contains(key)) {
        throw new IllegalArgumentException(
            "'"
                + Shortened.of(key)
                + "' is no property of YCSB's CoreWorkload; must be one of "
                + known);
      }
    }
    String type = properties.getOrDefault("workload", CoreWorkload.class.getName());
    require(
        type.endsWith(".CoreWorkload"),
        "workload",
        Shortened.of(type),
        CoreWorkload.class.getName());
    double sum = 0;
    for (String key : PROPORTIONS) {
      double part = properties.containsKey(key) ? number(properties, key) : 0;
      require(part >= 0 && part <= 1, key, part, "within 0..1");
      sum += part;
    }
    if (Math.abs(sum - 1) >= 0.01 && PROPORTIONS.stream().anyMatch(properties::containsKey)) {
      throw new IllegalArgumentException(
          "the proportions of operations sum to " + sum + "; must sum to 1");
    }
    double records = number(properties, "recordcount");
    require(records >= 1 && records <= MAX_ROWS, "recordcount", records, "1.." + MAX_ROWS);
    for (String key : SIZES) {
      double size = properties.containsKey(key) ? number(properties, key) : 0;
      require(size >= 0 && size <= MAX_SIZE, key, size, "0.." + MAX_SIZE);
    }
    requireAccepted(properties);
  }

  private static Double number(Map<String, String> properties, String key) {
    String text = properties.getOrDefault(key, "");
    try {
      double number = Double.parseDouble(text);
      if (!Double.isNaN(number) && !Double.isInfinite(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw new IllegalArgumentException(key + " is '" + Shortened.of(text) + "'; must be a number");
  }

  /** Lets CoreWorkload itself check the properties. */
  private static void requireAccepted(Map<String, String> properties) {
    Properties copy = new Properties();
    copy.putAll(properties);
    try {
      Measurements.setProperties(copy);
      new CoreWorkload().init(copy);
    } catch (WorkloadException | RuntimeException e) {
      throw new IllegalArgumentException(
          "CoreWorkload refuses it: " + Shortened.of(String.valueOf(e.getMessage())), e);
    }
  }

  private static Set<String> knownProperties() {
    Set<String> known = new TreeSet<>(OTHER_PROPERTIES);
    try {
      for (Field field : CoreWorkload.class.getFields()) {
        if (field.getName().endsWith("_PROPERTY") && field.getType() == String.class) {
          known.add(String.valueOf(field.get(null)));
        }
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
    return known;
  }

  public String name() {
    return name;
  }

  /** Without the table. */
  public SortedMap<String, String> properties() {
    return properties;
  }

  public long tableRows() {
    return tableRows;
  }

  public int threads() {
    return threads;
  }

  /** The properties of the workload on a table. */
  public Properties properties(String table) {
    Properties copy = new Properties();
    copy.putAll(properties);
    copy.setProperty("table", table);
    return copy;
  }

  /** Whether the rows are those of the presets, so that the table can be loaded in bulk. */
  public boolean hasPresetRows() {
    Properties preset = Preset.tableProperties("", tableRows);
    for (String key : Arrays.asList("fieldcount", "fieldlength", "insertorder")) {
      if (!preset.getProperty(key).equals(properties.get(key))) {
        return false;
      }
    }
    return properties.getOrDefault("fieldlengthdistribution", "constant").equals("constant")
        && properties.getOrDefault("zeropadding", "1").equals("1");
  }

  /** Workloads with the same fingerprint do the same work; the name does not count. */
  public String fingerprint() {
    String text = properties + " rows " + tableRows + " threads " + threads;
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return Text.format("%016x", ByteBuffer.wrap(digest).getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
