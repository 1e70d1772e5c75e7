package io.argus.core.performance;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of a performance catalogue: an object with the member {@code profiles}, a list of
 * entries. An entry that is broken is reported and left out; the others are kept.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class CatalogueFormat {
  private static final Gson GSON =
      new GsonBuilder().disableHtmlEscaping().setPrettyPrinting().create();

  private CatalogueFormat() {}

  /**
   * A catalogue as far as it could be read.
   *
   * <p>Immutable; safe for use by any thread.
   */
  public static final class Reading {
    private final PerformanceCatalogue catalogue;
    private final List<String> problems;

    private Reading(PerformanceCatalogue catalogue, List<String> problems) {
      this.catalogue = catalogue;
      this.problems = Collections.unmodifiableList(problems);
    }

    public PerformanceCatalogue catalogue() {
      return catalogue;
    }

    /** One message per entry that was left out, or one about the whole. */
    public List<String> problems() {
      return problems;
    }
  }

  private static final class CatalogueDocument {
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
    private double @Nullable [] cacheShares;
    private double @Nullable [] hdfsShares;
    private double @Nullable [] @Nullable [] operationsPerSecond;
  }

  private static final class MixDocument {
    private double reads;
    private double writes;
    private double scans;
  }

  public static byte[] write(PerformanceCatalogue catalogue) {
    List<ProfileDocument> documents = new ArrayList<>();
    for (PerformanceProfile profile : catalogue.profiles()) {
      documents.add(document(profile));
    }
    JsonObject root = new JsonObject();
    root.add("profiles", GSON.toJsonTree(documents));
    return GSON.toJson(root).getBytes(StandardCharsets.UTF_8);
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
    document.cacheShares = profile.function().cacheShares();
    document.hdfsShares = profile.function().hdfsShares();
    document.operationsPerSecond = profile.function().values();
    return document;
  }

  /** Reads a catalogue; never throws for what the bytes hold. */
  public static Reading read(byte[] bytes) {
    List<String> problems = new ArrayList<>();
    List<PerformanceProfile> profiles = new ArrayList<>();
    Set<String> names = new HashSet<>();
    int position = 0;
    for (JsonElement entry : entries(bytes, problems)) {
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
    return new Reading(PerformanceCatalogue.of(profiles), problems);
  }

  private static List<@Nullable JsonElement> entries(byte[] bytes, List<String> problems) {
    try {
      String text = new String(bytes, StandardCharsets.UTF_8);
      CatalogueDocument document = GSON.fromJson(text, CatalogueDocument.class);
      if (document != null && document.profiles != null) {
        return document.profiles;
      }
      problems.add("performance catalogue lacks 'profiles': must be a JSON object with that list");
    } catch (JsonParseException e) {
      problems.add("performance catalogue cannot be read: " + e.getMessage());
    }
    return new ArrayList<>();
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
    return builder.build(
        GridFunction.of(
            require(document.cacheShares, "cacheShares"),
            require(document.hdfsShares, "hdfsShares"),
            rows(document.operationsPerSecond)));
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
