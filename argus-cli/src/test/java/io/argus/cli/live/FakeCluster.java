package io.argus.cli.live;

import io.argus.cli.Argus;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.WireFormat;
import io.argus.core.settings.ChangeRequest;
import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.Settings;
import io.argus.core.settings.SettingsOverrides;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.status.MasterSetup;
import io.argus.master.status.Round;
import io.argus.master.status.StatusBoard;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import picocli.CommandLine;

/**
 * A cluster of nothing but ZooKeeper, in this process, and what its servers would have written
 * there; and the commands that work on it.
 */
public final class FakeCluster implements BeforeEachCallback, AfterEachCallback {
  private static final int TICK_MILLIS = 500;

  private Path directory;
  private ServerCnxnFactory factory;
  private ZooKeeper zooKeeper;
  private String out = "";
  private String err = "";

  @Override
  public void beforeEach(ExtensionContext context) throws Exception {
    directory = Files.createTempDirectory("argus-fake-cluster");
    Path data = directory.resolve("zookeeper");
    factory = new NIOServerCnxnFactory();
    factory.configure(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 20);
    factory.startup(new ZooKeeperServer(data.toFile(), data.toFile(), TICK_MILLIS));
    zooKeeper = new ZooKeeper("127.0.0.1:" + factory.getLocalPort(), 10_000, event -> {});
    site("");
    for (String path : List.of("/hbase", "/hbase/rs", "/hbase/argus", "/hbase/argus/usage")) {
      node(path, new byte[0]);
    }
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    zooKeeper.close();
    factory.shutdown();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** A directory that goes with the cluster. */
  public Path directory() {
    return directory;
  }

  /** The site file on this host has these properties, beside those of ZooKeeper. */
  public void site(String properties) throws IOException {
    Files.writeString(
        directory.resolve("hbase-site.xml"),
        "<configuration>"
            + property("hbase.zookeeper.quorum", "127.0.0.1:" + factory.getLocalPort())
            + properties
            + "</configuration>");
  }

  public static String property(String name, String value) {
    return "<property><name>" + name + "</name><value>" + value + "</value></property>";
  }

  private void node(String path, byte[] data) throws Exception {
    try {
      zooKeeper.create(path, data, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
    } catch (KeeperException.NodeExistsException e) {
      zooKeeper.setData(path, data, -1);
    }
  }

  /** One of Argus's documents. */
  public void document(String name, byte[] data) throws Exception {
    node("/hbase/argus/" + name, data);
  }

  /** A region server of HBase 2.6.4 that is up, without Argus. */
  public void server(String server) throws Exception {
    node("/hbase/rs/" + server, ServerVersionTest.node("2.6.4"));
  }

  /** A region server of HBase 0.94 that is up, without Argus. */
  public void oldServer(String server) throws Exception {
    node("/hbase/rs/" + server, new byte[0]);
  }

  /** A region server that is up and reports. */
  public void server(String server, ServerSetup setup, ComponentStatus... components)
      throws Exception {
    report(server, setup, List.of(components), List.of());
  }

  /** A region server that is up and reports what tenants do. */
  public void server(String server, ServerSetup setup, List<TenantUsage> tenants) throws Exception {
    report(server, setup, List.of(), tenants);
  }

  private void report(
      String server, ServerSetup setup, List<ComponentStatus> components, List<TenantUsage> tenants)
      throws Exception {
    server(server);
    document(
        ClusterDocuments.usageOf(server),
        WireFormat.write(new UsageReport(server, 1, 2, 0, 1, 1, components, tenants).with(setup)));
  }

  /** The setup of a server with these keys in its site file that knows the changes. */
  public static ServerSetup setup(Map<String, String> site, SettingsOverrides overrides) {
    Settings settings =
        Settings.read(site::get).with(overrides, System.currentTimeMillis(), List.of());
    return ServerSetup.of(settings, List.of(), 10, 10, "");
  }

  /** A master with these keys in its site file that knows the changes. */
  public void master(Map<String, String> site, SettingsOverrides overrides) throws Exception {
    Map<String, byte[]> written = new TreeMap<>();
    Settings settings =
        Settings.read(site::get).with(overrides, System.currentTimeMillis(), List.of());
    StatusBoard board = new StatusBoard(into(written), settings);
    board.runsOn(MasterSetup.of("m,1,1", "", setup(site, SettingsOverrides.NONE)));
    board.publish(new Round.Builder(0, settings));
    document(ClusterDocuments.STATUS, written.get(ClusterDocuments.STATUS));
  }

  private static ClusterDocuments into(Map<String, byte[]> written) {
    return new ClusterDocuments() {
      @Override
      public void watch(String name, Consumer<byte @Nullable []> listener) {}

      @Override
      public byte @Nullable [] read(String name) {
        return written.get(name);
      }

      @Override
      public void write(String name, byte[] data) {
        written.put(name, data);
      }

      @Override
      public void writeEphemeral(String name, byte[] data) {
        written.put(name, data);
      }

      @Override
      public void delete(String name) {
        written.remove(name);
      }

      @Override
      public List<String> children(String name) {
        return List.of();
      }
    };
  }

  /** What operators have changed. */
  public SettingsOverrides overrides() throws Exception {
    try {
      return SettingsOverrides.read(zooKeeper.getData("/hbase/argus/settings", false, null));
    } catch (KeeperException.NoNodeException e) {
      return SettingsOverrides.NONE;
    }
  }

  /** Somebody changes one setting. */
  public void change(String key, UnaryOperator<String> text) {
    try {
      SettingsOverrides before = overrides();
      Map<String, @Nullable String> change =
          Map.of(key, text.apply(before.values().getOrDefault(key, "")));
      document(
          "settings",
          before.with(ChangeRequest.of(change), Settings.defaults(), "other", 1).toJson());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs a command on this cluster and returns its exit code. */
  public int run(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.add("--site");
    all.add(directory.toString());
    PrintStream outBefore = System.out;
    PrintStream errBefore = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    ByteArrayOutputStream complained = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(complained, true, StandardCharsets.UTF_8));
    try {
      CommandLine commands = Argus.commandLine();
      commands.setErr(new PrintWriter(System.err, true));
      return commands.execute(all.toArray(new String[0]));
    } finally {
      System.setOut(outBefore);
      System.setErr(errBefore);
      out = printed.toString(StandardCharsets.UTF_8);
      err = complained.toString(StandardCharsets.UTF_8);
    }
  }

  /** What the last command printed. */
  public String out() {
    return out;
  }

  /** What it noted, or complained of. */
  public String err() {
    return err;
  }
}
