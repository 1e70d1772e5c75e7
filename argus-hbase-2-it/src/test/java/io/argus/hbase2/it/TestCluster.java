package io.argus.hbase2.it;

import io.argus.bench.cluster.ClusterSettings;
import io.argus.bench.cluster.EmbeddedCluster;
import io.argus.bench.cluster.HBaseRuntime;
import io.argus.bench.cluster.Plugin;
import io.argus.bench.cluster.StateDirectory;
import io.argus.bench.disk.PlainDisk;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.SiteLocation;
import io.argus.core.Plan;
import io.argus.core.UsageReport;
import io.argus.core.WireFormat;
import io.argus.master.ClusterStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * Stock HBase 2.6 processes, a stock client's connection to them, and the ways by which anybody
 * outside sees Argus: web pages, ZooKeeper, logs, the command line.
 */
final class TestCluster implements AutoCloseable {
  /** A dead server is noticed after this long, not after HBase's 90 s. */
  private static final String SESSION_TIMEOUT_MILLIS = "12000";

  private final EmbeddedCluster processes;
  private final Thread atExit;
  private ClusterSettings settings;
  private Plugin plugin;
  private Connection connection;
  private LiveCluster live;

  private TestCluster(EmbeddedCluster processes, ClusterSettings settings, Plugin plugin) {
    this.processes = processes;
    this.settings = settings;
    this.plugin = plugin;
    this.atExit = new Thread(() -> stopQuietly(processes.state()));
  }

  static Path repository() {
    return Path.of(System.getProperty("argus.home")).toAbsolutePath().normalize();
  }

  static ClusterSettings settings(int regionServers) {
    return new ClusterSettings(regionServers, 10, 512, 64L << 20, java.util.Map.of())
        .withSite("zookeeper.session.timeout", SESSION_TIMEOUT_MILLIS);
  }

  static TestCluster start(String name, int hadoop, ClusterSettings settings, Plugin plugin)
      throws Exception {
    StateDirectory state =
        new StateDirectory(Path.of(System.getProperty("argus.state")).resolve(name));
    EmbeddedCluster processes =
        new EmbeddedCluster(
            state,
            HBaseRuntime.hbase26(repository(), hadoop),
            new PlainDisk(state.data().resolve("datanode")));
    TestCluster cluster = new TestCluster(processes, settings, plugin);
    Runtime.getRuntime().addShutdownHook(cluster.atExit);
    try {
      processes.start(settings, plugin);
      cluster.connect();
      return cluster;
    } catch (Exception | Error e) {
      cluster.close();
      throw e;
    }
  }

  private static void stopQuietly(StateDirectory state) {
    try {
      EmbeddedCluster.stop(state, false);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void connect() throws Exception {
    connection = newConnection();
    live = LiveCluster.connect(SiteLocation.find(conf(), repository()));
  }

  /** Restarts HMaster and region servers with another configuration. */
  void restart(ClusterSettings newSettings, Plugin newPlugin) throws Exception {
    disconnect();
    settings = newSettings;
    plugin = newPlugin;
    processes.restartHBase(newSettings, newPlugin);
    connect();
  }

  Connection newConnection() throws IOException {
    Configuration conf = HBaseConfiguration.create();
    conf.addResource(new org.apache.hadoop.fs.Path(conf().resolve("hbase-site.xml").toUri()));
    return ConnectionFactory.createConnection(conf);
  }

  Path conf() {
    return processes.state().conf();
  }

  EmbeddedCluster processes() {
    return processes;
  }

  Connection connection() {
    return connection;
  }

  Admin admin() throws IOException {
    return connection.getAdmin();
  }

  void startRegionServer(int index) throws IOException {
    processes.startRegionServer(index, settings, plugin);
  }

  int startBackupMaster() throws IOException {
    return processes.startBackupMaster(plugin);
  }

  /** Runs a command of {@code argus} against this cluster. */
  CliRun argus(String... arguments) {
    List<String> all = new ArrayList<>(Arrays.asList(arguments));
    all.add("--site");
    all.add(conf().toString());
    return CliRun.of(all.toArray(new String[0]));
  }

  Plan plan() throws Exception {
    return WireFormat.readPlan(node("plan").orElseThrow());
  }

  ClusterStatus status() throws Exception {
    return ClusterStatus.read(node("status").orElseThrow());
  }

  Optional<byte[]> node(String name) throws Exception {
    return live.read(name);
  }

  void write(String name, String data) throws Exception {
    live.write(name, data.getBytes(StandardCharsets.UTF_8));
  }

  int regionServers() {
    return settings.regionServers();
  }

  int regionServerPort(int index) {
    return processes.ports().regionServersHttp().get(index);
  }

  /** The last usage report of a region server, from its web page. */
  UsageReport report(int index) throws Exception {
    WebPage page = WebPage.get(regionServerPort(index), "/argus/status.json");
    if (page.status() != 200) {
      throw new IOException("status.json of region server " + index + ": " + page);
    }
    return WireFormat.readUsageReport(page.body().getBytes(StandardCharsets.UTF_8));
  }

  /** A report of every region server that ended after this call. */
  List<UsageReport> freshReports() throws Exception {
    long now = System.currentTimeMillis();
    List<UsageReport> reports = new ArrayList<>();
    for (int i = 0; i < regionServers(); i++) {
      int index = i;
      Eventually.within(
          Duration.ofSeconds(30),
          () -> {
            if (report(index).endMillis() <= now) {
              throw new AssertionError("no new report of region server " + index);
            }
          });
      reports.add(report(i));
    }
    return reports;
  }

  /** What a process has logged so far. */
  List<String> log(String process) throws IOException {
    return Files.readAllLines(processes.log(process));
  }

  private void disconnect() throws IOException {
    if (live != null) {
      live.close();
    }
    if (connection != null) {
      connection.close();
    }
  }

  @Override
  public void close() throws IOException {
    try {
      disconnect();
    } finally {
      EmbeddedCluster.stop(processes.state(), false);
      Runtime.getRuntime().removeShutdownHook(atExit);
    }
  }
}
