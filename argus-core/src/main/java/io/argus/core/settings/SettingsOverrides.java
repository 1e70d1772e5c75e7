package io.argus.core.settings;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.argus.core.text.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings that operators changed while the cluster runs, and the log of these changes: the
 * document {@code settings} of the cluster. An override wins over {@code hbase-site.xml} on every
 * server. One that ends by itself lies over those without an end, and the mode of a single server
 * over the mode of all. Whoever reads the document ignores what has ended: no command and no master
 * need be there for it.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class SettingsOverrides {
  /** Nothing was ever changed; version 0. */
  public static final SettingsOverrides NONE =
      new SettingsOverrides(
          0, new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new ArrayList<>());

  /** Number of changes that the log keeps. */
  public static final int LOG_LENGTH = 100;

  /** A document with more was not written by Argus. */
  private static final int MAX_ENTRIES = 500;

  private static final int MAX_SERVERS = 10_000;

  /** So many errors in a change are named. */
  private static final int MAX_WRONG = 3;

  private static final Gson GSON =
      new GsonBuilder().disableHtmlEscaping().setPrettyPrinting().create();

  private final long version;
  private final SortedMap<String, String> values;
  private final @Nullable SortedMap<String, Temporary> temporary;
  private final @Nullable SortedMap<String, ServerMode> servers;
  private final List<Change> log;

  private SettingsOverrides(
      long version,
      SortedMap<String, String> values,
      SortedMap<String, Temporary> temporary,
      SortedMap<String, ServerMode> servers,
      List<Change> log) {
    this.version = version;
    this.values = values;
    this.temporary = temporary.isEmpty() ? null : temporary;
    this.servers = servers.isEmpty() ? null : servers;
    this.log = log;
  }

  /** An override that ends by itself. Immutable. */
  public static final class Temporary {
    private final @Nullable String text;
    private final long untilMillis;

    private Temporary(@Nullable String text, long untilMillis) {
      this.text = text;
      this.untilMillis = untilMillis;
    }

    private boolean isOver(long nowMillis) {
      return nowMillis >= untilMillis;
    }

    /** Null if {@code hbase-site.xml} or the default counts meanwhile. */
    public @Nullable String text() {
      return text;
    }

    /** Milliseconds since the epoch. */
    public long untilMillis() {
      return untilMillis;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Temporary
          && ((Temporary) other).untilMillis == untilMillis
          && Objects.equals(((Temporary) other).text, text);
    }

    @Override
    public int hashCode() {
      return Objects.hash(text, untilMillis);
    }
  }

  /** The mode of one server. Immutable. */
  public static final class ServerMode {
    private final String mode;
    private final long sinceVersion;
    private final long untilMillis;
    private final double guard;

    private ServerMode(String mode, long sinceVersion, long untilMillis, double guard) {
      this.mode = mode;
      this.sinceVersion = sinceVersion;
      this.untilMillis = untilMillis;
      this.guard = guard;
    }

    private boolean isOver(long nowMillis) {
      return untilMillis != 0 && nowMillis >= untilMillis;
    }

    public String mode() {
      return mode;
    }

    /** Version of the settings in which an operator set it; tells two such changes apart. */
    public long sinceVersion() {
      return sinceVersion;
    }

    /** Milliseconds since the epoch; 0 if it has no end. */
    public long untilMillis() {
      return untilMillis;
    }

    /** Factor of the guard; 0 if there is none. */
    public double guard() {
      return guard;
    }
  }

  /** The change of one key. Immutable. */
  public static final class Change {
    private final long version;
    private final long millis;
    private final String who;
    private final String key;
    private final String before;
    private final @Nullable String after;
    private final @Nullable String server;
    private final @Nullable String reason;
    private final long untilMillis;

    private Change(
        Entry entry, String key, @Nullable String server, String before, @Nullable String after) {
      this.version = entry.version;
      this.millis = entry.nowMillis;
      this.who = entry.who;
      this.key = key;
      this.before = before;
      this.after = after;
      this.server = server;
      this.reason = entry.request.reason().isEmpty() ? null : entry.request.reason();
      this.untilMillis = after == null && server != null ? 0 : entry.untilMillis();
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

    /** Host and port of the only server that it is for; empty for all servers. */
    public String server() {
      return server == null ? "" : server;
    }

    /** Why the operator made it; empty if that is not known. */
    public String reason() {
      return reason == null ? "" : reason;
    }

    /** When it ends by itself, milliseconds since the epoch; 0 if it does not. */
    public long untilMillis() {
      return untilMillis;
    }
  }

  /** What the log entries of one request have in common. Immutable. */
  private static final class Entry {
    private final ChangeRequest request;
    private final long version;
    private final String who;
    private final long nowMillis;

    Entry(ChangeRequest request, long version, String who, long nowMillis) {
      this.request = request;
      this.version = version;
      this.who = who;
      this.nowMillis = nowMillis;
    }

    long untilMillis() {
      return request.untilMillis(nowMillis);
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
    if (Math.max(read.values.size(), read.log.size()) > MAX_ENTRIES
        || Math.max(read.temporary().size(), read.servers().size()) > MAX_SERVERS) {
      throw new IllegalArgumentException(
          String.format(
              "the changed settings have %s values and a log of %s: must be %s each at most",
              read.values.size(), read.log.size(), MAX_ENTRIES));
    }
    if (read.values.containsValue(null)
        || read.temporary().containsValue(null)
        || !read.servers().values().stream().allMatch(each -> each != null && each.mode != null)
        || !read.log.stream().allMatch(Change::isComplete)) {
      throw new IllegalArgumentException(
          "the changed settings have a value that is null, or a change without 'who', 'key' or"
              + " 'before'");
    }
    return new SettingsOverrides(
        read.version, RenamedKeys.renamed(read.values), read.temporary(), read.servers(), read.log);
  }

  /** Reads the document; {@link #NONE} if it cannot be read, so that a change replaces it. */
  public static SettingsOverrides readOrNone(byte @Nullable [] json) {
    try {
      return read(json);
    } catch (IllegalArgumentException e) {
      return NONE;
    }
  }

  /** The document for {@link #read}; empty for {@link #NONE}. */
  public byte[] toJson() {
    return version == 0 ? new byte[0] : GSON.toJson(this).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns the document after a change; the same document if nothing differs. If one key cannot be
   * changed, none is.
   *
   * <p>A change without an end takes the place of one that ends by itself. A change of the mode of
   * all servers ends the modes of single ones: nobody who switches a cluster off leaves a server
   * on.
   *
   * @param site the settings without overrides
   * @param nowMillis milliseconds since the epoch
   * @throws IllegalArgumentException naming every key that is not live, every value that is not
   *     legal, and what would be right
   */
  public SettingsOverrides with(ChangeRequest request, Settings site, String who, long nowMillis) {
    requireCurrent(request.madeFrom());
    requireLegal(request.texts());
    Next next = new Next(this, new Entry(request, version + 1, who, nowMillis), site);
    if (!request.servers().isEmpty()) {
      next.onServers();
    } else {
      request
          .texts()
          .forEach((key, text) -> next.everywhere(key, text == null ? null : text.trim()));
    }
    next.note();
    return next.isSame() ? this : next.document();
  }

  private void requireCurrent(@Nullable Long madeFrom) {
    if (madeFrom != null && madeFrom != version) {
      throw new IllegalArgumentException(
          "the settings are v"
              + version
              + ", the change was made from v"
              + madeFrom
              + ": make it again (nothing was changed)");
    }
  }

  /** The document that a request makes. Used by one thread. */
  private static final class Next {
    private final SettingsOverrides last;
    private final Entry entry;
    private final Settings site;
    private final SortedMap<String, String> values;
    private final SortedMap<String, Temporary> temporary;
    private final SortedMap<String, ServerMode> servers;
    private final List<Change> log;

    Next(SettingsOverrides last, Entry entry, Settings site) {
      this.last = last;
      this.entry = entry;
      this.site = site;
      values = new TreeMap<>(last.values);
      temporary = new TreeMap<>(last.temporary());
      temporary.values().removeIf(each -> each.isOver(entry.nowMillis));
      servers = new TreeMap<>(last.servers());
      servers.values().removeIf(each -> each.isOver(entry.nowMillis));
      log = new ArrayList<>(last.log);
    }

    void everywhere(String key, @Nullable String text) {
      String before = text(key);
      Temporary ends = temporary.remove(key);
      boolean changed;
      if (entry.untilMillis() == 0) {
        String overridden = text == null ? values.remove(key) : values.put(key, text);
        changed = ends != null || !Objects.equals(overridden, text);
      } else {
        Temporary next = new Temporary(text, entry.untilMillis());
        temporary.put(key, next);
        changed = !next.equals(ends);
      }
      if (changed) {
        log.add(new Change(entry, key, null, before, text));
      }
      if (key.equals(Settings.MODE.key())) {
        new ArrayList<>(servers.keySet()).forEach(this::inherit);
      }
    }

    private String text(String key) {
      String text = last.values(entry.nowMillis).get(key);
      return text == null ? site.text(key) : text;
    }

    private void inherit(String server) {
      ServerMode ends = servers.remove(server);
      if (ends != null) {
        log.add(new Change(entry, Settings.MODE.key(), server, ends.mode, null));
      }
    }

    void onServers() {
      String key = Settings.MODE.key();
      if (!entry.request.texts().keySet().equals(Collections.singleton(key))) {
        throw new IllegalArgumentException(
            "single servers can only have a " + key + " of their own (nothing was changed)");
      }
      String mode = entry.request.texts().get(key);
      for (String server : entry.request.servers()) {
        ServerMode ends = servers.get(server);
        if (mode == null) {
          inherit(server);
        } else {
          servers.put(
              server,
              new ServerMode(
                  mode.trim(), entry.version, entry.untilMillis(), entry.request.guard()));
          log.add(new Change(entry, key, server, ends == null ? text(key) : ends.mode, mode));
        }
      }
    }

    void note() {
      ChangeRequest.Note note = entry.request.note();
      if (note != null) {
        log.add(new Change(entry, note.key(), null, note.before(), note.after()));
      }
    }

    boolean isSame() {
      return log.size() == last.log.size();
    }

    SettingsOverrides document() {
      List<Change> kept = log.subList(Math.max(0, log.size() - LOG_LENGTH), log.size());
      return new SettingsOverrides(
          entry.version, values, temporary, servers, new ArrayList<>(kept));
    }
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

  /** The overrides for all servers that have no end: text by key. */
  public SortedMap<String, String> values() {
    return Collections.unmodifiableSortedMap(values);
  }

  /**
   * The overrides for all servers at a moment, with those that end by themselves: text by key.
   *
   * @param nowMillis milliseconds since the epoch
   */
  public SortedMap<String, String> values(long nowMillis) {
    SortedMap<String, String> current = new TreeMap<>(values);
    temporary(nowMillis)
        .forEach(
            (key, each) -> {
              if (each.text == null) {
                current.remove(key);
              } else {
                current.put(key, each.text);
              }
            });
    return current;
  }

  /** The overrides for all servers that end by themselves and have not ended, by key. */
  public SortedMap<String, Temporary> temporary(long nowMillis) {
    SortedMap<String, Temporary> current = new TreeMap<>(temporary());
    current.values().removeIf(each -> each.isOver(nowMillis));
    return current;
  }

  private SortedMap<String, Temporary> temporary() {
    return temporary == null ? Collections.emptySortedMap() : temporary;
  }

  /** The modes of single servers that have not ended, by host and port. */
  public SortedMap<String, ServerMode> servers(long nowMillis) {
    SortedMap<String, ServerMode> current = new TreeMap<>(servers());
    current.values().removeIf(each -> each.isOver(nowMillis));
    return current;
  }

  private SortedMap<String, ServerMode> servers() {
    return servers == null ? Collections.emptySortedMap() : servers;
  }

  /**
   * The mode that a server has of its own at a moment; empty if it has none.
   *
   * @param hostAndPort see {@link ChangeRequest#hostAndPort}
   */
  public Optional<ServerMode> serverMode(String hostAndPort, long nowMillis) {
    return Optional.ofNullable(servers().get(hostAndPort)).filter(each -> !each.isOver(nowMillis));
  }

  /**
   * When the next override ends, milliseconds since the epoch; the greatest number if none does.
   */
  public long nextEndMillis(long nowMillis) {
    LongStream ends =
        Stream.concat(
                temporary().values().stream().map(each -> each.untilMillis),
                servers().values().stream().map(each -> each.untilMillis))
            .mapToLong(Long::longValue);
    return ends.filter(until -> until > nowMillis).min().orElse(Long.MAX_VALUE);
  }

  /** The last changes in the order of time. */
  public List<Change> log() {
    return Collections.unmodifiableList(log);
  }
}
