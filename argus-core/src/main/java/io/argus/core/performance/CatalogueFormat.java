package io.argus.core.performance;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of a performance catalogue: an object with the members {@code format} (1), {@code
 * revision} (grows by one with each change) and {@code profiles}, a list of entries. An entry that
 * is broken is reported and left out; the others are kept, and a change leaves it as it stands.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class CatalogueFormat {
  private static final Gson GSON =
      new GsonBuilder().disableHtmlEscaping().setPrettyPrinting().create();

  private static final int FORMAT = 1;

  /** Of an entry that says none; no sound profile is called so. */
  private static final String NO_NAME = "";

  private CatalogueFormat() {}

  /**
   * A catalogue as far as it could be read.
   *
   * <p>Immutable; safe for use by any thread.
   */
  public static final class Reading {
    private final PerformanceCatalogue catalogue;
    private final long revision;
    private final List<String> problems;

    private Reading(PerformanceCatalogue catalogue, long revision, List<String> problems) {
      this.catalogue = catalogue;
      this.revision = revision;
      this.problems = Collections.unmodifiableList(problems);
    }

    public PerformanceCatalogue catalogue() {
      return catalogue;
    }

    /** How often the catalogue was changed; 0 if it does not say. */
    public long revision() {
      return revision;
    }

    /** One message per entry that was left out, or one about the whole. */
    public List<String> problems() {
      return problems;
    }
  }

  private static final class CatalogueDocument {
    private int format = FORMAT;
    private long revision;
    private @Nullable List<@Nullable JsonElement> profiles;
  }

  private static final class ProfileDocument {
    private @Nullable String name;
    private double keyRepeatRatio = Double.NaN;
    private @Nullable MixDocument mix;
    private @Nullable Provenance provenance;
    private long cacheCapacityBytes;
    private double hdfsCapacityBytesPerSecond;
    private @Nullable Double crossValidatedError;
    private @Nullable SortedMap<String, @Nullable Double> fitErrors;
    private @Nullable List<@Nullable CliffDocument> cliffs;
    private double @Nullable [] cacheShares;
    private double @Nullable [] hdfsShares;
    private double @Nullable [] @Nullable [] operationsPerSecond;
  }

  private static final class MixDocument {
    private double reads;
    private double writes;
    private double scans;
  }

  private static final class CliffDocument {
    private double lowShare = Double.NaN;
    private double highShare = Double.NaN;
    private double lost = Double.NaN;
  }

  public static byte[] write(PerformanceCatalogue catalogue) {
    JsonArray entries = new JsonArray();
    for (PerformanceProfile profile : catalogue.profiles()) {
      entries.add(GSON.toJsonTree(document(profile)));
    }
    return write(0, entries);
  }

  private static byte[] write(long revision, JsonArray entries) {
    JsonObject root = new JsonObject();
    root.addProperty("format", FORMAT);
    root.addProperty("revision", revision);
    root.add("profiles", entries);
    return GSON.toJson(root).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns a catalogue with a profile added or put in place of the one of its name.
   *
   * @param bytes the catalogue as it is; empty if there is none
   * @throws IllegalArgumentException if that cannot be read as a whole
   */
  public static byte[] with(byte[] bytes, PerformanceProfile profile) {
    JsonArray entries = entriesExcept(bytes, profile.name());
    entries.add(GSON.toJsonTree(document(profile)));
    return write(read(bytes).revision() + 1, entries);
  }

  /**
   * Returns a catalogue without any entry of that name, sound or broken.
   *
   * @throws IllegalArgumentException if it cannot be read as a whole, or has no such entry
   */
  public static byte[] without(byte[] bytes, String name) {
    JsonArray entries = entriesExcept(bytes, name);
    List<String> names = names(bytes);
    if (!names.contains(name)) {
      throw new IllegalArgumentException(
          "the catalogue has no profile '" + name + "': must be one of " + names);
    }
    return write(read(bytes).revision() + 1, entries);
  }

  private static JsonArray entriesExcept(byte[] bytes, String name) {
    List<String> problems = new ArrayList<>();
    JsonArray kept = new JsonArray();
    for (JsonElement entry : bytes.length == 0 ? kept : entries(document(bytes, problems))) {
      if (!name(entry).equals(name)) {
        kept.add(entry);
      }
    }
    if (bytes.length > 0 && !problems.isEmpty()) {
      throw new IllegalArgumentException(problems.get(0));
    }
    return kept;
  }

  private static String name(@Nullable JsonElement entry) {
    JsonElement name =
        entry != null && entry.isJsonObject() ? entry.getAsJsonObject().get("name") : null;
    return name != null && name.isJsonPrimitive() ? name.getAsString() : NO_NAME;
  }

  private static List<String> names(byte[] bytes) {
    List<String> names = new ArrayList<>();
    entriesExcept(bytes, NO_NAME).forEach(entry -> names.add(name(entry)));
    return names;
  }

  private static ProfileDocument document(PerformanceProfile profile) {
    ProfileDocument document = new ProfileDocument();
    document.name = profile.name();
    document.keyRepeatRatio = profile.keyRepeatRatio();
    document.mix = new MixDocument();
    document.mix.reads = profile.mix().reads();
    document.mix.writes = profile.mix().writes();
    document.mix.scans = profile.mix().scans();
    document.provenance = profile.provenance();
    document.cacheCapacityBytes = profile.cacheCapacityBytes();
    document.hdfsCapacityBytesPerSecond = profile.hdfsCapacityBytesPerSecond();
    if (profile.crossValidatedError().isPresent()) {
      document.crossValidatedError = profile.crossValidatedError().getAsDouble();
    }
    document.fitErrors = profile.fitErrors().isEmpty() ? null : profile.fitErrors();
    document.cliffs = cliffs(profile);
    document.cacheShares = profile.function().cacheShares();
    document.hdfsShares = profile.function().hdfsShares();
    document.operationsPerSecond = profile.function().values();
    return document;
  }

  private static @Nullable List<@Nullable CliffDocument> cliffs(PerformanceProfile profile) {
    List<@Nullable CliffDocument> documents = new ArrayList<>();
    for (Cliff cliff : profile.cliffs()) {
      CliffDocument document = new CliffDocument();
      document.lowShare = cliff.lowShare();
      document.highShare = cliff.highShare();
      document.lost = cliff.lost();
      documents.add(document);
    }
    return documents.isEmpty() ? null : documents;
  }

  /** Reads a catalogue; never throws for what the bytes hold. */
  public static Reading read(byte[] bytes) {
    List<String> problems = new ArrayList<>();
    List<PerformanceProfile> profiles = new ArrayList<>();
    Set<String> names = new HashSet<>();
    int position = 0;
    CatalogueDocument document = document(bytes, problems);
    for (JsonElement entry : entries(document)) {
      try {
        PerformanceProfile profile = profile(entry);
        if (!names.add(profile.name())) {
          throw new IllegalArgumentException("the name '" + profile.name() + "' is taken");
        }
        profiles.add(profile);
      } catch (JsonParseException | IllegalArgumentException e) {
        problems.add("performance profile " + position + " is left out: " + e.getMessage());
      }
      position++;
    }
    return new Reading(PerformanceCatalogue.of(profiles), document.revision, problems);
  }

  private static List<@Nullable JsonElement> entries(CatalogueDocument document) {
    return document.profiles == null ? new ArrayList<>() : document.profiles;
  }

  private static CatalogueDocument document(byte[] bytes, List<String> problems) {
    try {
      String text = new String(bytes, StandardCharsets.UTF_8);
      CatalogueDocument document = GSON.fromJson(text, CatalogueDocument.class);
      if (document != null && document.format != FORMAT) {
        problems.add("performance catalogue has format " + document.format + ": must be " + FORMAT);
      } else if (document != null && document.profiles != null) {
        return document;
      } else {
        problems.add(
            "performance catalogue lacks 'profiles': must be a JSON object with that list");
      }
    } catch (JsonParseException e) {
      problems.add("performance catalogue cannot be read: " + e.getMessage());
    }
    return new CatalogueDocument();
  }

  private static PerformanceProfile profile(@Nullable JsonElement entry) {
    ProfileDocument document = GSON.fromJson(entry, ProfileDocument.class);
    if (document == null) {
      throw new IllegalArgumentException("it is null");
    }
    MixDocument mix = require(document.mix, "mix");
    PerformanceProfile.Builder builder =
        PerformanceProfile.builder(require(document.name, "name"))
            .workload(document.keyRepeatRatio, WorkloadMix.of(mix.reads, mix.writes, mix.scans))
            .provenance(
                require(document.provenance, "provenance (PROFILED, HAND_MEASURED or ANALYTIC)"))
            .cluster(document.cacheCapacityBytes, document.hdfsCapacityBytesPerSecond);
    if (document.crossValidatedError != null) {
      builder.crossValidatedError(document.crossValidatedError);
    }
    if (document.fitErrors != null) {
      document.fitErrors.forEach(
          (fit, error) -> builder.fitError(fit, require(error, "fitErrors")));
    }
    if (document.cliffs != null) {
      builder.cliffs(cliffs(document.cliffs));
    }
    return builder.build(
        GridFunction.of(
            require(document.cacheShares, "cacheShares"),
            require(document.hdfsShares, "hdfsShares"),
            rows(document.operationsPerSecond)));
  }

  private static List<Cliff> cliffs(List<@Nullable CliffDocument> documents) {
    List<Cliff> cliffs = new ArrayList<>();
    for (CliffDocument entry : documents) {
      CliffDocument cliff = require(entry, "cliffs");
      cliffs.add(Cliff.of(cliff.lowShare, cliff.highShare, cliff.lost));
    }
    return cliffs;
  }

  private static double[][] rows(double @Nullable [] @Nullable [] values) {
    double[][] rows = new double[require(values, "operationsPerSecond").length][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] =
          require(require(values, "operationsPerSecond")[i], "operationsPerSecond[" + i + "]");
    }
    return rows;
  }

  private static <T> T require(@Nullable T value, String member) {
    if (value == null) {
      throw new IllegalArgumentException("it lacks '" + member + "'");
    }
    return value;
  }
}
