package io.argus.contract;

import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.SiteLocation;
import io.argus.cluster.ClusterSettings;
import io.argus.cluster.EmbeddedCluster;
import io.argus.cluster.StateDirectory;
import io.argus.cluster.disk.Disks;
import io.argus.cluster.disk.PlainDisk;
import io.argus.cluster.runtime.Plugin;
import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.usage.UsageReport;
import io.argus.master.status.ClusterStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Stock HBase processes, a stock client of them, and all that shows Argus from outside: web pages,
 * ZooKeeper, logs, the command line.
 */
public final class TestCluster implements AutoCloseable {
  /** How soon HBase notices a dead server; its default is 90 s. */
  private static final String SESSION_TIMEOUT_MILLIS = "12000";

  /** How soon Argus reports, confirms and plans what changed; its default is 2 s. */
  private static final String REPORT_MILLIS = "500";

  private final EmbeddedCluster processes;
  private final Thread atExit;
  private ClusterSettings settings;
  private Plugin plugin;
  private final Platform platform;
  private StockClient client;
  private LiveCluster live;

  private TestCluster(
      Platform platform, EmbeddedCluster processes, ClusterSettings settings, Plugin plugin) {
    this.platform = platform;
    this.processes = processes;
    this.settings = settings;
    this.plugin = plugin;
    this.atExit = new Thread(() -> stopQuietly(processes.state()));
  }

  public static Path repository() {
    return Path.of(System.getProperty("argus.home")).toAbsolutePath().normalize();
  }

  public static ClusterSettings settings(int regionServers) {
    return new ClusterSettings(regionServers, 10, 512, 64L << 20, java.util.Map.of())
        .withSite("zookeeper.session.timeout", SESSION_TIMEOUT_MILLIS)
        .withSite("argus.report.period", REPORT_MILLIS);
  }

  public static TestCluster start(
      Platform platform, String name, ClusterSettings settings, Plugin plugin) throws Exception {
    StateDirectory state =
        new StateDirectory(Path.of(System.getProperty("argus.state")).resolve(name));
    EmbeddedCluster processes =
        new EmbeddedCluster(
            state,
            platform.runtime(repository()),
            Disks.single(new PlainDisk(state.data().resolve("datanode"))));
    TestCluster cluster = new TestCluster(platform, processes, settings, plugin);
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
    client = newClient();
    live = LiveCluster.connect(SiteLocation.of(conf()));
  }

  /** Restarts HMaster and region servers with another configuration. */
  public void restart(ClusterSettings newSettings, Plugin newPlugin) throws Exception {
    disconnect();
    settings = newSettings;
    plugin = newPlugin;
    processes.restartHBase(newSettings, newPlugin);
    connect();
  }

  /** Returns another client, which the caller closes. */
  public StockClient newClient() throws Exception {
    return platform.connect(conf().resolve("hbase-site.xml"));
  }

  public Path conf() {
    return processes.state().conf();
  }

  public EmbeddedCluster processes() {
    return processes;
  }

  public StockClient client() {
    return client;
  }

  public void startRegionServer(int index) throws IOException {
    processes.startRegionServer(index, settings, plugin);
  }

  public int startBackupMaster() throws IOException {
    return processes.startBackupMaster(plugin);
  }

  /** Runs a command of {@code argus} against this cluster. */
  public CliRun argus(String... arguments) {
    return CliRun.of(withSite(arguments).toArray(new String[0]));
  }

  /** Adds the option that names this cluster to a command line. */
  public List<String> withSite(String... arguments) {
    List<String> all = new ArrayList<>(Arrays.asList(arguments));
    all.add("--site");
    all.add(conf().toString());
    return all;
  }

  public Plan plan() throws Exception {
    return WireFormat.readPlan(node("plan").orElseThrow());
  }

  public ClusterStatus status() throws Exception {
    return ClusterStatus.read(node("status").orElseThrow());
  }

  public Optional<byte[]> node(String name) throws Exception {
    return live.read(name);
  }

  public void write(String name, String data) throws Exception {
    live.update(name, before -> data.getBytes(StandardCharsets.UTF_8));
  }

  public int regionServers() {
    return settings.regionServers();
  }

  public int regionServerPort(int index) {
    return processes.ports().regionServersHttp().get(index);
  }

  /** Reads the last usage report of a region server from its web page. */
  public UsageReport report(int index) throws Exception {
    WebPage page = WebPage.get(regionServerPort(index), "/argus/status.json");
    if (page.status() != 200) {
      throw new IOException("status.json of region server " + index + ": " + page);
    }
    return WireFormat.readUsageReport(page.body().getBytes(StandardCharsets.UTF_8));
  }

  /** Waits for a report of every region server whose window ended after this call. */
  public List<UsageReport> freshReports() throws Exception {
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

  /** Returns what a process has logged so far. */
  public List<String> log(String process) throws IOException {
    return Files.readAllLines(processes.log(process));
  }

  private void disconnect() throws Exception {
    if (live != null) {
      live.close();
    }
    if (client != null) {
      client.close();
    }
  }

  @Override
  public void close() throws Exception {
    try {
      disconnect();
    } finally {
      EmbeddedCluster.stop(processes.state(), false);
      Runtime.getRuntime().removeShutdownHook(atExit);
    }
  }
}
