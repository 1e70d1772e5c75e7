package io.argus.core.performance;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.argus.core.text.JsonText;
import io.argus.core.text.Shortened;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
  private static final int MAX_PROBLEMS = 20;
  private static final String WHOLE = "performance catalogue";

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
      added.add(toJson(profile));
      profiles = added;
      return this;
    }

    byte[] toBytes() {
      return GSON.toJson(this).getBytes(StandardCharsets.UTF_8);
    }
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
          "the catalogue has no profile '"
              + Shortened.of(name)
              + "': must be one of "
              + Shortened.of(names.toString()));
    }
    return document.changedWithout(name).toBytes();
  }

  /** Empty if the entry has none; no sound profile is called so. */
  private static String nameOf(JsonElement entry) {
    JsonElement name = entry.isJsonObject() ? entry.getAsJsonObject().get("name") : null;
    return name != null && name.isJsonPrimitive() ? name.getAsString() : "";
  }

  private static JsonElement toJson(PerformanceProfile profile) {
    JsonObject json = GSON.toJsonTree(profile).getAsJsonObject();
    JsonObject grid = GSON.toJsonTree(profile.function()).getAsJsonObject();
    grid.entrySet().forEach(member -> json.add(member.getKey(), member.getValue()));
    return json;
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
      } catch (IllegalArgumentException e) {
        problems.add("performance profile " + position + " is left out: " + e.getMessage());
      }
      position++;
    }
    if (problems.size() > MAX_PROBLEMS) {
      int more = problems.size() - MAX_PROBLEMS;
      problems.subList(MAX_PROBLEMS, problems.size()).clear();
      problems.add(more + " more performance profiles are left out");
    }
    return new Reading(PerformanceCatalogue.of(profiles), document.revision, problems);
  }

  private static CatalogueDocument parseToChange(byte[] bytes) {
    return bytes.length == 0 ? new CatalogueDocument() : parse(bytes);
  }

  private static CatalogueDocument parse(byte[] bytes) {
    JsonElement tree = JsonText.tree(bytes, WHOLE);
    CatalogueDocument document =
        tree.isJsonNull()
            ? new CatalogueDocument()
            : JsonText.read(GSON, tree, CatalogueDocument.class, WHOLE);
    if (document.format != FORMAT) {
      throw new IllegalArgumentException(
          "performance catalogue has format " + document.format + ": must be " + FORMAT);
    }
    if (document.profiles == null) {
      throw new IllegalArgumentException(
          "performance catalogue lacks 'profiles': must be a JSON object with that list");
    }
    return document;
  }

  private static PerformanceProfile profile(JsonElement entry) {
    if (entry == null || entry.isJsonNull()) {
      throw new IllegalArgumentException("it is null");
    }
    PerformanceProfile profile = JsonText.read(GSON, entry, PerformanceProfile.class, "it");
    return profile.checked(JsonText.read(GSON, entry, GridFunction.class, "it"));
  }
}
