package io.argus.hbase2.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cluster.ClusterSettings;
import io.argus.cluster.runtime.Plugin;
import io.argus.contract.PrintedFragment;
import io.argus.contract.Rows;
import io.argus.contract.SteadyClient;
import io.argus.contract.TestCluster;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/**
 * Phoenix and Argus in the same region servers, which have one handler each, beside a tenant that
 * does not use Phoenix. A request that writes an indexed row calls the region server of the index
 * from its handler. Phoenix has other handlers for these calls, which it knows by their priority.
 * Without them, two servers whose handlers call each other would wait until the calls time out.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PhoenixIT {
  private static final String NEIGHBOUR = "neighbour:rows";
  private static final int ROWS = 50;
  private static final int REGION_SERVERS = 2;
  private static final int HANDLERS = 1;

  /** In which writers must end that do not wait for each other. */
  private static final int SECONDS = 60;

  /** Far below what a client does whose tenant has its turn, far above one that only times out. */
  private static final int MIN_OPERATIONS_PER_SECOND = 5;

  private TestCluster cluster;
  private Phoenix phoenix;
  private Orders orders;

  @BeforeAll
  void start() throws Exception {
    String ipc = "org.apache.hadoop.hbase.ipc.";
    Plugin plugin =
        PrintedFragment.print("2.6")
            .plugin()
            .with(
                List.of(),
                Map.of(
                    "argus.scheduler.delegate",
                    ipc + "PhoenixRpcSchedulerFactory",
                    "hbase.rpc.controllerfactory.class",
                    ipc + "controller.ServerRpcControllerFactory",
                    "hbase.regionserver.wal.codec",
                    "org.apache.hadoop.hbase.regionserver.wal.IndexedWALEditCodec",
                    Phoenix.MAPS_NAMESPACES,
                    "true"));
    ClusterSettings usual = TestCluster.settings(REGION_SERVERS);
    ClusterSettings settings =
        new ClusterSettings(
            REGION_SERVERS,
            HANDLERS,
            usual.regionServerHeapMegabytes(),
            usual.blockCacheBytes(),
            usual.site());
    cluster = TestCluster.start(HBase2.withPhoenix(), "phoenix", settings, plugin);
    createTable(NEIGHBOUR);
    phoenix = new Phoenix(cluster);
  }

  private void createTable(String table) throws Exception {
    cluster.client().createTable(table, false, null, List.of());
    Rows.write(cluster.client(), table, ROWS);
  }

  @AfterAll
  void stop() throws Exception {
    try (AutoCloseable processes = cluster) {
      if (phoenix != null) {
        phoenix.close();
      }
    }
  }

  @Test
  @Order(1)
  void theCatalogBelongsToNoTenant() throws Exception {
    createTable("SYSTEM.PROBE"); // where the catalog is without namespace mapping
    assertThat(tenants()).containsExactly("neighbour");
  }

  @Test
  @Order(2)
  void aSchemaIsATenant() throws Exception {
    phoenix.execute("CREATE SCHEMA SHOP");
    orders = Orders.create(phoenix, "SHOP");
    run(List.of(writer(orders, 0, "cancelled", 10), writer(orders, 1, "packed", 10)));
    assertThat(tenants()).containsExactly("SHOP", "neighbour");
  }

  @Test
  @Order(3)
  void writersThatHoldTheOnlyHandlerReachTheIndex() throws Exception {
    besideTheNeighbour(writers(orders, 100, 30, 3));
    orders.requireEveryRow();
  }

  @Test
  @Order(4)
  void statementsThatRunWithinTheServersKeepTableAndIndexesEqual() throws Exception {
    List<Callable<Void>> tasks = writers(orders, 200, 10, 5);
    tasks.add(
        () -> {
          orders.delete("cancelled");
          orders.requireSum("cancelled");
          orders.change("packed", "sent");
          orders.requireSum("packed");
          orders.requireSum("sent");
          return null;
        });
    besideTheNeighbour(tasks);
    orders.requireEveryRow();
    assertThat(tenants()).containsExactly("SHOP", "neighbour");
  }

  private static List<Callable<Void>> writers(Orders orders, int first, int count, int commits) {
    List<Callable<Void>> writers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      writers.add(writer(orders, first + i, "new", commits));
    }
    return writers;
  }

  private static Callable<Void> writer(Orders orders, int writer, String state, int commits) {
    return () -> {
      orders.write(writer, state, commits);
      return null;
    };
  }

  /** Runs all tasks at once. Each must end in time, and without an error. */
  private static void run(List<Callable<Void>> tasks) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
    try {
      for (Future<Void> task : threads.invokeAll(tasks, SECONDS, TimeUnit.SECONDS)) {
        assertThat(task.isCancelled()).as("a task takes more than %d s", SECONDS).isFalse();
        task.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Runs all tasks at once, while the neighbour must go on. */
  private void besideTheNeighbour(List<Callable<Void>> tasks) throws Exception {
    long start = System.nanoTime();
    try (SteadyClient neighbour = new SteadyClient(cluster.newClient(), NEIGHBOUR)) {
      run(tasks);
      double seconds = (System.nanoTime() - start) / 1e9;
      assertThat(neighbour.errors()).isEmpty();
      assertThat(neighbour.operations() / seconds).isGreaterThan(MIN_OPERATIONS_PER_SECOND);
    }
  }

  /** Names the tenants that have done anything since the servers started. */
  private Set<String> tenants() throws Exception {
    Set<String> names = new TreeSet<>();
    for (UsageReport report : cluster.freshReports()) {
      assertThat(report.components()).allMatch(ComponentStatus::isActive);
      for (TenantUsage usage : report.tenants()) {
        names.add(usage.tenant().name());
      }
    }
    return names;
  }
}
