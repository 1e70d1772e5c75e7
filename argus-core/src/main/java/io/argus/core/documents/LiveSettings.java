package io.argus.core.documents;

import io.argus.core.settings.Setting;
import io.argus.core.settings.Settings;
import io.argus.core.settings.SettingsOverrides;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings of one server while it runs: those of its {@code hbase-site.xml}; over them the
 * changes for all servers ({@link SettingsOverrides}); over both the off switch of this server.
 * Each change makes new immutable {@link Settings}, which replace the last ones at once.
 *
 * <p>If a value cannot be used, its key keeps its value. A document that cannot be read changes
 * nothing. Safe for use by any thread; listeners receive one change at a time.
 */
public final class LiveSettings implements Supplier<Settings> {
  private static final Logger LOG = LoggerFactory.getLogger("io.argus");

  private final List<Consumer<Settings>> listeners = new ArrayList<>();
  private Settings site;
  private SettingsOverrides overrides = SettingsOverrides.NONE;
  private boolean switchedOff;
  private List<String> siteProblems = Collections.emptyList();
  private List<String> storedProblems = Collections.emptyList();

  private volatile Settings current;
  private volatile List<String> problems = Collections.emptyList();

  /**
   * @param site the settings at the start of the server
   */
  public LiveSettings(Settings site) {
    this.site = site;
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

  private void update() {
    List<String> further = new ArrayList<>(siteProblems);
    further.addAll(storedProblems);
    Settings next = site.with(overrides, further);
    List<String> all = next.problems().subList(site.problems().size(), next.problems().size());
    if (!all.equals(problems)) {
      all.forEach(problem -> LOG.error("{}", problem));
    }
    problems = all;
    if (switchedOff) {
      next = next.with(Collections.singletonMap(Settings.MODE.key(), "off"));
    }
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

  public synchronized boolean isSwitchedOff() {
    return switchedOff;
  }

  /** What could not be taken over since the start, one sentence each. */
  public List<String> problems() {
    return problems;
  }
}
