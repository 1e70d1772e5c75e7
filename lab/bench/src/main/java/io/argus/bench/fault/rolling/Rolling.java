package io.argus.bench.fault.rolling;

import static io.argus.core.text.Text.format;

import io.argus.bench.fault.FaultRun;
import io.argus.bench.fault.FaultSite;
import io.argus.cluster.EmbeddedCluster;
import io.argus.cluster.runtime.HBaseRuntime;
import io.argus.cluster.runtime.Plugin;
import io.argus.core.documents.ClusterDocuments;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One round over all servers, with another plugin or another HBase. Shares are pinned meanwhile,
 * and unequal: every region server that has Argus has to keep them, whichever version it or the
 * master has, and has to have them again soon after its restart.
 *
 * <p>Used by one thread.
 */
final class Rolling {
  /** With one of master and first region server restarted, and then with both. */
  private static final int MIXED_SECONDS = 30;

  private static final int SETTLED_SECONDS = 5;

  private static final int SHARES_LIMIT_SECONDS = 30;
  private static final int EXAMPLES = 5;

  private final FaultSite site;
  private final Plugin before;
  private final Plugin after;

  /** What every server gets; empty if they keep theirs. */
  private final Optional<HBaseRuntime> laterHBase;

  /** What each region server has now. */
  private final List<Plugin> regionServers = new ArrayList<>();

  private final Set<String> departures = new LinkedHashSet<>();
  private boolean pinned;
  private long planVersion;
  private double longestSeconds;

  private Rolling(FaultSite site, Plugin before, Plugin after, Optional<HBaseRuntime> laterHBase) {
    this.site = site;
    this.before = before;
    this.after = after;
    this.laterHBase = laterHBase;
    for (int i = 0; i < site.settings().regionServers(); i++) {
      regionServers.add(before);
    }
    pinned = hasArgus(before);
  }

  /** To another plugin; a region server comes first. */
  static Rolling toPlugin(FaultSite site, Plugin before, Plugin after) {
    return new Rolling(site, before, after, Optional.empty());
  }

  /** To a later HBase with the same plugin; the master comes first, as HBase's manual wants it. */
  static Rolling toHBase(FaultSite site, Plugin plugin, HBaseRuntime later) {
    return new Rolling(site, plugin, plugin, Optional.of(later));
  }

  private static boolean hasArgus(Plugin plugin) {
    return plugin.name().equals("argus");
  }

  /** Gives all servers that plugin, and with Argus the shares that are to be kept. */
  static void begin(FaultSite site, Plugin plugin) throws IOException, InterruptedException {
    if (!plugin.equals(site.system().plugin())) {
      site.cluster().restartHBase(site.settings(), plugin);
      site.awaitWhole();
    }
    if (hasArgus(plugin)) {
      FaultRun.spread(site);
      site.documents().pin(PinnedShares.ALL);
      for (int i = 0; i < site.settings().regionServers(); i++) {
        awaitShares(site, i);
      }
    }
  }

  /** Gives all servers, which have that plugin, the system's again, and no pinned shares. */
  static void end(FaultSite site, Plugin plugin) throws IOException, InterruptedException {
    if (site.hasArgus()) {
      site.documents().delete(ClusterDocuments.PIN);
    }
    if (!plugin.equals(site.system().plugin())) {
      site.cluster().restartHBase(site.settings(), site.system().plugin());
      site.awaitWhole();
    }
  }

  /**
   * Restarts all servers.
   *
   * @throws IOException if a server did not keep the shares, or if Argus failed in one
   */
  void run() throws IOException, InterruptedException {
    LocalDateTime begin = LocalDateTime.now(ZoneId.systemDefault());
    if (laterHBase.isPresent()) {
      restartMaster();
      watch(MIXED_SECONDS);
      restartRegionServer(0);
    } else {
      restartRegionServer(0);
      watch(MIXED_SECONDS);
      restartMaster();
    }
    watch(MIXED_SECONDS);
    for (int i = 1; i < regionServers.size(); i++) {
      restartRegionServer(i);
    }
    watch(SETTLED_SECONDS);
    LogComplaints complaints = LogComplaints.since(begin, site.cluster().state().logs());
    report(complaints);
    if (!departures.isEmpty()) {
      throw new IOException(String.join("; ", departures));
    }
    if (!complaints.errors().isEmpty()) {
      throw new IOException(complaints.errors().size() + " errors of Argus in logs");
    }
  }

