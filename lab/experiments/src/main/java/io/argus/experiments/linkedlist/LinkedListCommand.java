package io.argus.experiments.linkedlist;

import io.argus.bench.linkedlist.LinkedListReport;
import io.argus.bench.linkedlist.LinkedListRun;
import io.argus.cli.install.ArgusHome;
import io.argus.cli.output.Output;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.ClusterSettings;
import io.argus.cluster.EmbeddedCluster;
import io.argus.cluster.StateDirectory;
import io.argus.cluster.disk.Disks;
import io.argus.cluster.disk.PlainDisk;
import io.argus.cluster.runtime.Plugin;
import io.argus.experiments.cluster.EmbeddedRelease;
import io.argus.experiments.cluster.StopOnExit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "linked-list",
    description = {
      "HBase's own IntegrationTestBigLinkedList against three region servers with Argus.",
      "Each round writes nodes, each of which names another one, then reads all so far and counts"
          + " those that are named but lost (undefined) and those that nobody names (unreferenced).",
      "The test is HBase's, of 2.6.1: none of a later 2.6 is published. Maven resolves it at the"
          + " first run."
    },
    exitCodeList = {
      "0:no node is undefined or unreferenced in any round",
      "1:failed, or it is not so",
      "2:wrong usage"
    },
    showDefaultValues = true)
public final class LinkedListCommand implements Callable<Integer> {
  private static final String TEST_RUNTIME = "runtimes/hbase-it";
  private static final int HEAP_MEGABYTES = 1024;
  private static final long BLOCK_CACHE_BYTES = 128L << 20;
  private static final int HANDLERS = 30;

  /** HBase notices a dead server after so long. */
  private static final String SESSION_MILLIS = "6000";

  @Option(names = "--rounds", paramLabel = "N", description = "How often nodes are added.")
  private int rounds = 3;

  @Option(names = "--nodes", paramLabel = "N", description = "Nodes that each round adds.")
  private long nodes = 1_000_000;

  @Option(
      names = "--kill",
      description = "Kills (-9) one region server after the other meanwhile, and starts it again.")
  private boolean kill;

  @Option(
      names = "--kill-every",
      paramLabel = "S",
      description = "Seconds from one kill to the next, with --kill.")
  private int killSeconds = 60;

  @Option(names = "--region-servers", paramLabel = "N", description = "How many region servers.")
  private int regionServers = 3;

  @Option(names = "--hadoop", paramLabel = "2|3", description = "Hadoop generation of HBase 2.6.")
  private int hadoop = 3;

  @Option(names = "--plugin", paramLabel = "none|argus", description = "What HBase runs with.")
  private String plugin = "argus";

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the report as JSON.")
  private @Nullable Path json;

  @Override
  public Integer call() throws IOException {
    EmbeddedRelease release = EmbeddedRelease.HBASE_2_6;
    Plugin installed = release.plugin(plugin);
    Path test = ArgusHome.path().resolve(TEST_RUNTIME);
    String classPath =
        new ResolvedRuntime(test, Map.of()).classPath(test.resolve("target/classpath"));
    StateDirectory state = new StateDirectory(ArgusHome.stateDirectory());
    EmbeddedCluster cluster =
        new EmbeddedCluster(
            state,
            release.runtime(hadoop),
            Disks.single(new PlainDisk(state.data().resolve("datanode"))));
    ClusterSettings size =
        new ClusterSettings(regionServers, HANDLERS, HEAP_MEGABYTES, BLOCK_CACHE_BYTES, Map.of())
            .withSite("zookeeper.session.timeout", SESSION_MILLIS)
            .withSite("hbase.zookeeper.property.tickTime", "1000");
    LinkedListReport report;
    StopOnExit guard = new StopOnExit(cluster);
    try {
      report =
          new LinkedListRun(
                  new ClientJvm(cluster),
                  classPath,
                  rounds,
                  nodes,
                  kill ? killSeconds : 0,
                  System.err::println)
              .run(size, installed);
    } finally {
      guard.close();
    }
    report.toTable().forEach(System.out::println);
    Output.write(json, report.toJson());
    return report.holds() ? 0 : 1;
  }
}
