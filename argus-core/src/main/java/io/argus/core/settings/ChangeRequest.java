package io.argus.core.settings;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.argus.core.text.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What an operator asks to change: the new texts of settings, and for how long, where and why.
 * {@link SettingsOverrides#with} makes the change.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ChangeRequest {
  /** The longest change that ends by itself. */
  public static final long MAX_MILLIS = TimeUnit.DAYS.toMillis(366);

  /** The highest factor of a guard. */
  public static final double MAX_GUARD = 1000;

  private static final int MAX_REASON = 500;
  private static final int MAX_SERVERS = 10_000;
  private static final String WHAT = "the changes";

  private static final Gson GSON =
      new GsonBuilder().serializeNulls().disableHtmlEscaping().create();

  private final SortedMap<String, @Nullable String> texts;
  private final @Nullable String reason;
  private final long forMillis;
  private final @Nullable List<String> servers;
  private final double guard;
  private final @Nullable Long madeFrom;
  private final @Nullable Note note;

  private ChangeRequest(
      SortedMap<String, @Nullable String> texts,
      @Nullable String reason,
      long forMillis,
      @Nullable List<String> servers,
      double guard,
      @Nullable Long madeFrom) {
    this.texts = texts;
    this.reason = reason;
    this.forMillis = forMillis;
    this.servers = servers;
    this.guard = guard;
    this.madeFrom = madeFrom;
    this.note = null;
  }

  private ChangeRequest(ChangeRequest like, Note note) {
    this.texts = like.texts;
    this.reason = like.reason;
    this.forMillis = 0;
    this.servers = null;
    this.guard = 0;
    this.madeFrom = null;
    this.note = note;
  }

  /** What the log says of a change that is none of a setting. Immutable. */
  static final class Note {
    private static final int MAX_TEXT = 2_000;

    private final String key;
    private final String before;
    private final String after;

    Note(String key, String before, String after) {
      this.key = key;
      this.before = before;
      this.after = after;
    }

    private boolean isSound() {
      return key != null
          && before != null
          && after != null
          && key.length() + before.length() + after.length() <= MAX_TEXT;
    }

    String key() {
      return key;
    }

    String before() {
      return before;
    }

    String after() {
      return after;
    }
  }

  /**
   * Asks for new texts of settings on all servers, without an end.
   *
   * @param texts by key; null takes a change back
   */
  public static ChangeRequest of(Map<String, @Nullable String> texts) {
    return new ChangeRequest(new TreeMap<>(texts), null, 0, null, 0, null);
  }

  /** Returns this request with why it is made, for the log; nothing for a blank text. */
  public ChangeRequest because(String why) {
    String said = why.trim().isEmpty() ? null : why.trim();
    ChangeRequest request = new ChangeRequest(texts, said, forMillis, servers, guard, madeFrom);
    return note == null ? request : new ChangeRequest(request, note);
  }

  /**
   * Returns this request for a change that ends by itself.
   *
   * @param millis after which what was in force before is in force again; 0 for no end
   */
  public ChangeRequest lasting(long millis) {
    return new ChangeRequest(texts, reason, millis, servers, guard, madeFrom);
  }

  /**
   * Returns this request for some servers only.
   *
   * @param hostsAndPorts host and port of each, such as {@code rs1.example.com,16020}
   * @param factor of the guard by which they go back, see {@link io.argus.core.usage.CanaryGuard};
   *     0 for no guard
   */
  public ChangeRequest on(Collection<String> hostsAndPorts, double factor) {
    return new ChangeRequest(
        texts, reason, forMillis, new ArrayList<>(new TreeSet<>(hostsAndPorts)), factor, madeFrom);
  }

  /**
   * Returns this request for that version of the settings only: at another one it is refused, so
   * that nobody else's change is lost.
   */
  public ChangeRequest onlyFrom(SettingsOverrides overrides) {
    return new ChangeRequest(texts, reason, forMillis, servers, guard, overrides.version());
  }

  /**
   * Returns a request that changes no setting: what was changed otherwise goes into the log.
   *
   * @param key what it is, such as {@code plan}
   */
  public static ChangeRequest note(String key, String before, String after) {
    ChangeRequest nothing = of(Collections.emptyMap());
    return new ChangeRequest(nothing, new Note(key, before, after));
  }

  /**
   * Reads a request.
   *
   * @throws IllegalArgumentException if it is something else, or a part of it cannot be
   */
  public static ChangeRequest read(byte[] json) {
    ChangeRequest request = JsonText.read(GSON, json, ChangeRequest.class, WHAT);
    request.requireSound();
    return request;
  }

  private void requireSound() {
    require(texts != null, "no 'texts': must be an object of texts by key");
    require(
        reason().length() <= MAX_REASON,
        "a reason of " + reason().length() + " characters: must be " + MAX_REASON + " at most");
    require(
        forMillis >= 0 && forMillis <= MAX_MILLIS,
        "an end in " + forMillis + " ms: must be within 0.." + MAX_MILLIS);
    require(
        guard == 0 || (guard > 1 && guard <= MAX_GUARD),
        "a guard of " + guard + ": must be above 1, at most " + MAX_GUARD);
    require(
        servers().size() <= MAX_SERVERS && servers().stream().allMatch(ChangeRequest::isServer),
        "servers that are not host and port, separated by a comma");
    require(note == null || note.isSound(), "a note that lacks a part, or is too long");
  }

  private static void require(boolean sound, String otherwise) {
    if (!sound) {
      throw new IllegalArgumentException(WHAT + " have " + otherwise);
    }
  }

  private static boolean isServer(@Nullable String name) {
    return name != null && name.matches("[A-Za-z0-9_.:%\\[\\]-]{1,255},[0-9]{1,5}");
  }

  /** Writes the request for {@link #read}. */
  public byte[] toJson() {
    return GSON.toJson(this).getBytes(StandardCharsets.UTF_8);
  }

  /** The texts by key, as they are asked for; null takes a change back. */
  SortedMap<String, @Nullable String> texts() {
    return texts;
  }

  /** The keys of the settings that it changes. */
  public Set<String> keys() {
    return isForAllServers() ? texts.keySet() : Collections.emptySet();
  }

  /** Whether it is not for single servers. */
  public boolean isForAllServers() {
    return servers().isEmpty();
  }

  /** Empty if the operator gave none. */
  String reason() {
    return reason == null ? "" : reason;
  }

  /** When a change made now ends, milliseconds since the epoch; 0 for never. */
  long untilMillis(long nowMillis) {
    return forMillis == 0 ? 0 : nowMillis + forMillis;
  }

  /** Host and port of the servers that it is for; empty for all servers. */
  List<String> servers() {
    return servers == null ? Collections.emptyList() : servers;
  }

  double guard() {
    return guard;
  }

  /** The version of the settings that it was made from; null for any. */
  @Nullable Long madeFrom() {
    return madeFrom;
  }

  /** Null for none. */
  @Nullable Note note() {
    return note;
  }

  /** Host and port of a region server of that name, which has a start code, too. */
  public static String hostAndPort(String server) {
    String[] parts = server.split(",", -1);
    return String.join(",", Arrays.asList(parts).subList(0, Math.min(2, parts.length)));
  }
}
