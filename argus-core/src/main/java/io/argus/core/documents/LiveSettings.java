package io.argus.core.documents;

import io.argus.core.settings.ChangeRequest;
import io.argus.core.settings.ServerSetup.ModeOrigin;
import io.argus.core.settings.Setting;
import io.argus.core.settings.Settings;
import io.argus.core.settings.SettingsOverrides;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings of one server while it runs: those of its {@code hbase-site.xml}; over them the
 * changes for all servers ({@link SettingsOverrides}); over these the mode that an operator set for
 * this server alone, unless its guard has tripped; over all the off switch of this server. Each
 * change makes new immutable {@link Settings}, which replace the last ones at once.
 *
 * <p>Changes end by themselves: somebody must {@link #poll} a few times a second.
 *
 * <p>If a value cannot be used, its key keeps its value. A document that cannot be read changes
 * nothing. Safe for use by any thread; listeners receive one change at a time.
 */
public final class LiveSettings implements Supplier<Settings> {
  private static final Logger LOG = LoggerFactory.getLogger("io.argus");

  private final LongSupplier clockMillis;
  private final List<Consumer<Settings>> listeners = new ArrayList<>();
  private Settings site;
  private SettingsOverrides overrides = SettingsOverrides.NONE;
  private boolean switchedOff;

  /** Host and port of this server; empty before it is known, and on a master. */
  private String server = "";

  /** {@link SettingsOverrides.ServerMode#sinceVersion} of the mode that a guard took back. */
  private long guardedVersion;

  private long nextEndMillis = Long.MAX_VALUE;
  private List<String> siteProblems = Collections.emptyList();
  private List<String> storedProblems = Collections.emptyList();

  private volatile Settings current;
  private volatile ModeOrigin modeOrigin = ModeOrigin.SITE;
  private volatile List<String> problems = Collections.emptyList();

  /**
   * @param site the settings at the start of the server
   */
  public LiveSettings(Settings site) {
    this(site, System::currentTimeMillis);
  }

  /**
   * @param clockMillis milliseconds since the epoch
   */
  public LiveSettings(Settings site, LongSupplier clockMillis) {
    this.site = site;
    this.clockMillis = clockMillis;
    this.current = site;
  }

  /**
   * Follows the document of the cluster, and calls {@code afterChange} for each of its versions.
   */
  public void follow(ClusterDocuments documents, Runnable afterChange) {
    documents.watch(
        ClusterDocuments.SETTINGS,
        stored -> {
          accept(stored);
          afterChange.run();
        });
  }

  /** Reports to the listener the settings in force, now and after each change. */
  public synchronized void onChange(Consumer<Settings> listener) {
    listeners.add(listener);
    report(listener, current);
  }

  /**
   * Takes over the changes of the operators.
   *
   * @param stored a {@link SettingsOverrides} as JSON; null or empty if there is none
   */
  public synchronized void accept(byte @Nullable [] stored) {
    try {
      overrides = SettingsOverrides.read(stored);
      storedProblems = Collections.emptyList();
    } catch (IllegalArgumentException e) {
      storedProblems =
          Collections.singletonList(e.getMessage() + "; version " + overrides.version() + " stays");
    }
    update();
  }

  /**
   * Takes over the live keys of an {@code hbase-site.xml} that was read again. If one value cannot
   * be used, it takes over none.
   *
   * @param source text of a key; null where it is not set
   */
  public synchronized void reload(Function<String, @Nullable String> source) {
    Settings read = Settings.read(source);
    List<String> wrong = new ArrayList<>();
    read.problems().forEach(problem -> wrong.add("hbase-site.xml was not taken over: " + problem));
    siteProblems = wrong;
    if (wrong.isEmpty()) {
      Map<String, String> now = new TreeMap<>();
      for (Setting<?> setting : Settings.all()) {
        String key = setting.key();
        boolean set = read.texts().containsKey(key) || site.texts().containsKey(key);
        if (setting.isLive() && set) {
          now.put(key, read.text(key));
        }
      }
      site = site.with(now);
    }
    update();
  }

  /** Switches Argus off on this server, whatever else is set, or ends that. */
  public synchronized void switchOff(boolean off) {
    if (off != switchedOff) {
      switchedOff = off;
      update();
    }
  }

  /**
   * Says which region server this is, so that its own mode counts.
   *
   * @param name host, port and start code
   */
  public synchronized void serverIs(String name) {
    String known = ChangeRequest.hostAndPort(name);
    if (!known.equals(server)) {
      server = known;
      update();
    }
  }

  /** The mode that an operator set for this server alone; empty if there is none. */
  public synchronized Optional<SettingsOverrides.ServerMode> ownMode() {
    return overrides.serverMode(server, clockMillis.getAsLong());
  }

  /**
   * Takes the mode of this server alone back.
   *
   * @param sinceVersion that it was set in; the mode of a later change counts
   */
  public synchronized void guardTripped(long sinceVersion) {
    if (sinceVersion != guardedVersion) {
      guardedVersion = sinceVersion;
      update();
    }
  }

  /** Ends the changes whose time is over. Does nothing, without waiting, if none is. */
  public synchronized void poll() {
    if (clockMillis.getAsLong() >= nextEndMillis) {
      LOG.info("A change of settings has ended by itself");
      update();
    }
  }

  private Settings withOwnMode(Settings cluster, long nowMillis) {
    Optional<SettingsOverrides.ServerMode> own = overrides.serverMode(server, nowMillis);
    String key = Settings.MODE.key();
    boolean guarded = own.isPresent() && own.get().sinceVersion() == guardedVersion;
    if (switchedOff) {
      modeOrigin = ModeOrigin.LOCAL;
      return cluster.with(Collections.singletonMap(key, "off"));
    }
    if (own.isPresent() && !guarded) {
      modeOrigin = ModeOrigin.SERVER;
      return cluster.with(Collections.singletonMap(key, own.get().mode()));
    }
    modeOrigin =
        guarded
            ? ModeOrigin.GUARD
            : overrides.values(nowMillis).containsKey(key) ? ModeOrigin.CLUSTER : ModeOrigin.SITE;
    return cluster;
  }

  private void update() {
    long nowMillis = clockMillis.getAsLong();
    nextEndMillis = overrides.nextEndMillis(nowMillis);
    List<String> further = new ArrayList<>(siteProblems);
    further.addAll(storedProblems);
    Settings next = site.with(overrides, nowMillis, further);
    List<String> all = next.problems().subList(site.problems().size(), next.problems().size());
    if (!all.equals(problems)) {
      all.forEach(problem -> LOG.error("{}", problem));
    }
    problems = all;
    next = withOwnMode(next, nowMillis);
    if (!next.texts().equals(current.texts())) {
      LOG.info("Settings v{} in force: {}", overrides.version(), next.texts());
    }
    for (Consumer<Settings> listener : listeners) {
      report(listener, next);
    }
    current = next;
  }

  private static void report(Consumer<Settings> listener, Settings settings) {
    try {
      listener.accept(settings);
    } catch (RuntimeException | LinkageError e) {
      LOG.error("A part of Argus failed to take over new settings and keeps the last ones", e);
    }
  }

  /** The settings in force; every listener knows them. */
  @Override
  public Settings get() {
    return current;
  }

  /** The settings without the changes of the operators and without the off switch. */
  public synchronized Settings site() {
    return site;
  }

  /**
   * Who put a text into the value of a setting, as far as the log of the changes goes back; empty
   * if it does not tell.
   */
  public synchronized Optional<SettingsOverrides.Change> changeThatAdded(
      Setting<?> setting, String text) {
    return overrides.log().stream()
        .filter(change -> change.key().equals(setting.key()))
        .filter(change -> change.after() != null && change.after().contains(text))
        .filter(change -> !change.before().contains(text))
        .max(Comparator.comparingLong(SettingsOverrides.Change::version));
  }

  /** What decides the mode in force. */
  public ModeOrigin modeOrigin() {
    return modeOrigin;
  }

  public synchronized boolean isSwitchedOff() {
    return switchedOff;
  }

  /** What could not be taken over since the start, one sentence each. */
  public List<String> problems() {
    return problems;
  }
}
