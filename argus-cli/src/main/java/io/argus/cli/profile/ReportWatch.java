package io.argus.cli.profile;

import com.google.common.collect.Sets;
import io.argus.cli.live.LiveCluster;
import io.argus.master.monitor.ClusterUsage;
import io.argus.master.monitor.ResourceMonitor;
import io.argus.profiler.campaign.ClusterLostException;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.Set;

/**
 * Reads the region servers' reports. It fails if they stop, or if a server goes or joins. It keeps
 * their mean as a master does.
 *
 * <p>Used by one thread.
 */
final class ReportWatch {
  private static final long SILENT_MILLIS = 15_000;

  /** As long as a master's, whose planner period is the default. */
  private static final double MEAN_SECONDS = 30;

  private final LiveCluster live;
  private final ResourceMonitor monitor = new ResourceMonitor();
  private ClusterUsage mean = ClusterUsage.of(Collections.emptyList(), Collections.emptyList());
  private Set<String> servers = Collections.emptySet();
  private long silentMillis = SILENT_MILLIS;
  private long lastEndMillis;
  private long lastNewsMillis = System.currentTimeMillis();

  ReportWatch(LiveCluster live) {
    this.live = live;
  }

  /** From now on the region servers must not change. */
  void expectTheSameServers() throws IOException {
    servers = read().servers();
  }

  /**
   * The latest reports.
   *
   * @throws ClusterLostException if they stop, or the region servers change
   */
  ClusterReports read() throws IOException {
    long now = System.currentTimeMillis();
    Map<String, byte[]> written = written();
    ClusterReports reports = ClusterReports.of(written);
    mean = monitor.observe(written, now, silentMillis, MEAN_SECONDS);
    if (!servers.isEmpty() && !reports.servers().equals(servers)) {
      throw new ClusterLostException(difference(servers, reports.servers()));
    }
    if (reports.endMillis() != lastEndMillis) {
      lastEndMillis = reports.endMillis();
      lastNewsMillis = now;
    }
    if (now - lastNewsMillis > silentMillis) {
      throw new ClusterLostException(
          (reports.isEmpty() ? "no region server has" : reports.oldest() + " has not")
              + " reported for "
              + silentMillis / 1000
              + " s: is it up?");
    }
    return reports;
  }

  private Map<String, byte[]> written() throws IOException {
    try {
      silentMillis = Math.max(SILENT_MILLIS, 2 * live.reportAgeMillis());
      return live.reports();
    } catch (InterruptedException e) {
      throw LoadStream.interrupted(e);
    } catch (IOException e) {
      throw new ClusterLostException("ZooKeeper does not answer: " + e.getMessage());
    }
  }

  private static String difference(Set<String> before, Set<String> now) {
    Set<String> gone = Sets.difference(before, now);
    return gone.isEmpty()
        ? "region server "
            + String.join(", ", Sets.difference(now, before))
            + " has joined: shares are of a larger cluster now"
        : "region server " + String.join(", ", gone) + " has gone";
  }

  /** The mean of the last reports under the current plan. */
  ClusterUsage mean() {
    return mean;
  }
}
