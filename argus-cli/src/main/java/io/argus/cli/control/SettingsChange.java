package io.argus.cli.control;

import static io.argus.core.text.Text.format;

import io.argus.cli.live.ChangeOptions;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.ReadOptions;
import io.argus.cli.live.SiteLocation;
import io.argus.cli.live.StoredSettings;
import io.argus.cli.output.ExitCode;
import io.argus.cli.output.Output;
import io.argus.core.settings.ChangeRequest;
import io.argus.core.settings.Setting;
import io.argus.core.settings.Settings;
import io.argus.core.settings.SettingsOverrides;
import io.argus.core.slo.Slos;
import io.argus.core.tenant.TenantId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
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
  /** Of the SLOs, of which there is one list, while an operator's list ends by itself. */
  private static final String ENDS =
      "a change of %s with --for is in force until %s, and would stay for ever with this change:"
          + " wait, or end it now with 'argus unset %s' and set all anew (nothing was changed)";

  @Mixin private ReadOptions cluster = new ReadOptions();

  @Mixin private ChangeOptions how = new ChangeOptions();

  @Mixin private ChangeOptions.Lasting lasting = new ChangeOptions.Lasting();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long to wait for the servers (default: ${DEFAULT-VALUE}).")
  private int timeoutSeconds = 10;

  /** What a change is made from. Immutable. */
  static final class Before {
    private final SettingsOverrides overrides;
    private final Settings site;
    private final List<String> servers;

    Before(SettingsOverrides overrides, Settings site, List<String> servers) {
      this.overrides = overrides;
      this.site = site;
      this.servers = servers;
    }

    /** What operators have changed so far. */
    SettingsOverrides overrides() {
      return overrides;
    }

    /** The settings without overrides. */
    Settings site() {
      return site;
    }

    /** The region servers that are up: host, port and start code. */
    List<String> servers() {
      return servers;
    }
  }

  /** What a command changes. */
  interface Changes {
    ChangeRequest of(Before before);
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

  boolean dryRun() {
    return how.dryRun();
  }

  /** Whether an option is given that only the document of the cluster can keep. */
  boolean isStored() {
    return lasting.millis() > 0 || !how.reason().isEmpty();
  }

  /** The SLOs in force. */
  Slos slos() throws IOException, InterruptedException {
    try (LiveCluster live = cluster.connect()) {
      return Slos.parse(live.settings().text(Settings.SLOS));
    }
  }

  /** Prints what is in force, and on which servers it is something else. */
  void show(Setting<?> setting) throws IOException, InterruptedException {
    String text;
    SettingsOverrides overrides;
    try (LiveCluster live = cluster.connect()) {
      overrides = live.settings().overrides();
      text = live.settings().text(setting);
    }
    long nowMillis = System.currentTimeMillis();
    if (cluster.json()) {
      Map<String, Object> document = Output.document();
      document.put("now", Collections.singletonMap(setting.key(), text));
      document.put("servers", overrides.servers(nowMillis));
      System.out.println(Output.json(document));
      return;
    }
    SettingsOverrides.Temporary ends = overrides.temporary(nowMillis).get(setting.key());
    System.out.println(
        setting.key() + ": " + shown(text) + (ends == null ? "" : until(ends.untilMillis())));
    overrides
        .servers(nowMillis)
        .forEach(
            (server, own) ->
                Output.line(
                    "on "
                        + Output.server(server)
                        + ": "
                        + own.mode()
                        + until(own.untilMillis())
                        + (own.guard() > 0 ? ", guarded" : "")));
  }

  /**
   * Makes the change and returns the exit code.
   *
   * @param changes text by key; null takes a change back
   */
  int make(Map<String, @Nullable String> changes) throws IOException, InterruptedException {
    return make(before -> ChangeRequest.of(changes));
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
    try (LiveCluster live = how.connect(cluster)) {
      StoredSettings settings = live.settings();
      SettingsOverrides before = settings.overrides();
      Settings site = settings.site();
      List<String> servers = live.liveServers();
      ChangeRequest request = signed(wanted.of(new Before(before, site, servers)));
      Change planned = new Change(before, settings.tried(request), site, request.keys());
      if (isOnlyPlanned(planned, request.isForAllServers(), servers.size())) {
        return ExitCode.DONE.code();
      }
      SettingsOverrides after = settings.change(request, withoutMaster);
      return stored(live, new Change(before, after, site, request.keys()), withoutMaster);
    }
  }

  private ChangeRequest signed(ChangeRequest request) {
    return request.because(how.reason()).lasting(lasting.millis());
  }

  /** Changes SLOs, beside others who do so, and returns the exit code. */
  int changeSlos(UnaryOperator<Slos> wanted) throws IOException, InterruptedException {
    return merge(Settings.SLOS, text -> wanted.apply(Slos.parse(text)).toString());
  }

  /** Changes the text of a setting, beside others who do so, and returns the exit code. */
  int merge(Setting<?> setting, UnaryOperator<String> wanted)
      throws IOException, InterruptedException {
    String key = setting.key();
    try (LiveCluster live = how.connect(cluster)) {
      StoredSettings settings = live.settings();
      Settings site = settings.site();
      StoredSettings.Requested requested =
          before -> {
            requireWithoutEnd(before, key);
            String text = wanted.apply(StoredSettings.text(before, site, key));
            return signed(ChangeRequest.of(Collections.singletonMap(key, text)));
          };
      SettingsOverrides before = settings.overrides();
      Set<String> keys = Collections.singleton(key);
      Change planned = new Change(before, settings.tried(requested.from(before)), site, keys);
      if (isOnlyPlanned(planned, true, live.liveServers().size())) {
        return ExitCode.DONE.code();
      }
      SettingsOverrides after = settings.merge(requested);
      return stored(live, new Change(before, after, site, keys), false);
    }
  }

  /** Names tenants that the master does not see: they may be misspelt. The change is made. */
  void doubt(Set<TenantId> named) throws InterruptedException {
    Set<TenantId> unseen = new TreeSet<>(named);
    try (LiveCluster live = cluster.connect()) {
      live.status().tenants().forEach(tenant -> unseen.remove(TenantId.of(tenant.tenant())));
    } catch (IOException | IllegalArgumentException e) {
      return; // without a status, or for a user who may not read it, nobody is in doubt
    }
    unseen.forEach(
        tenant ->
            System.err.println(
                "argus: nobody has used a table of tenant "
                    + tenant
                    + " yet: is that its name? See 'argus tables'."));
  }

  private static void requireWithoutEnd(SettingsOverrides before, String key) {
    SettingsOverrides.Temporary ends = before.temporary(System.currentTimeMillis()).get(key);
    if (ends != null) {
      throw new IllegalArgumentException(format(ENDS, key, Output.time(ends.untilMillis()), key));
    }
  }

  /** Prints the change if this is a dry run, else asks for it if that is wanted. */
  private boolean isOnlyPlanned(Change planned, boolean onAllServers, int servers)
      throws IOException {
    if (how.dryRun()) {
      print(planned, Collections.emptyList(), Collections.emptySortedMap());
    } else if (onAllServers && !planned.isNothing()) {
      how.confirm(
          String.join("; ", planned.lines()) + format(", on all %,d region servers", servers));
    }
    return how.dryRun();
  }

  /** What was stored, or would be. Immutable. */
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

    boolean isNothing() {
      return after.version() == before.version();
    }

    SortedMap<String, String> texts(SettingsOverrides overrides) {
      SortedMap<String, String> texts = new TreeMap<>();
      keys.forEach(key -> texts.put(key, StoredSettings.text(overrides, site, key)));
      return texts;
    }

    /** The changes of single servers. */
    List<SettingsOverrides.Change> ofServers() {
      return after.log().stream()
          .filter(each -> each.version() > before.version() && !each.server().isEmpty())
          .collect(Collectors.toList());
    }

    List<String> lines() {
      List<String> lines = new ArrayList<>();
      SortedMap<String, String> then = texts(before);
      SortedMap<String, SettingsOverrides.Temporary> ends =
          after.temporary(System.currentTimeMillis());
      texts(after)
          .forEach(
              (key, text) -> {
                String old = then.get(key);
                SettingsOverrides.Temporary end = ends.get(key);
                lines.add(
                    key
                        + ": "
                        + shown(old)
                        + (text.equals(old) ? " as before" : " -> " + shown(text))
                        + (end == null ? "" : until(end.untilMillis())));
              });
      for (SettingsOverrides.Change each : ofServers()) {
        String now = each.after() == null ? "that of the cluster" : shown(each.after());
        lines.add(
            each.key()
                + " on "
                + Output.server(each.server())
                + ": "
                + shown(each.before())
                + " -> "
                + now
                + until(each.untilMillis()));
      }
      return lines;
    }
  }

  private static String until(long millis) {
    return millis == 0 ? "" : " until " + Output.time(millis);
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
      Change change, List<String> unconfirmed, SortedMap<String, Collection<String>> restarts) {
    long version = change.after.version();
    if (cluster.json()) {
      Map<String, Object> document = Output.document();
      document.put("dryRun", how.dryRun());
      document.put("settingsVersion", version);
      document.put("previous", change.texts(change.before));
      document.put("now", change.texts(change.after));
      document.put("servers", change.ofServers());
      document.put("unconfirmed", unconfirmed);
      document.put("restarts", restarts);
      System.out.println(Output.json(document));
      return;
    }
    change.lines().forEach(Output::line);
    if (how.dryRun()) {
      System.out.println("dry run: nothing was changed");
    } else {
      System.out.println(
          unconfirmed.isEmpty()
              ? "in force on every server (settings v" + version + ")"
              : "stored as settings v" + version + ", not confirmed by " + unconfirmed);
      restarts.forEach(
          (what, servers) -> System.out.println(what + ": " + String.join(", ", servers)));
    }
  }

  private static String shown(@Nullable String text) {
    return text == null || text.isEmpty() ? "(empty)" : text;
  }
}