  private void restartMaster() throws IOException, InterruptedException {
    exchange(EmbeddedCluster.master());
    site.cluster().restartMaster(site.settings(), after);
    requireExchanged(EmbeddedCluster.master());
    if (hasArgus(after) && !pinned) {
      site.documents().pin(PinnedShares.ALL);
      pinned = true;
      awaitShares(site, 0);
    }
  }

  /** Lets a server start with the later HBase. */
  private void exchange(String process) {
    laterHBase.ifPresent(hbase -> site.cluster().runtime(process, hbase));
  }

  /** Checks that a server that was restarted says that it is of the later HBase. */
  private void requireExchanged(String process) throws IOException {
    if (laterHBase.isPresent()) {
      String version = "VersionInfo: HBase " + laterHBase.get().name();
      try (Stream<String> lines =
          Files.lines(site.cluster().log(process), StandardCharsets.ISO_8859_1)) {
        if (lines.noneMatch(line -> line.endsWith(version))) {
          throw new IOException(process + " does not say '" + version + "'");
        }
      }
    }
  }

  private void restartRegionServer(int index) throws IOException, InterruptedException {
    String process = EmbeddedCluster.regionServer(index);
    exchange(process);
    site.cluster().restartRegionServer(index, site.settings(), after);
    requireExchanged(process);
    regionServers.set(index, after);
    long start = System.nanoTime();
    FaultRun.spread(site);
    if (pinned && hasArgus(after)) {
      awaitShares(site, index);
      longestSeconds = Math.max(longestSeconds, (System.nanoTime() - start) / 1e9);
    }
  }

  /** Waits until a server has the pinned shares. */
  private static void awaitShares(FaultSite site, int index)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(SHARES_LIMIT_SECONDS).toNanos();
    while (true) {
      String problem =
          PinnedShares.of(site, index).map(PinnedShares::problem).orElse("does not report");
      if (problem.isEmpty()) {
        return;
      }
      if (System.nanoTime() > deadline) {
        throw new IOException(EmbeddedCluster.regionServer(index) + " " + problem);
      }
      Thread.sleep(200);
    }
  }

  /** Looks each second whether all servers that have Argus keep the shares. */
  private void watch(int seconds) throws InterruptedException {
    long least = planVersion;
    for (int second = 0; second < seconds; second++) {
      for (int i = 0; i < regionServers.size(); i++) {
        if (pinned && hasArgus(regionServers.get(i))) {
          String server = EmbeddedCluster.regionServer(i);
          PinnedShares.of(site, i).ifPresent(now -> compare(server, now, least));
        }
      }
      Thread.sleep(1000);
    }
  }

  private void compare(String server, PinnedShares now, long leastPlan) {
    planVersion = Math.max(planVersion, now.planVersion());
    if (!now.problem().isEmpty()) {
      departures.add(server + " " + now.problem());
    } else if (now.planVersion() < leastPlan) {
      departures.add(server + " is back at plan v" + now.planVersion());
    }
  }

  private void report(LogComplaints complaints) {
    if (hasArgus(before) || hasArgus(after)) {
      site.seen()
          .accept(
              format(
                  "shares %s; a server had them at most %.1f s after its restart; plan v%d",
                  departures.isEmpty() ? "kept" : "NOT kept", longestSeconds, planVersion));
      site.seen()
          .accept(
              format(
                  "logs: %d errors and %d warnings of Argus",
                  complaints.errors().size(), complaints.warnings().size()));
      complaints.errors().stream().limit(EXAMPLES).forEach(site.seen());
      complaints.warnings().stream().limit(EXAMPLES).forEach(site.seen());
    }
  }
}
