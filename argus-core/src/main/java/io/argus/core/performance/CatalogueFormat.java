package io.argus.core.performance;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
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
 * revision} (grows by one with each change) and {@code profiles}, a list of entries. The reader
 * reports a broken entry and leaves it out. A change of another entry keeps it as it is written.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class CatalogueFormat {
  private static final Gson GSON =
      new GsonBuilder().disableHtmlEscaping().setPrettyPrinting().create();

  private static final int FORMAT = 1;

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

    /** Number of changes of the catalogue; 0 if it does not say. */
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
    private @Nullable List<JsonElement> profiles;

    List<JsonElement> entries() {
      return profiles == null ? Collections.emptyList() : profiles;
    }

    /** Returns the document after a change that takes out the entries of a name. */
    CatalogueDocument changedWithout(String name) {
      CatalogueDocument changed = new CatalogueDocument();
      changed.revision = revision + 1;
      changed.profiles = new ArrayList<>(entries());
      changed.profiles.removeIf(entry -> nameOf(entry).equals(name));
      return changed;
    }

    CatalogueDocument add(PerformanceProfile profile) {
      List<JsonElement> added = new ArrayList<>(entries());
      added.add(GSON.toJsonTree(document(profile)));
      profiles = added;
      return this;
    }

    byte[] toBytes() {
      return GSON.toJson(this).getBytes(StandardCharsets.UTF_8);
    }
  }

  private static final class ProfileDocument {
    private @Nullable String name;
    private double keyRepeatRatio = Double.NaN;
    private @Nullable WorkloadMix mix;
    private @Nullable Provenance provenance;
    private long cacheCapacityBytes;
    private double hdfsCapacityBytesPerSecond;
    private @Nullable Double crossValidatedError;
    private @Nullable SortedMap<String, @Nullable Double> fitErrors;
    private @Nullable List<@Nullable Cliff> cliffs;
    private double @Nullable [] cacheShares;
    private double @Nullable [] hdfsShares;
    private double @Nullable [] @Nullable [] operationsPerSecond;
  }

  public static byte[] write(PerformanceCatalogue catalogue) {
    CatalogueDocument document = new CatalogueDocument();
    document.profiles = new ArrayList<>();
    catalogue.profiles().forEach(document::add);
    return document.toBytes();
  }

  /**
   * Returns a catalogue with a profile added or put in place of the one of its name.
   *
   * @param bytes the catalogue as it is; empty if there is none
   * @throws IllegalArgumentException if that cannot be read as a whole
   */
  public static byte[] with(byte[] bytes, PerformanceProfile profile) {
    CatalogueDocument document = parseToChange(bytes);
    return document.changedWithout(profile.name()).add(profile).toBytes();
  }

  /**
   * Returns a catalogue without any entry of that name, sound or broken.
   *
   * @throws IllegalArgumentException if it cannot be read as a whole, or has no such entry
   */
  public static byte[] without(byte[] bytes, String name) {
    CatalogueDocument document = parseToChange(bytes);
    List<String> names = new ArrayList<>();
    document.entries().forEach(entry -> names.add(nameOf(entry)));
    names.removeIf(String::isEmpty);
    if (!names.contains(name)) {
      throw new IllegalArgumentException(
          "the catalogue has no profile '" + name + "': must be one of " + names);
    }
    return document.changedWithout(name).toBytes();
  }

  /** Empty if the entry has none; no sound profile is called so. */
  private static String nameOf(JsonElement entry) {
    JsonElement name = entry.isJsonObject() ? entry.getAsJsonObject().get("name") : null;
    return name != null && name.isJsonPrimitive() ? name.getAsString() : "";
  }

  private static ProfileDocument document(PerformanceProfile profile) {
    ProfileDocument document = new ProfileDocument();
    document.name = profile.name();
    document.keyRepeatRatio = profile.keyRepeatRatio();
    document.mix = profile.mix();
    document.provenance = profile.provenance();
    document.cacheCapacityBytes = profile.cacheCapacityBytes();
    document.hdfsCapacityBytesPerSecond = profile.hdfsCapacityBytesPerSecond();
    if (profile.crossValidatedError().isPresent()) {
      document.crossValidatedError = profile.crossValidatedError().getAsDouble();
    }
    document.fitErrors = profile.fitErrors().isEmpty() ? null : profile.fitErrors();
    document.cliffs = profile.cliffs().isEmpty() ? null : profile.cliffs();
    document.cacheShares = profile.function().cacheShares();
    document.hdfsShares = profile.function().hdfsShares();
    document.operationsPerSecond = profile.function().values();
    return document;
  }

  /** Reads a catalogue; never throws for what the bytes hold. */
  public static Reading read(byte[] bytes) {
    List<String> problems = new ArrayList<>();
    List<PerformanceProfile> profiles = new ArrayList<>();
    CatalogueDocument document = new CatalogueDocument();
    try {
      document = parse(bytes);
    } catch (IllegalArgumentException e) {
      problems.add(String.valueOf(e.getMessage()));
    }
    Set<String> names = new HashSet<>();
    int position = 0;
    for (JsonElement entry : document.entries()) {
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

  private static CatalogueDocument parseToChange(byte[] bytes) {
    return bytes.length == 0 ? new CatalogueDocument() : parse(bytes);
  }

  private static CatalogueDocument parse(byte[] bytes) {
    CatalogueDocument document;
    try {
      document = GSON.fromJson(new String(bytes, StandardCharsets.UTF_8), CatalogueDocument.class);
    } catch (JsonParseException e) {
      throw new IllegalArgumentException(
          "performance catalogue cannot be read: " + e.getMessage(), e);
    }
    if (document != null && document.format != FORMAT) {
      throw new IllegalArgumentException(
          "performance catalogue has format " + document.format + ": must be " + FORMAT);
    }
    if (document == null || document.profiles == null) {
      throw new IllegalArgumentException(
          "performance catalogue lacks 'profiles': must be a JSON object with that list");
    }
    return document;
  }

  private static PerformanceProfile profile(JsonElement entry) {
    ProfileDocument document = GSON.fromJson(entry, ProfileDocument.class);
    if (document == null) {
      throw new IllegalArgumentException("it is null");
    }
    WorkloadMix mix = require(document.mix, "mix");
    PerformanceProfile.Builder builder =
        PerformanceProfile.builder(require(document.name, "name"))
            .workload(
                document.keyRepeatRatio, WorkloadMix.of(mix.reads(), mix.writes(), mix.scans()))
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
      List<Cliff> cliffs = new ArrayList<>();
      for (Cliff read : document.cliffs) {
        Cliff cliff = require(read, "cliffs");
        cliffs.add(Cliff.of(cliff.lowShare(), cliff.highShare(), cliff.lost()));
      }
      builder.cliffs(cliffs);
    }
    double[][] rows = require(document.operationsPerSecond, "operationsPerSecond");
    for (int i = 0; i < rows.length; i++) {
      require(rows[i], "operationsPerSecond[" + i + "]");
    }
    return builder.build(
        GridFunction.of(
            require(document.cacheShares, "cacheShares"),
            require(document.hdfsShares, "hdfsShares"),
            rows));
  }

  private static <T> T require(@Nullable T value, String member) {
    if (value == null) {
      throw new IllegalArgumentException("it lacks '" + member + "'");
    }
    return value;
  }
}
