package io.argus.bench.linkedlist;

import static io.argus.core.text.Text.format;
import static io.argus.load.basics.Argument.require;

import io.argus.cluster.ClientJvm;
import io.argus.cluster.ClusterSettings;
import io.argus.cluster.EmbeddedCluster;
import io.argus.cluster.runtime.Plugin;
import io.argus.load.basics.Activity;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Runs HBase's IntegrationTestBigLinkedList, its MapReduce jobs in its own process, against a
 * cluster. Region servers are killed one after the other meanwhile, if that is asked for.
 *
 * <p>Used by one thread.
 *
 * @param clients of the cluster, which is not started
 * @param classPath of HBase's integration tests
 * @param rounds how often nodes are added and all are verified
 * @param nodes that each round adds
 * @param killSeconds from one kill to the next; 0 for none
 * @param progress receives what happens
 */
public record LinkedListRun(
    ClientJvm clients,
    String classPath,
    int rounds,
    long nodes,
    int killSeconds,
    Consumer<String> progress) {
  private static final String TEST = "org.apache.hadoop.hbase.test.IntegrationTestBigLinkedList";
  private static final String NAME = "linked-list";

  /** The test makes lists of (width x wrap) nodes. */
  private static final int WRAP = 25;

  private static final long DOWN_MILLIS = 2_000;
  private static final String HEAP = "-Xmx1g";

  /** What the test says of each round. */
  private static final String VERIFIED = "Verify finished";

  private static final String LOG_SETTINGS =
      """
      log4j.rootLogger=INFO,out
      log4j.appender.out=org.apache.log4j.ConsoleAppender
      log4j.appender.out.target=System.out
      log4j.appender.out.layout=org.apache.log4j.PatternLayout
      log4j.appender.out.layout.ConversionPattern=%d{ISO8601} %-5p %c{1}: %m%n
      """;

  public LinkedListRun {
    require(rounds >= 1, "rounds", rounds, "at least 1");
    require(nodes >= WRAP && nodes % WRAP == 0, "nodes", nodes, "a multiple of " + WRAP);
    require(killSeconds >= 0, "killSeconds", killSeconds, "at least 0");
  }

  /** Starts the cluster and runs the test. The cluster stays up. */
  public LinkedListReport run(ClusterSettings size, Plugin plugin) throws IOException {
    EmbeddedCluster cluster = clients.cluster();
    progress.accept("starting the cluster");
    cluster.start(size, plugin);
    Process test = startTest();
    AtomicLong kills = new AtomicLong();
    try {
      Optional<Activity> killing =
          killSeconds == 0
              ? Optional.empty()
              : Optional.of(new Activity("a kill", () -> kill(cluster, size, plugin, kills)));
      List<NodeCounts> found = read(test);
      int exitCode = test.waitFor();
      if (killing.isPresent()) {
        killing.get().stop();
        killing.get().await();
      }
      return new LinkedListReport(
          cluster.runtime().name(), plugin.name(), rounds, nodes, kills.get(), exitCode, found);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted during the test");
    } finally {
      test.destroyForcibly();
    }
  }

  private Process startTest() throws IOException {
    Path logs = clients.cluster().state().logs();
    Files.createDirectories(logs);
    Path logSettings = Files.writeString(logs.resolve(NAME + "-log4j.properties"), LOG_SETTINGS);
    return clients.start(
        NAME,
        classPath,
        List.of(HEAP, "-Dlog4j.configuration=" + logSettings.toUri()),
        TEST,
        List.of(
            "-Dmapreduce.framework.name=local",
            "-Dhadoop.tmp.dir=" + clients.cluster().state().data().resolve("mapreduce"),
            "Loop",
            Integer.toString(rounds),
            "1", // mappers
            Long.toString(nodes),
            "/" + NAME,
            "1", // reducers
            Long.toString(nodes / WRAP),
            Integer.toString(WRAP)));
  }

  /** The counts that the test prints. All of its output goes to a log too. */
  private List<NodeCounts> read(Process test) throws IOException {
    List<String> counters = new ArrayList<>();
    Path log = clients.cluster().state().logs().resolve(NAME + "-output.log");
    try (BufferedReader lines = test.inputReader();
        Writer output = Files.newBufferedWriter(log)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        output.write(line + "\n");
        output.flush();
        if (line.contains("=") || line.contains("Counters")) {
          counters.add(line);
        }
        if (line.contains(VERIFIED)) {
          progress.accept(line.substring(line.indexOf(VERIFIED)));
        }
      }
    }
    return NodeCounts.find(counters);
  }

  private void kill(EmbeddedCluster cluster, ClusterSettings size, Plugin plugin, AtomicLong kills)
      throws IOException, InterruptedException {
    Thread.sleep(1000L * killSeconds);
    int victim = (int) (kills.getAndIncrement() % size.regionServers());
    progress.accept(format("%s is killed", EmbeddedCluster.regionServer(victim)));
    cluster.kill(EmbeddedCluster.regionServer(victim));
    Thread.sleep(DOWN_MILLIS);
    cluster.startRegionServer(victim, size, plugin);
  }
}
