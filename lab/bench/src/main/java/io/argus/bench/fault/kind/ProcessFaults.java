package io.argus.bench.fault.kind;

import io.argus.bench.fault.Fault;
import io.argus.bench.fault.FaultSite;
import io.argus.cluster.EmbeddedCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Servers that are killed or paused. Stateless. */
final class ProcessFaults {
  /** Longer than a session of ZooKeeper. */
  private static final int KILLED_SECONDS = 20;

  private static final int RESTARTED_SECONDS = 6;

  /** Shorter than a session of ZooKeeper. */
  private static final int PAUSED_SECONDS = 8;

  /** Longer than a session of ZooKeeper. */
  private static final int SESSION_LOST_SECONDS = 25;

  private static final int ZOOKEEPER_DOWN_SECONDS = 60;
  private static final int SLOW_ROUNDS = 8;
  private static final long SLOW_MILLIS = 2000;
  private static final long ANSWERING_MILLIS = 50;
  private static final int DISPUTE_SECONDS = 15;
  private static final Duration NEW_MASTER = Duration.ofSeconds(60);

  private ProcessFaults() {}

  static List<Fault> all() {
    String master = EmbeddedCluster.master();
    String zooKeeper = EmbeddedCluster.zooKeeper();
    return List.of(
        killed("kill-regionserver", KILLED_SECONDS, EmbeddedCluster.regionServer(2)),
        killed("kill-master", KILLED_SECONDS, master),
        killed(
            "kill-master-and-regionserver",
            KILLED_SECONDS,
            master,
            EmbeddedCluster.regionServer(2)),
        killed(
            "kill-two-regionservers",
            KILLED_SECONDS,
            EmbeddedCluster.regionServer(1),
            EmbeddedCluster.regionServer(2)),
        paused("pause-regionserver", PAUSED_SECONDS, EmbeddedCluster.regionServer(2)),
        paused("pause-master", PAUSED_SECONDS, master),
        new Fault(
            "pause-datanode",
            "SIGSTOP of a DataNode for " + PAUSED_SECONDS + " s",
            PAUSED_SECONDS,
            site -> site.cluster().pause(site.cluster().dataNode(2)),
            site -> site.cluster().resume(site.cluster().dataNode(2))),
        paused("pause-regionserver-session", SESSION_LOST_SECONDS, EmbeddedCluster.regionServer(2)),
        sessionsLost(zooKeeper),
        killed("kill-zookeeper", RESTARTED_SECONDS, zooKeeper),
        killed("zookeeper-down", ZOOKEEPER_DOWN_SECONDS, zooKeeper),
        killed("kill-namenode", RESTARTED_SECONDS, EmbeddedCluster.nameNode()),
        new Fault(
            "kill-datanode",
            "kill -9 of one of three DataNodes for " + KILLED_SECONDS + " s",
            KILLED_SECONDS,
            site -> site.cluster().kill(site.cluster().dataNode(2)),
            site -> site.startAgain(site.cluster().dataNode(2))),
        new Fault(
            "slow-datanode",
            "a DataNode answers every 2 s only, by SIGSTOP and SIGCONT, for 16 s",
            0,
            ProcessFaults::slowDataNode,
            site -> site.cluster().resume(site.cluster().dataNode(2))),
        new Fault(
            "two-masters",
            "the active master is paused until a second one is active, then goes on",
            DISPUTE_SECONDS,
            ProcessFaults::twoMasters,
            ProcessFaults::oneMaster));
  }

  private static Fault killed(String name, int seconds, String... processes) {
    return new Fault(
        name,
        "kill -9 of " + String.join(" and ", processes) + " for " + seconds + " s",
        seconds,
        site -> {
          for (String process : processes) {
            site.cluster().kill(process);
          }
        },
        site -> site.startAgain(processes));
  }

  private static Fault paused(String name, int seconds, String process) {
    return new Fault(
        name,
        "SIGSTOP of " + process + " for " + seconds + " s",
        seconds,
        site -> site.cluster().pause(process),
        site -> site.cluster().resume(process));
  }

  /** Servers learn within their session timeout that ZooKeeper has ended their sessions. */
  private static Fault sessionsLost(String zooKeeper) {
    return new Fault(
        "pause-zookeeper-session",
        "SIGSTOP of " + zooKeeper + " for " + SESSION_LOST_SECONDS + " s",
        SESSION_LOST_SECONDS,
        site -> site.cluster().pause(zooKeeper),
        site -> {
          site.cluster().resume(zooKeeper);
          Thread.sleep(SESSION_LOST_SECONDS * 1000L);
        });
  }

  private static void slowDataNode(FaultSite site) throws IOException, InterruptedException {
    String dataNode = site.cluster().dataNode(2);
    for (int i = 0; i < SLOW_ROUNDS; i++) {
      site.cluster().pause(dataNode);
      Thread.sleep(SLOW_MILLIS);
      site.cluster().resume(dataNode);
      Thread.sleep(ANSWERING_MILLIS);
    }
  }

  private static void twoMasters(FaultSite site) throws IOException, InterruptedException {
    int page = site.cluster().startBackupMaster(site.system().plugin());
    Thread.sleep(PAUSED_SECONDS * 1000L); // it has to register first
    site.cluster().pause(EmbeddedCluster.master());
    long deadline = System.nanoTime() + NEW_MASTER.toNanos();
    while (!site.cluster().runtime().masterReady(page, site.settings().regionServers())) {
      if (System.nanoTime() > deadline) {
        throw new IOException("the second master did not become active");
      }
      Thread.sleep(200);
    }
    site.cluster().resume(EmbeddedCluster.master());
  }

  /** The master that lost may have ended by itself. */
  private static void oneMaster(FaultSite site) throws IOException {
    String master = EmbeddedCluster.master();
    String backup = EmbeddedCluster.backupMaster();
    if (site.cluster().runs(master)) {
      site.cluster().resume(master);
    }
    if (site.cluster().runs(backup)) {
      site.cluster().kill(backup);
    }
    site.startAgain(master);
  }
}
