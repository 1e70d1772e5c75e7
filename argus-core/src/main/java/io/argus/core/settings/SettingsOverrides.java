package io.argus.core.settings;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import io.argus.core.text.JsonText;
import io.argus.core.text.Shortened;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The settings that operators changed while the cluster runs, and the log of these changes: the
 * document {@code settings} of the cluster. An override wins over {@code hbase-site.xml} on every
 * server.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class SettingsOverrides {
  /** Nothing was ever changed; version 0. */
  public static final SettingsOverrides NONE =
      new SettingsOverrides(0, new TreeMap<>(), new ArrayList<>());

  /** Number of changes that the log keeps. */
  public static final int LOG_LENGTH = 100;

  /**
   * Stands among changes for the version that they were made from: at another version they are
   * refused. No setting has this name.
   */
  private static final String MADE_FROM = "version";

  /** A document with more was not written by Argus. */
  private static final int MAX_ENTRIES = 500;

  /** So many errors in a change are named. */
  private static final int MAX_WRONG = 3;

  private static final Gson GSON =
      new GsonBuilder().disableHtmlEscaping().setPrettyPrinting().create();

  private final long version;
  private final SortedMap<String, String> values;
  private final List<Change> log;

  private SettingsOverrides(long version, SortedMap<String, String> values, List<Change> log) {
    this.version = version;
    this.values = values;
    this.log = log;
  }

  /** The change of one key. Immutable. */
  public static final class Change {
    private final long version;
    private final long millis;
    private final String who;
    private final String key;
    private final String before;
    private final @Nullable String after;

    private Change(
        long version, long millis, String who, String key, String before, @Nullable String after) {
      this.version = version;
      this.millis = millis;
      this.who = who;
      this.key = key;
      this.before = before;
      this.after = after;
    }

    private static boolean isComplete(@Nullable Change read) {
      return read != null && read.who != null && read.key != null && read.before != null;
    }

    /** Version of the document after the change. */
    public long version() {
      return version;
    }

    /** Milliseconds since the epoch. */
    public long millis() {
      return millis;
    }

    public String who() {
      return who;
    }

    public String key() {
      return key;
    }

    /** The value before. */
    public String before() {
      return before;
    }

    /** The new value; null if {@code hbase-site.xml} or the default counts again. */
    public @Nullable String after() {
      return after;
    }
  }

  /**
   * Reads the document. Keys of earlier releases that were renamed count under their new name.
   *
   * @param json null or empty for {@link #NONE}
   * @throws IllegalArgumentException saying what is wrong with it
   */
  public static SettingsOverrides read(byte @Nullable [] json) {
    if (json == null || json.length == 0) {
      return NONE;
    }
    SettingsOverrides read =
        JsonText.read(GSON, json, SettingsOverrides.class, "the changed settings");
    if (read.version < 1 || read.values == null || read.log == null) {
      throw new IllegalArgumentException(
          "the changed settings lack 'version' above 0, 'values' or 'log'");
    }
    if (Math.max(read.values.size(), read.log.size()) > MAX_ENTRIES) {
      throw new IllegalArgumentException(
          String.format(
              "the changed settings have %s values and a log of %s: must be %s each at most",
              read.values.size(), read.log.size(), MAX_ENTRIES));
    }
    if (read.values.containsValue(null) || !read.log.stream().allMatch(Change::isComplete)) {
      throw new IllegalArgumentException(
          "the changed settings have a value that is null, or a change without 'who', 'key' or"
              + " 'before'");
    }
    return new SettingsOverrides(read.version, RenamedKeys.renamed(read.values), read.log);
  }

  /** Reads the document; {@link #NONE} if it cannot be read, so that a change replaces it. */
  public static SettingsOverrides readOrNone(byte @Nullable [] json) {
    try {
      return read(json);
    } catch (IllegalArgumentException e) {
      return NONE;
    }
  }

  /**
   * Reads changes: a JSON object of texts by key, null to remove an override.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static Map<String, @Nullable String> readChanges(byte[] json) {
    JsonElement object = JsonText.tree(json, "the changes");
    if (!object.isJsonObject()) {
      throw new IllegalArgumentException("the changes are no JSON object: must be texts by key");
    }
    Map<String, @Nullable String> changes = new TreeMap<>();
    object
        .getAsJsonObject()
        .entrySet()
        .forEach(
            entry -> {
              JsonElement text = entry.getValue();
              if (!text.isJsonNull() && !text.isJsonPrimitive()) {
                throw new IllegalArgumentException(
                    "the changes have a value of "
                        + Shortened.of(entry.getKey())
                        + " that is no text");
              }
              changes.put(entry.getKey(), text.isJsonNull() ? null : text.getAsString());
            });
    return changes;
  }

  /**
   * Returns changes that {@link #with} refuses unless the document is the one that they were made
   * from: nobody else's change is lost.
   */
  public Map<String, @Nullable String> onlyHere(Map<String, @Nullable String> changes) {
    Map<String, @Nullable String> bound = new TreeMap<>(changes);
    bound.put(MADE_FROM, Long.toString(version));
    return bound;
  }

  /** Writes changes for {@link #readChanges}. */
  public static byte[] writeChanges(Map<String, @Nullable String> changes) {
    return new GsonBuilder()
        .serializeNulls()
        .disableHtmlEscaping()
        .create()
        .toJson(changes)
        .getBytes(StandardCharsets.UTF_8);
  }

  /** The document for {@link #read}; empty for {@link #NONE}. */
  public byte[] toJson() {
    return version == 0 ? new byte[0] : GSON.toJson(this).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns the document after a change of several keys; the same document if nothing differs. If
   * one key cannot be changed, none is.
   *
   * @param asked text by key, null to remove an override
   * @param site the settings without overrides
   * @param nowMillis milliseconds since the epoch
   * @throws IllegalArgumentException naming every key that is not live, every value that is not
   *     legal, and what would be right
   */
  public SettingsOverrides with(
      Map<String, @Nullable String> asked, Settings site, String who, long nowMillis) {
    Map<String, @Nullable String> changes = new TreeMap<>(asked);
    String madeFrom = changes.remove(MADE_FROM);
    if (madeFrom != null && !madeFrom.equals(Long.toString(version))) {
      throw new IllegalArgumentException(
          "the settings are v"
              + version
              + ", the change was made from v"
              + Shortened.of(madeFrom)
              + ": make it again (nothing was changed)");
    }
    requireLegal(changes);
    SortedMap<String, String> newValues = new TreeMap<>(values);
    List<Change> newLog = new ArrayList<>(log);
    changes.forEach(
        (key, text) -> {
          String after = text == null ? null : text.trim();
          String overridden = after == null ? newValues.remove(key) : newValues.put(key, after);
          if (after == null ? overridden != null : !after.equals(overridden)) {
            String before = overridden == null ? site.text(key) : overridden;
            newLog.add(new Change(version + 1, nowMillis, who, key, before, after));
          }
        });
    if (newValues.equals(values)) {
      return this;
    }
    List<Change> last = newLog.subList(Math.max(0, newLog.size() - LOG_LENGTH), newLog.size());
    return new SettingsOverrides(version + 1, newValues, new ArrayList<>(last));
  }

  private static void requireLegal(Map<String, @Nullable String> changes) {
    List<String> wrong = new ArrayList<>();
    changes.forEach(
        (key, text) -> {
          try {
            Setting<?> setting = Settings.LIST.requireLive(key);
            if (text != null) {
              setting.parse(text);
            }
          } catch (IllegalArgumentException e) {
            wrong.add(e.getMessage());
          }
        });
    if (wrong.size() > MAX_WRONG) {
      wrong.set(MAX_WRONG, (wrong.size() - MAX_WRONG) + " more are wrong");
      wrong.subList(MAX_WRONG + 1, wrong.size()).clear();
    }
    if (!wrong.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", wrong) + " (nothing was changed)");
    }
  }

  /** The number of changes so far. */
  public long version() {
    return version;
  }

  /** The overrides: text by key. */
  public SortedMap<String, String> values() {
    return Collections.unmodifiableSortedMap(values);
  }

  /** The last changes in the order of time. */
  public List<Change> log() {
    return Collections.unmodifiableList(log);
  }
}
