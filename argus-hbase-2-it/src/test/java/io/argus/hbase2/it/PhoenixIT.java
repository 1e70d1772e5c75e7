package io.argus.hbase2.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cluster.ClusterSettings;
import io.argus.cluster.runtime.Plugin;
import io.argus.contract.PrintedFragment;
import io.argus.contract.Rows;
import io.argus.contract.SteadyClient;
import io.argus.contract.TestCluster;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.Figure;
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

/**
 * Phoenix and Argus in the same region servers, beside a tenant that does not use Phoenix. Phoenix
 * serves its calls between region servers in handlers of its own, by their priority: else writers
 * that hold all handlers would wait for the index for ever.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PhoenixIT {
  private static final String NEIGHBOUR = "neighbour:rows";
  private static final String MAPS_NAMESPACES = "phoenix.schema.isNamespaceMappingEnabled";
  private static final int REGION_SERVERS = 2;
  private static final int SECONDS = 60;

  private Plugin plugin;
  private TestCluster cluster;
  private Phoenix phoenix;

  @BeforeAll
  void startWithOneHandler() throws Exception {
    String ipc = "org.apache.hadoop.hbase.ipc.";
    plugin =
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
                    "org.apache.hadoop.hbase.regionserver.wal.IndexedWALEditCodec"));
    cluster =
        TestCluster.start(HBase2.withPhoenix(), "phoenix", settings(1, false), plugin);
    cluster.client().createTable(NEIGHBOUR, false, null, List.of());
    Rows.write(cluster.client(), NEIGHBOUR, 50);
    phoenix = new Phoenix(cluster, false);
  }

  private static ClusterSettings settings(int handlers, boolean mapsNamespaces) {
    ClusterSettings usual = TestCluster.settings(REGION_SERVERS);
    return new ClusterSettings(
            REGION_SERVERS,
            handlers,
            usual.regionServerHeapMegabytes(),
            usual.blockCacheBytes(),
            usual.site())
        .withSite(MAPS_NAMESPACES, Boolean.toString(mapsNamespaces));
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
    assertThat(tenants()).containsExactly("neighbour");
  }

  @Test
  @Order(2)
  void writersThatHoldTheOnlyHandlerReachTheIndex() throws Exception {
    Orders orders = Orders.create(phoenix, "SHOP");
    try (SteadyClient neighbour = new SteadyClient(cluster.newClient(), NEIGHBOUR)) {
      run(writers(orders, 30, 3));
      requireUnharmed(neighbour);
    }
    orders.requireEveryRow();
    assertThat(tenants()).as("without namespaces").containsExactly("default", "neighbour");
  }

  @Test
  @Order(3)
  void aSchemaIsATenant() throws Exception {
    phoenix.close();
    cluster.restart(settings(10, true), plugin);
    phoenix = new Phoenix(cluster, true);
    assertThat(tenants()).as("after its catalog has moved").doesNotContain("SYSTEM", "default");
    phoenix.execute("CREATE SCHEMA MARKET");
    Orders orders = Orders.create(phoenix, "MARKET");
    orders.write(100, "cancelled", 20);
    orders.write(101, "packed", 20);
    try (SteadyClient neighbour = new SteadyClient(cluster.newClient(), NEIGHBOUR)) {
      List<Callable<Void>> tasks = writers(orders, 10, 10);
      tasks.add(
          () -> {
            orders.delete("cancelled");
            orders.requireSum("cancelled");
            orders.change("packed", "sent");
            orders.requireSum("packed");
            orders.requireSum("sent");
            return null;
          });
      run(tasks);
      requireUnharmed(neighbour);
    }
    orders.requireEveryRow();
    assertThat(tenants()).containsExactly("MARKET", "neighbour");
  }

  private static List<Callable<Void>> writers(Orders orders, int count, int commits) {
    List<Callable<Void>> writers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int writer = i;
      writers.add(
          () -> {
            orders.write(writer, "new", commits);
            return null;
          });
    }
    return writers;
  }

  /** Runs all tasks at once; fails if one of them fails, or does not end in time. */
  private static void run(List<Callable<Void>> tasks) throws Exception {
    long start = System.nanoTime();
    ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
    try {
      for (Future<Void> task : threads.invokeAll(tasks, SECONDS, TimeUnit.SECONDS)) {
        task.get();
      }
    } finally {
      threads.shutdownNow();
    }
    System.out.println("run " + (System.nanoTime() - start) / 1_000_000);
  }

  private void requireUnharmed(SteadyClient neighbour) throws Exception {
    assertThat(neighbour.errors()).isEmpty();
    System.out.println("neighbour " + neighbour.operations());
    assertThat(neighbour.operations()).isGreaterThan(100);
  }

  /** The names of all tenants that have done anything since the servers started. */
  private Set<String> tenants() throws Exception {
    Set<String> names = new TreeSet<>();
    for (UsageReport report : cluster.freshReports()) {
      assertThat(report.components()).allMatch(ComponentStatus::isActive);
      for (TenantUsage usage : report.tenants()) {
        System.out.println(
            report.server()
                + " "
                + usage.tenant()
                + " "
                + usage.operationsPerSecond()
                + " ignored "
                + usage.get(Figure.IGNORED_PRIORITIES));
        names.add(usage.tenant().name());
      }
    }
    return names;
  }
}
