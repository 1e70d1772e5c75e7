package io.argus.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.bench.disk.Disks;
import io.argus.bench.disk.PlainDisk;
import io.argus.bench.load.LoadResult;
import io.argus.bench.run.LoadProcess;
import io.argus.bench.run.TableProcess;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import io.argus.bench.runtime.HBaseRuntime;
import io.argus.bench.runtime.Plugin;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EmbeddedClusterIT {
  private static final Path REPOSITORY = Path.of("").toAbsolutePath().getParent();
  private static final long ROWS = 1000;

  @TempDir private Path directory;

  private StateDirectory state() {
    return new StateDirectory(directory.resolve("state"));
  }

  @AfterEach
  void leaveNothingBehind() throws IOException {
    EmbeddedCluster.stop(state(), false);
  }

  private static List<HBaseRuntime> runtimes() {
    return List.of(HBaseRuntime.hbase26(REPOSITORY, 2), HBaseRuntime.hbase094(REPOSITORY));
  }

  @ParameterizedTest
  @MethodSource("runtimes")
  void loadsReadsAndStopsWithoutAProcessLeft(HBaseRuntime runtime) throws IOException {
    EmbeddedCluster cluster =
        new EmbeddedCluster(
            state(), runtime, Disks.single(new PlainDisk(state().data().resolve("datanode"))));
    cluster.start(ClusterSettings.defaults(), Plugin.none());
    TenantWorkload tenant = WorkloadMix.parse("rw4").tenants().get(0);
    ClientJvm clients = new ClientJvm(cluster);
    TableProcess tables = new TableProcess(clients, List.of(tenant.table()));
    tables.load(ROWS, 2);
    tables.clearBlockCache();

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

  private static LoadResult load(ClientJvm clients, TenantWorkload tenant) throws IOException {
    try (LoadProcess client =
        LoadProcess.start(clients, tenant, tenant.workload().properties(tenant.table(), ROWS))) {
      client.awaitReady();
      client.go(Duration.ZERO, Duration.ofSeconds(1), second -> {});
      LoadResult first = client.await().result();
      client.go(Duration.ofSeconds(1), Duration.ofSeconds(2), second -> {});
      LoadResult again = client.await().result();
      assertThat(again).isNotEqualTo(first);
      return again;
    }
  }
}
