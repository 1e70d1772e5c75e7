package io.argus.hbase2;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.usage.ComponentStatus;
import io.argus.hbase2.server.ServerNodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ChoreService;
import org.apache.hadoop.hbase.Coprocessor;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.throttle.CompactionThroughputControllerFactory;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code update_config} does to the keys that Argus overwrites in a running server. */
class ReloadTest {
  private static final String CONTROLLER = "hbase.regionserver.throughput.controller";
  private static final String OBSERVERS = "hbase.coprocessor.user.region.classes";
  private static final String ARGUS_OBSERVER =
      ArgusRegionObserver.class.getName() + "|" + Coprocessor.PRIORITY_HIGHEST;

  private static final List<String> STARTED = new ArrayList<>();

  /** A controller that notes which class HBase asks. */
  public static class First extends NoLimitThroughputController {
    @Override
    public void start(String compaction) {
      STARTED.add(getClass().getSimpleName());
    }
  }

  public static final class Second extends First {}

  /** With it Argus does not try to connect. */
  private static final class WithoutZooKeeper extends Configuration {
    WithoutZooKeeper() {
      super(HBaseConfiguration.create());
    }

    @Override
    public String get(String name) {
      if (name.equals(HConstants.ZOOKEEPER_QUORUM)) {
        throw new Broken.Fault();
      }
      return super.get(name);
    }
  }

  @TempDir private Path directory;
  private final ChoreService chores = new ChoreService("reload");
  private Path site;
  private Configuration conf;
  private final HRegionServer server = Broken.RegionServer.create();
  private final ArgusRegionServerCoprocessor argus = new ArgusRegionServerCoprocessor();

  @BeforeEach
  void aServerWithArgus() throws IOException {
    STARTED.clear();
    site = directory.resolve("hbase-site.xml");
    write(OBSERVERS, "");
    conf = new WithoutZooKeeper();
    conf.addResource(site.toUri().toURL());
    Broken.set(server, HRegionServer.class, "conf", conf);
  }

  @AfterEach
  void stop() {
    chores.shutdown();
    argus.stop(Broken.regionServerEnvironment(server, conf));
  }

  private void start() {
    conf.reloadConfiguration();
    argus.start(Broken.regionServerEnvironment(server, conf));
    assertThat(statuses())
        .filteredOn(status -> List.of("scans", "background").contains(status.component()))
        .hasSize(2)
        .allMatch(ComponentStatus::isActive);
  }

  private List<ComponentStatus> statuses() {
    return ServerNodes.of(server).orElseThrow().components().statuses();
  }

  private void write(String key, String value) throws IOException {
    String property = "<property><name>" + key + "</name><value>" + value + "</value></property>";
    Files.writeString(
        site, "<configuration>" + (value.isEmpty() ? "" : property) + "</configuration>");
  }

  /** As HRegionServer does it. */
  private void updateConfiguration() {
    argus.preUpdateRegionServerConfiguration(null, conf);
    conf.reloadConfiguration();
  }

  /** Returns the class that HBase's compactions ask behind Argus's. */
  private String asked() {
    STARTED.clear();
    ThroughputController controller =
        CompactionThroughputControllerFactory.create(
            Broken.implementation(RegionServerServices.class, Map.of("getChoreService", chores)),
            conf);
    assertThat(controller).isInstanceOf(ArgusThroughputController.class);
    controller.start("compaction");
    return String.join(",", STARTED);
  }

  @Test
  void anotherThroughputControllerTakesEffectBehindArgus() throws IOException {
    write(CONTROLLER, First.class.getName());
    start();
    assertThat(asked()).isEqualTo("First");
    write(CONTROLLER, Second.class.getName());
    updateConfiguration();
    assertThat(asked()).isEqualTo("Second");
    write(CONTROLLER, NoLimitThroughputController.class.getName());
    updateConfiguration();
    assertThat(asked()).isEmpty();
  }

  @Test
  void otherRegionCoprocessorsTakeEffectBehindArgus() throws IOException {
    write(OBSERVERS, "org.acme.Audit");
    start();
    assertThat(conf.get(OBSERVERS)).isEqualTo(ARGUS_OBSERVER + ",org.acme.Audit");
    write(OBSERVERS, "org.acme.Quota,org.acme.Audit");
    updateConfiguration();
    assertThat(conf.get(OBSERVERS)).isEqualTo(ARGUS_OBSERVER + ",org.acme.Quota,org.acme.Audit");
    write(OBSERVERS, "");
    updateConfiguration();
    assertThat(conf.get(OBSERVERS)).isEqualTo(ARGUS_OBSERVER);
  }

  @Test
  void theObserverOfRowsStaysLastInTheList() throws IOException {
    String ofRows = ArgusRowObserver.class.getName() + "|" + Coprocessor.PRIORITY_LOWEST;
    start();
    ArgusRowObserver.install(ServerNodes.of(server).orElseThrow(), conf);
    assertThat(conf.get(OBSERVERS)).isEqualTo(ARGUS_OBSERVER + "," + ofRows);
    write(OBSERVERS, "org.acme.Audit");
    updateConfiguration();
    assertThat(conf.get(OBSERVERS)).isEqualTo(ARGUS_OBSERVER + ",org.acme.Audit," + ofRows);
  }

  @Test
  void whatAProgramHadSetBeforeCountsAsItWouldWithoutArgus() throws IOException {
    write(CONTROLLER, First.class.getName());
    conf.set(CONTROLLER, Second.class.getName());
    conf.set(OBSERVERS, "org.acme.Audit");
    start();
    write(CONTROLLER, NoLimitThroughputController.class.getName());
    updateConfiguration();
    assertThat(asked()).isEqualTo("Second");
    assertThat(conf.get(OBSERVERS)).isEqualTo(ARGUS_OBSERVER + ",org.acme.Audit");
  }

  /** The server has no block cache that Argus could partition, so nobody asks whose a file is. */
  @Test
  void whatWasNotInstalledAtTheStartIsNotInstalledByAReload() throws IOException {
    start();
    assertThat(conf.get(CoprocessorHost.REGION_COPROCESSOR_CONF_KEY)).isNull();
    updateConfiguration();
    assertThat(conf.get(CoprocessorHost.REGION_COPROCESSOR_CONF_KEY)).isNull();
    assertThat(conf.get(OBSERVERS)).isEqualTo(ARGUS_OBSERVER);
  }

  @Test
  void aFileThatNamesArgusItselfDoesNoHarm() throws IOException {
    write(OBSERVERS, ArgusRegionObserver.class.getName() + ",org.acme.Audit");
    start();
    assertThat(conf.get(OBSERVERS))
        .isEqualTo(ArgusRegionObserver.class.getName() + ",org.acme.Audit");
    write(CONTROLLER, ArgusThroughputController.class.getName());
    updateConfiguration();
    assertThat(asked()).isEmpty();
  }

  @Test
  void aFileThatCannotBeReadStopsNoReload() throws IOException {
    write(OBSERVERS, "org.acme.Audit");
    start();
    Files.writeString(site, "<configuration>");
    argus.preUpdateRegionServerConfiguration(null, conf);
    assertThat(conf.get(OBSERVERS)).isEqualTo(ARGUS_OBSERVER + ",org.acme.Audit");
  }
}
