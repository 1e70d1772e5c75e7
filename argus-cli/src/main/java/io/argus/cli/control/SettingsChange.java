package io.argus.cli.control;

import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.NoMasterException;
import io.argus.cli.live.ReadOptions;
import io.argus.cli.live.SiteLocation;
import io.argus.cli.live.StoredSettings;
import io.argus.cli.output.ExitCode;
import io.argus.cli.output.Output;
import io.argus.core.settings.Setting;
import io.argus.core.settings.Settings;
import io.argus.core.settings.SettingsOverrides;
import io.argus.core.slo.Slos;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * One change of settings by a command: makes it, waits until every server confirms it, and prints
 * the values before and after.
 *
 * <p>Used by one thread.
 */
final class SettingsChange {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long to wait for the servers (default: ${DEFAULT-VALUE}).")
  private int timeoutSeconds = 10;

  /** What a command changes. */
  interface Changes {
    /**
     * @param overrides what operators have changed so far
     * @param site the settings without overrides
     * @return text by key; null takes a change back
     */
    Map<String, @Nullable String> of(SettingsOverrides overrides, Settings site);
  }

  /** The cluster's site file. */
  SiteLocation site() throws IOException {
    return cluster.location();
  }

  /** How long to wait for servers. */
  long timeoutNanos() {
    return TimeUnit.SECONDS.toNanos(timeoutSeconds);
  }

  /** The options of the cluster. */
  ReadOptions cluster() {
    return cluster;
  }

  /** The SLOs in force. */
  Slos slos() throws IOException, InterruptedException {
    try (LiveCluster live = cluster.connect()) {
      return Slos.parse(live.settings().text(Settings.SLOS));
    }
  }

  /** Prints what is in force. */
  void show(Setting<?> setting) throws IOException, InterruptedException {
    String text;
    try (LiveCluster live = cluster.connect()) {
      text = live.settings().text(setting);
    }
    if (cluster.json()) {
      Map<String, Object> document = Output.document();
      document.put("now", Collections.singletonMap(setting.key(), text));
      System.out.println(Output.json(document));
    } else {
      System.out.println(setting.key() + ": " + shown(text));
    }
  }

  /**
   * Makes the change and returns the exit code.
   *
   * @param changes text by key; null takes a change back
   */
  int make(Map<String, @Nullable String> changes) throws IOException, InterruptedException {
    return make((overrides, site) -> changes);
  }

  /** Makes changes that depend on what is set; returns the exit code. */
  int make(Changes changes) throws IOException, InterruptedException {
    return make(changes, false);
  }

  /** Makes changes, in ZooKeeper itself if the master does not answer; returns the exit code. */
  int makeWithoutMaster(Changes changes) throws IOException, InterruptedException {
    return make(changes, true);
  }

  private int make(Changes wanted, boolean withoutMaster) throws IOException, InterruptedException {
    try (LiveCluster live = cluster.connectToChange()) {
      StoredSettings settings = live.settings();
      SettingsOverrides before = settings.overrides();
      Map<String, @Nullable String> changes = wanted.of(before, settings.site());
      SettingsOverrides after;
      try {
        after = settings.change(changes);
      } catch (NoMasterException e) {
        if (!withoutMaster) {
          throw e;
        }
        System.err.println("argus: " + e.getMessage() + "; changed in ZooKeeper instead");
        after = settings.changeInZooKeeper(changes);
      }
      return stored(
          live, new Change(before, after, settings.site(), changes.keySet()), withoutMaster);
    }
  }

  /** Changes SLOs, beside others who do so, and returns the exit code. */
  int changeSlos(UnaryOperator<Slos> wanted) throws IOException, InterruptedException {
    Setting<Slos> setting = Settings.SLOS;
    try (LiveCluster live = cluster.connectToChange()) {
      StoredSettings settings = live.settings();
      SettingsOverrides before = settings.overrides();
      SettingsOverrides after =
          settings.merge(setting, text -> wanted.apply(Slos.parse(text)).toString());
      Set<String> keys = Collections.singleton(setting.key());
      return stored(live, new Change(before, after, settings.site(), keys), false);
    }
  }

  /** What was stored. Immutable. */
  private static final class Change {
    private final SettingsOverrides before;
    private final SettingsOverrides after;
    private final Settings site;
    private final Set<String> keys;

    Change(SettingsOverrides before, SettingsOverrides after, Settings site, Set<String> keys) {
      this.before = before;
      this.after = after;
      this.site = site;
      this.keys = keys;
    }

    SortedMap<String, String> texts(SettingsOverrides overrides) {
      SortedMap<String, String> texts = new TreeMap<>();
      keys.forEach(key -> texts.put(key, StoredSettings.text(overrides, site, key)));
      return texts;
    }
  }

  /** Waits for the servers, and prints the change; returns the exit code. */
  private int stored(LiveCluster live, Change change, boolean withoutMaster)
      throws InterruptedException {
    List<String> unconfirmed =
        Confirmation.missing(live, change.after.version(), timeoutNanos(), withoutMaster);
    print(change, unconfirmed, Restarts.awaited(live, change.keys));
    boolean done =
        unconfirmed.stream()
            .allMatch(server -> withoutMaster && server.equals(Confirmation.MASTER));
    return (done ? ExitCode.DONE : ExitCode.ATTENTION).code();
  }

  private void print(
      Change change, List<String> unconfirmed, SortedMap<String, List<String>> restarts) {
    SortedMap<String, String> then = change.texts(change.before);
    SortedMap<String, String> now = change.texts(change.after);
    long version = change.after.version();
    if (cluster.json()) {
      Map<String, Object> document = Output.document();
      document.put("settingsVersion", version);
      document.put("previous", then);
      document.put("now", now);
      document.put("unconfirmed", unconfirmed);
      document.put("restarts", restarts);
      System.out.println(Output.json(document));
      return;
    }
    now.forEach(
        (key, text) ->
            System.out.println(
                key
                    + ": "
                    + shown(then.get(key))
                    + (text.equals(then.get(key)) ? " as before" : " -> " + shown(text))));
    System.out.println(
        unconfirmed.isEmpty()
            ? "in force on every server (settings v" + version + ")"
            : "stored as settings v" + version + ", not confirmed by " + unconfirmed);
    restarts.forEach(
        (what, servers) -> System.out.println(what + ": " + String.join(", ", servers)));
  }

  private static String shown(@Nullable String text) {
    return text == null || text.isEmpty() ? "(empty)" : text;
  }
}
