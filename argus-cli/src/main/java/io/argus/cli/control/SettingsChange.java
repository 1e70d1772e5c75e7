package io.argus.cli.control;

import io.argus.cli.live.DeniedException;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.NoMasterException;
import io.argus.cli.live.ReadOptions;
import io.argus.cli.live.SiteLocation;
import io.argus.cli.output.ExitCode;
import io.argus.cli.output.Output;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.WireFormat;
import io.argus.core.settings.Setting;
import io.argus.core.settings.Settings;
import io.argus.core.settings.SettingsOverrides;
import io.argus.core.usage.UsageReport;
import io.argus.master.status.ClusterStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
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
  /** How long a change that does not need the master still waits for it. */
  private static final long MASTER_SECONDS = 2;

  private static final String MASTER = "master";
  private static final long POLL_MILLIS = 50;

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

  /** The options of the cluster. */
  ReadOptions cluster() {
    return cluster;
  }

  /** The text of a setting that is in force on all servers. */
  String current(Setting<?> setting) throws IOException, InterruptedException {
    try (LiveCluster live = cluster.connect()) {
      String site = live.location().settings().text(setting.key());
      return live.overrides().values().getOrDefault(setting.key(), site);
    }
  }

  /** Prints what is in force. */
  void show(Setting<?> setting) throws IOException, InterruptedException {
    String text = current(setting);
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
      SettingsOverrides before = live.overrides();
      Map<String, @Nullable String> changes = wanted.of(before, live.location().settings());
      SettingsOverrides after;
      try {
        after = live.change(changes);
      } catch (NoMasterException e) {
        if (!withoutMaster) {
          throw e;
        }
        System.err.println("argus: " + e.getMessage() + "; changed in ZooKeeper instead");
        after = live.changeInZooKeeper(changes);
      }
      List<String> unconfirmed;
      try {
        unconfirmed = await(live, after.version(), withoutMaster);
      } catch (DeniedException e) {
        System.err.println("argus: stored, but " + e.getMessage());
        unconfirmed =
            new ArrayList<>(Collections.singletonList("servers that this user may not ask"));
      }
      print(live, before, after, changes, unconfirmed);
      unconfirmed.removeIf(server -> withoutMaster && server.startsWith(MASTER));
      return (unconfirmed.isEmpty() ? ExitCode.DONE : ExitCode.ATTENTION).code();
    }
  }

  /** Returns the servers that do not confirm that version, or a later one, before the timeout. */
  private List<String> await(LiveCluster live, long version, boolean withoutMaster)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    long deadline = start + TimeUnit.SECONDS.toNanos(timeoutSeconds);
    while (true) {
      long wanted = Math.max(version, live.overrides().version());
      List<String> unconfirmed = unconfirmed(live, wanted);
      boolean onlyMaster = withoutMaster && unconfirmed.equals(Collections.singletonList(MASTER));
      boolean masterHadTime = System.nanoTime() - start > TimeUnit.SECONDS.toNanos(MASTER_SECONDS);
      boolean done = unconfirmed.isEmpty() || (onlyMaster && masterHadTime);
      if (done || System.nanoTime() > deadline) {
        return unconfirmed;
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  private static List<String> unconfirmed(LiveCluster live, long version)
      throws IOException, InterruptedException {
    List<String> unconfirmed = new ArrayList<>();
    for (UsageReport report : reports(live)) {
      if (report.setup().settingsVersion() != version) {
        unconfirmed.add(report.server());
      }
    }
    Optional<ClusterStatus> status = live.read(ClusterDocuments.STATUS).map(ClusterStatus::read);
    if (!status.isPresent() || status.get().settingsVersion() != version) {
      unconfirmed.add(MASTER);
    }
    return unconfirmed;
  }

  /** The last report of every region server that is up. */
  static List<UsageReport> reports(LiveCluster live) throws IOException, InterruptedException {
    return live.reports().values().stream()
        .map(WireFormat::readUsageReport)
        .collect(Collectors.toList());
  }

  private void print(
      LiveCluster live,
      SettingsOverrides before,
      SettingsOverrides after,
      Map<String, @Nullable String> changes,
      List<String> unconfirmed) {
    Map<String, String> then = new TreeMap<>();
    Map<String, String> now = new TreeMap<>();
    for (String key : changes.keySet()) {
      String site = live.location().settings().text(key);
      then.put(key, before.values().getOrDefault(key, site));
      now.put(key, after.values().getOrDefault(key, site));
    }
    if (cluster.json()) {
      Map<String, Object> document = Output.document();
      document.put("settingsVersion", after.version());
      document.put("previous", then);
      document.put("now", now);
      document.put("unconfirmed", unconfirmed);
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
            ? "in force on every server (settings v" + after.version() + ")"
            : "stored as settings v" + after.version() + ", not confirmed by " + unconfirmed);
  }

  private static String shown(@Nullable String text) {
    return text == null || text.isEmpty() ? "(empty)" : text;
  }
}
