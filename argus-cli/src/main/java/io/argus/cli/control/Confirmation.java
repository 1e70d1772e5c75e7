package io.argus.cli.control;

import io.argus.cli.live.DeniedException;
import io.argus.cli.live.LiveCluster;
import io.argus.core.documents.ClusterDocuments;
import io.argus.master.status.ClusterStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * Who does not confirm a version of the settings that is stored. It never fails: the change stands,
 * whatever cannot be read.
 *
 * <p>Stateless.
 */
final class Confirmation {
  /** Stands for the active master among those who do not confirm. */
  static final String MASTER = "master";

  /** How long a change that does not need the master still waits for it. */
  private static final long MASTER_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final long POLL_MILLIS = 50;

  private Confirmation() {}

  /**
   * Waits until all confirm the version, or a later one.
   *
   * @param timeoutNanos how long at most
   * @param withoutMaster whether to wait less for the master
   * @return the live region servers, and {@link #MASTER}, that do not confirm it
   */
  static List<String> missing(
      LiveCluster live, long version, long timeoutNanos, boolean withoutMaster)
      throws InterruptedException {
    long start = System.nanoTime();
    while (true) {
      List<String> missing = new ArrayList<>();
      try {
        missing.addAll(missing(live, Math.max(version, live.settings().overrides().version())));
      } catch (DeniedException e) {
        return nobody("servers that this user may not ask", e);
      } catch (IOException e) {
        return nobody("servers that cannot be asked", e);
      }
      boolean onlyMaster = withoutMaster && missing.equals(Collections.singletonList(MASTER));
      long nanos = System.nanoTime() - start;
      if (missing.isEmpty() || (onlyMaster && nanos > MASTER_NANOS) || nanos > timeoutNanos) {
        return missing;
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  private static List<String> nobody(String who, IOException why) {
    System.err.println("argus: stored, but " + why.getMessage());
    return new ArrayList<>(Collections.singletonList(who));
  }

  private static List<String> missing(LiveCluster live, long version)
      throws IOException, InterruptedException {
    Set<String> servers = new TreeSet<>(live.liveServers());
    LiveCluster.ReadReports reports = live.readReports();
    servers.addAll(reports.unreadable().keySet());
    reports
        .readable()
        .forEach(
            (server, report) -> {
              if (report.setup().settingsVersion() == version) {
                servers.remove(server);
              } else {
                servers.add(server);
              }
            });
    List<String> missing = new ArrayList<>(servers);
    if (!isOnMaster(live, version)) {
      missing.add(MASTER);
    }
    return missing;
  }

  private static boolean isOnMaster(LiveCluster live, long version)
      throws IOException, InterruptedException {
    try {
      return live.read(ClusterDocuments.STATUS)
          .map(ClusterStatus::read)
          .filter(status -> status.settingsVersion() == version)
          .isPresent();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
