package io.argus.core.settings;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * How Argus is set up on one server: the version of its jar, the settings, what is wrong with them,
 * and the numbers of handlers and of concurrent HDFS reads.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ServerSetup {
  /** Of a server whose report does not contain it. */
  public static final ServerSetup UNKNOWN =
      new ServerSetup("", Settings.defaults(), Collections.emptyList(), 0, 0, "");

  private static final String THIS_VERSION = readVersion();

  /** What decides the mode of a server: the first of them that says something. */
  public enum ModeOrigin {
    /** The file of {@code argus off --local}. */
    LOCAL,
    /** {@code argus mode --server}. */
    SERVER,
    /** The guard of that mode, which has tripped: then the cluster or the site file. */
    GUARD,
    /** {@code argus mode}, {@code off}, {@code on} or {@code set}. */
    CLUSTER,
    /** {@code hbase-site.xml}, or the default. */
    SITE
  }

  private final @Nullable String pluginVersion;
  private final @Nullable List<String> unknownKeys;
  private final @Nullable List<String> unusableValues;
  private final int handlers;
  private final int ioConcurrencyLimit;
  private final @Nullable String blockCache;
  private final long settingsVersion;
  private final @Nullable Map<String, String> settings;
  private final @Nullable String offFile;
  private final boolean switchedOff;
  private final @Nullable ModeOrigin modeOrigin;
  private final @Nullable String guard;
  private final long capsVersion;
  private final @Nullable List<String> idleRules;

  private ServerSetup(
      String pluginVersion,
      Settings settings,
      List<String> unknownKeys,
      int handlers,
      int ioConcurrencyLimit,
      String blockCache) {
    this.pluginVersion = pluginVersion;
    this.unknownKeys = Collections.unmodifiableList(new ArrayList<>(unknownKeys));
    this.unusableValues = settings.problems();
    this.handlers = handlers;
    this.ioConcurrencyLimit = ioConcurrencyLimit;
    this.blockCache = blockCache;
    this.settingsVersion = settings.version();
    this.settings = settings.texts();
    this.offFile = null;
    this.switchedOff = false;
    this.modeOrigin = null;
    this.guard = null;
    this.capsVersion = 0;
    this.idleRules = null;
  }

  private ServerSetup(
      ServerSetup setup,
      String offFile,
      boolean switchedOff,
      @Nullable ModeOrigin modeOrigin,
      @Nullable String guard,
      long capsVersion,
      @Nullable List<String> idleRules) {
    this.pluginVersion = setup.pluginVersion;
    this.unknownKeys = setup.unknownKeys;
    this.unusableValues = setup.unusableValues;
    this.handlers = setup.handlers;
    this.ioConcurrencyLimit = setup.ioConcurrencyLimit;
    this.blockCache = setup.blockCache;
    this.settingsVersion = setup.settingsVersion;
    this.settings = setup.settings;
    this.offFile = offFile;
    this.switchedOff = switchedOff;
    this.modeOrigin = modeOrigin;
    this.guard = guard;
    this.capsVersion = capsVersion;
    this.idleRules = idleRules;
  }

  /**
   * Returns this setup of a region server with its local switch.
   *
   * @param file absolute path of the file that switches Argus off while it exists
   * @param exists whether it does
   */
  public ServerSetup withOffFile(String file, boolean exists) {
    return new ServerSetup(this, file, exists, modeOrigin, guard, capsVersion, idleRules);
  }

  /**
   * Returns this setup of a region server with what decides its mode.
   *
   * @param guardsSentence what its guard says, for operators; empty if it has none
   */
  public ServerSetup withMode(ModeOrigin origin, String guardsSentence) {
    String said = guardsSentence.isEmpty() ? null : guardsSentence;
    return new ServerSetup(this, offFile(), switchedOff, origin, said, capsVersion, idleRules);
  }

  /**
   * Returns this setup of a region server with the version of the division of caps in force there.
   */
  public ServerSetup withCaps(long version) {
    return new ServerSetup(this, offFile(), switchedOff, modeOrigin, guard, version, idleRules);
  }

  /** Returns this setup of a region server with {@link #idleRules}. */
  public ServerSetup withIdleRules(List<String> rules) {
    List<String> idle = rules.isEmpty() ? null : Collections.unmodifiableList(rules);
    return new ServerSetup(this, offFile(), switchedOff, modeOrigin, guard, capsVersion, idle);
  }

  /**
   * The rules of {@code argus.tenant.callers}, {@code argus.tenant.classes} and {@code
   * argus.runaway.rules} that have matched no request there so far.
   */
  public List<String> idleRules() {
    return idleRules == null ? Collections.emptyList() : idleRules;
  }

  /** Version of the division of the tenants' caps that is in force there; 0 if there is none. */
  public long capsVersion() {
    return capsVersion;
  }

  /**
   * Returns the setup of this process.
   *
   * @param unknownKeys {@code argus.*} keys of its configuration that are no settings
   * @param handlers number of requests that may use a handler at once; 0 on a master
   * @param ioConcurrencyLimit I/O concurrency limit; 0 on a master
   * @param blockCache what HBase's block cache is, for operators; empty on a master
   */
  public static ServerSetup of(
      Settings settings,
      List<String> unknownKeys,
      int handlers,
      int ioConcurrencyLimit,
      String blockCache) {
    return new ServerSetup(
        THIS_VERSION, settings, unknownKeys, handlers, ioConcurrencyLimit, blockCache);
  }

  /** Whether nothing in it is null; one that was read from JSON may have that. */
  public boolean isComplete() {
    return !unknownKeys().contains(null)
        && !unusableValues().contains(null)
        && !idleRules().contains(null)
        && settings().entrySet().stream()
            .allMatch(set -> set.getKey() != null && set.getValue() != null);
  }

  /** The version of Argus in this process; empty if its jar does not say. */
  public static String thisVersion() {
    return THIS_VERSION;
  }

  private static String readVersion() {
    Properties properties = new Properties();
    try (InputStream file =
        ServerSetup.class.getResourceAsStream("/io/argus/core/version.properties")) {
      if (file != null) {
        properties.load(file);
      }
    } catch (IOException e) {
      // The version stays unknown.
    }
    return properties.getProperty("version", "");
  }

  /** Empty if it is not known. */
  public String pluginVersion() {
    return pluginVersion == null ? "" : pluginVersion;
  }

  public List<String> unknownKeys() {
    return unknownKeys == null ? Collections.emptyList() : unknownKeys;
  }

  /** One message per value: key, value, what would be right. */
  public List<String> unusableValues() {
    return unusableValues == null ? Collections.emptyList() : unusableValues;
  }

  /** 0 if it is not known. */
  public int handlers() {
    return handlers;
  }

  /** I/O concurrency limit, reads; 0 if it is not known. */
  public int ioConcurrencyLimit() {
    return ioConcurrencyLimit;
  }

  /** What HBase's block cache is, for operators; empty if it is not known. */
  public String blockCache() {
    return blockCache == null ? "" : blockCache;
  }

  /** Path of the file that switches Argus off on a region server; empty if it is not known. */
  public String offFile() {
    return offFile == null ? "" : offFile;
  }

  /** Whether that file exists: then Argus is off there, whatever is set. */
  public boolean isSwitchedOff() {
    return switchedOff;
  }

  /** What decides its mode; SITE if it is not known. */
  public ModeOrigin modeOrigin() {
    return modeOrigin == null ? ModeOrigin.SITE : modeOrigin;
  }

  /** The mode in force. */
  public Settings.Mode mode() {
    return Settings.read(settings()::get).get(Settings.MODE);
  }

  /** What the guard of its mode says: that it watches, or why it has tripped; empty without one. */
  public String guard() {
    return guard == null ? "" : guard;
  }

  /** Version of the {@link SettingsOverrides} in force; 0 before there were any. */
  public long settingsVersion() {
    return settingsVersion;
  }

  /** Text by key of the settings that are set, in hbase-site.xml or live. */
  public Map<String, String> settings() {
    return settings == null ? Collections.emptyMap() : settings;
  }
}
