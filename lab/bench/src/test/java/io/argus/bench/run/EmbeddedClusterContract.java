package io.argus.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.argus.cluster.ClientJvm;
import io.argus.cluster.ClusterSettings;
import io.argus.cluster.ClusterStatus;
import io.argus.cluster.EmbeddedCluster;
import io.argus.cluster.StateDirectory;
import io.argus.cluster.disk.DiskSettings;
import io.argus.cluster.disk.Disks;
import io.argus.cluster.runtime.HBaseRuntime;
import io.argus.cluster.runtime.Plugin;
import io.argus.load.client.LoadResult;
import io.argus.load.table.RegionLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster with two DataNodes and two region servers, and the loads that a campaign runs on it.
 */
abstract class EmbeddedClusterContract {
  static final Path REPOSITORY = Path.of("../..").toAbsolutePath().normalize();
  private static final long ROWS = 4000;

  private final HBaseRuntime runtime;

  @TempDir private Path directory;

  EmbeddedClusterContract(HBaseRuntime runtime) {
    this.runtime = runtime;
  }

  private StateDirectory state() {
    return new StateDirectory(directory.resolve("state"));
  }

  @AfterEach
  void leaveNothingBehind() throws IOException {
    EmbeddedCluster.stop(state(), false);
  }

  @Test
  void filesLieOnTheirServersDataNodesLoadsRunAndNoProcessIsLeft() throws IOException {
    Disks disks =
        Disks.choose(
            "none", 2, state().root(), runtime.binding().slowDisk(), DiskSettings.forData(0));
    EmbeddedCluster cluster = new EmbeddedCluster(state(), runtime, disks);
    ClusterSettings settings = ClusterSettings.defaults().withRegionServers(2);
    cluster.start(settings, Plugin.none());
    assertThat(String.join("\n", ClusterStatus.of(state()).lines()))
        .contains("datanode-0", "datanode-1", "regionserver-0", "regionserver-1");
    ClientJvm clients = new ClientJvm(cluster);
    TenantWorkload tenant = WorkloadMix.parse("rw4").tenants().get(0);
    TableProcess tables = new TableProcess(clients, List.of(tenant.table()));
    RegionLayout layout = RegionLayout.of(List.of(75.0, 25.0), 2);
    tables.load(ROWS, layout);

    tables.place(List.of(layout));
    assertThat(partOnFirstDataNode(clients, tenant)).isCloseTo(0.75, within(0.01));

    cluster.restartHBase(settings, Plugin.none());
    tables.place(List.of(layout));
    tables.clearBlockCache();
    assertThat(partOnFirstDataNode(clients, tenant)).isCloseTo(0.75, within(0.01));

    RegionLayout other = RegionLayout.of(List.of(25.0, 75.0), 2);
    assertThatThrownBy(() -> tables.place(List.of(new RegionLayout(other.regions().subList(0, 3)))))
        .isInstanceOf(IOException.class);

    LoadResult load = load(clients, tenant);
    assertThat(load.errors()).isZero();
    assertThat(load.ops()).isPositive();
    tables.settle();

    assertThat(ClusterStatus.of(state()).running()).isTrue();
    cluster.stop();
    assertThat(ClusterStatus.of(state()).running()).isFalse();
    // What was killed counts as alive until it is reaped, a moment later.
    for (ProcessHandle left : ProcessHandle.current().descendants().toList()) {
      assertThat(left.onExit()).succeedsWithin(Duration.ofSeconds(10));
    }
  }

  /** The part of the table's bytes that the NameNode has on the first DataNode. */
  private static double partOnFirstDataNode(ClientJvm clients, TenantWorkload tenant)
      throws IOException {
    Process fsck =
        clients.start(
            "fsck",
            "org.apache.hadoop.hdfs.tools.DFSck",
            List.of("/hbase", "-files", "-blocks", "-locations"));
    String table = tenant.table().substring(tenant.table().indexOf(':') + 1);
    Pattern block = Pattern.compile("len=([0-9]+).*\\[(127\\.0\\.0\\.[0-9]+):[0-9]+[^\\[]*");
    Map<String, Long> bytes = new TreeMap<>();
    boolean ours = false;
    for (String line : fsck.inputReader().lines().toList()) {
      ours = line.startsWith("/") ? line.contains(table) && !line.contains("archive") : ours;
      Matcher matcher = block.matcher(line);
      if (ours && matcher.find()) {
        bytes.merge(matcher.group(2), Long.parseLong(matcher.group(1)), Long::sum);
      }
    }
    assertThat(bytes).containsOnlyKeys("127.0.0.2", "127.0.0.3");
    long all = bytes.values().stream().mapToLong(Long::longValue).sum();
    assertThat(all).isGreaterThan(ROWS * 1100);
    return bytes.getOrDefault("127.0.0.2", 0L) / (double) all;
  }

  private static LoadResult load(ClientJvm clients, TenantWorkload tenant) throws IOException {
    try (LoadProcess client =
        LoadProcess.start(clients, tenant, tenant.workload().properties(tenant.table(), ROWS))) {
      client.awaitReady();
      client.go(Duration.ZERO, Duration.ofSeconds(1), second -> {});
      LoadResult first = client.await().result();
      client.go(Duration.ofSeconds(1), Duration.ofSeconds(2), second -> {});
      LoadResult again = client.await().result();
      assertThat(again).usingRecursiveComparison().isNotEqualTo(first);
      return again;
    }
  }
}
