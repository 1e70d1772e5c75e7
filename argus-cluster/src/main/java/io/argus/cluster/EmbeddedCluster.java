package io.argus.cluster;

import static io.argus.load.basics.Argument.require;

import io.argus.cluster.disk.Disk;
import io.argus.cluster.disk.Disks;
import io.argus.cluster.runtime.HBaseRuntime;
import io.argus.cluster.runtime.Plugin;
import io.argus.load.host.HostSocketFactory;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A real HBase cluster on this machine: NameNode, DataNodes, ZooKeeper, HMaster and region servers,
 * each a process of its own, reachable on loopback only.
 *
 * <p>With a disk for each region server there is a DataNode for each, too, to which HDFS writes the
 * files of this region server: both have an address of their own, one of 127.0.0.0/8. With one disk
 * all region servers share a DataNode.
 *
 * <p>{@link #start} formats and starts everything, {@link #restartHBase} exchanges HMaster and
 * region servers under the same data, {@link #stop} ends every process and deletes the data.
 *
 * <p>Used by one thread at a time, except for {@link #stop()}.
 */
public final class EmbeddedCluster {
  private final StateDirectory state;
  private final HBaseRuntime runtime;
  private final Disks disks;
  private final Servers servers;
  private @Nullable Ports ports;

  /** Guarded by this: no process is started and no disk attached once it is set. */
  private boolean stopped;

  /** Held from the start on. Guarded by this. */
  private @Nullable Closeable lock;

  public EmbeddedCluster(StateDirectory state, HBaseRuntime runtime, Disks disks) {
    this.state = state;
    this.runtime = runtime;
    this.disks = disks;
    this.servers = new Servers(state, runtime, this::spawn);
  }

  /**
   * Keeps the first core of this machine for the region servers that are started later. This
   * process and all that it starts otherwise leave it.
   *
   * @throws IOException if there is one core only, or {@code taskset} fails
   */
  public void pinRegionServers() throws IOException {
    servers.pin();
  }

  public StateDirectory state() {
    return state;
  }

  public HBaseRuntime runtime() {
    return runtime;
  }

  public Disks disks() {
    return disks;
  }

  public Ports ports() {
    return Objects.requireNonNull(ports, "the cluster is not started");
  }

  /**
   * Starts an empty cluster; whatever the state directory held before is stopped and deleted.
   *
   * @throws IOException if a process that still runs has a cluster there, or if the directory holds
   *     files of somebody else
   */
  public void start(ClusterSettings settings, Plugin plugin) throws IOException {
    if (disks.count() > 1) {
      require(
          settings.regionServers() == disks.count(),
          "regionServers",
          settings.regionServers(),
          disks.count() + ", one for each disk");
    }
    lock();
    state.requireOurs();
    stop(state, false);
    servers.forget();
    ports = Ports.free(settings.regionServers());
    state.save(new ClusterRecord(runtime.name(), plugin.name(), disks.name(), ports));
    siteFiles().writeHadoop(attachDisks());
    siteFiles().writeHBase(settings, plugin);
    startHdfs();
    startHBase(settings, plugin, Map.of());
  }

  /** Restarts HMaster and region servers with another plugin or other settings on the same data. */
  public void restartHBase(ClusterSettings settings, Plugin plugin) throws IOException {
    restartHBase(settings, plugin, Map.of());
  }

  /**
   * As {@link #restartHBase(ClusterSettings, Plugin)}.
   *
   * @param others those of single region servers, by index from 0
   */
  public void restartHBase(ClusterSettings settings, Plugin plugin, Map<Integer, Plugin> others)
      throws IOException {
    servers.stopHBase();
    siteFiles().writeHBase(settings, plugin);
    for (Map.Entry<Integer, Plugin> other : others.entrySet()) {
      siteFiles().writeHBase(regionServer(other.getKey()), settings, other.getValue());
    }
    ClusterRecord record = Objects.requireNonNull(state.load(), "no cluster was started");
    state.save(record.withPlugin(plugin.name()));
    startHBase(settings, plugin, others);
  }

  private SiteFiles siteFiles() {
    return new SiteFiles(state, ports(), runtime);
  }

  private void startHdfs() throws IOException {
    servers.start(
        Role.ZOOKEEPER, List.of("-Dzookeeper.admin.enableServer=false"), List.of("start"));
    Files.createDirectories(state.data());
    String format = "namenode-format";
    servers.run(Role.NAMENODE, format, List.of("-format", "-force", "-nonInteractive"));
    if (!Files.isDirectory(state.nameNode().resolve("current"))) {
      throw new IOException("NameNode was not formatted; see " + log(format));
    }
    servers.start(Role.NAMENODE, List.of(), List.of());
    for (int i = 0; i < disks.count(); i++) {
      startDataNode(i);
    }
    servers.await(
        "the DataNodes to register",
        () -> runtime.dataNodesRegistered(ports().nameNodeHttp(), disks.count()));
    servers.await("ZooKeeper to answer", () -> Ports.answers(ports().zooKeeper()));
  }

  private void startDataNode(int index) throws IOException {
    // Resident from the start, so that a limit on its memory hits the page cache, not the heap.
    List<String> flags = new ArrayList<>(List.of("-XX:+AlwaysPreTouch"));
    flags.addAll(addressFlags(index));
    ServerProcess dataNode =
        servers.start(
            Role.DATANODE,
            Role.DATANODE.label(index, disks.count()),
            flags,
            List.of(),
            Plugin.none().with(hostJars(), Map.of()));
    disks.all().get(index).adopt(dataNode.pid());
  }

  /** The JVM flags of a process that calls HDFS from the address of a DataNode. */
  private List<String> addressFlags(int dataNode) {
    String address = Ports.address(dataNode, disks.count());
    return disks.count() == 1
        ? List.of()
        : List.of("-D" + HostSocketFactory.ADDRESS + "=" + address);
  }

  private List<Path> hostJars() {
    return disks.count() == 1 ? List.of() : List.of(runtime.binding().hostJar());
  }

  /**
   * The region servers with the DataNodes of their own, {@code PORT=DATANODE,...}, as the load
   * tables take them; empty if all share a DataNode.
   */
  public Optional<String> placement() {
    if (disks.count() == 1) {
      return Optional.empty();
    }
    return Optional.of(
        IntStream.range(0, disks.count())
            .mapToObj(i -> ports().regionServers().get(i) + "=" + Ports.address(i, disks.count()))
            .collect(Collectors.joining(",")));
  }

  private void startHBase(ClusterSettings settings, Plugin plugin, Map<Integer, Plugin> others)
      throws IOException {
    startMaster(plugin);
    for (int i = 0; i < settings.regionServers(); i++) {
      startRegionServer(i, settings, others.getOrDefault(i, plugin));
    }
    awaitMaster(settings);
  }

  private void startMaster(Plugin plugin) throws IOException {
    servers.start(Role.MASTER, master(), List.of(), List.of("start"), plugin);
  }

  private void awaitMaster(ClusterSettings settings) {
    servers.await(
        "the master to have all region servers",
        () -> runtime.masterReady(ports().masterHttp(), settings.regionServers()));
  }

  /**
   * Starts one region server, again if it ended; does not wait for it.
   *
   * @param index which one, from 0
   */
  public void startRegionServer(int index, ClusterSettings settings, Plugin plugin)
      throws IOException {
    Map<String, String> site = new TreeMap<>();
    if (disks.count() > 1) {
      site.put(runtime.socketFactoryKey(), HostSocketFactory.class.getName());
    }
    site.putAll(disks.regionServerSite());
    site.put("hbase.regionserver.port", Integer.toString(ports().regionServers().get(index)));
    site.put(
        "hbase.regionserver.info.port", Integer.toString(ports().regionServersHttp().get(index)));
    List<String> flags =
        new ArrayList<>(settings.blockCache().jvmFlags(settings.blockCacheBytes()));
    flags.add("-Xms" + settings.regionServerHeapMegabytes() + "m");
    flags.add("-Xmx" + settings.regionServerHeapMegabytes() + "m");
    flags.addAll(addressFlags(index));
    servers.start(
        Role.REGIONSERVER,
        regionServer(index),
        flags,
        startArguments(site),
        plugin.with(hostJars(), Map.of()).with(disks.regionServerJars(), Map.of()));
  }

  /**
   * Stops one region server gracefully and starts it with another plugin, as an operator who
   * upgrades it does; waits until the master sees it. Its regions may be elsewhere afterwards.
   *
   * @param index which one, from 0
   */
  public void restartRegionServer(int index, ClusterSettings settings, Plugin plugin)
      throws IOException {
    stopForRestart(regionServer(index), settings, plugin);
    servers.await(
        "the master to miss a region server",
        () -> !runtime.masterReady(ports().masterHttp(), settings.regionServers()));
    startRegionServer(index, settings, plugin);
    awaitMaster(settings);
  }

  /** Stops the HMaster gracefully and starts it with another plugin; waits until it is active. */
  public void restartMaster(ClusterSettings settings, Plugin plugin) throws IOException {
    stopForRestart(master(), settings, plugin);
    startMaster(plugin);
    awaitMaster(settings);
  }

  private void stopForRestart(String process, ClusterSettings settings, Plugin plugin)
      throws IOException {
    servers.stop(process);
    servers.keepLog(process);
    siteFiles().writeHBase(process, settings, plugin);
  }

  /**
   * The name of the process of a region server.
   *
   * @param index which one, from 0
   */
  public static String regionServer(int index) {
    return Role.REGIONSERVER.label() + "-" + index;
  }

  /** The name of the process of the first master. */
  public static String master() {
    return Role.MASTER.label();
  }

  /**
   * Starts a second HMaster, which waits for the first one to end, and answers the port of its web
   * page; does not wait for it. It becomes active with whatever region servers are left.
   */
  public int startBackupMaster(Plugin plugin) throws IOException {
    List<Integer> free = Ports.anyFree(2);
    Map<String, String> site = new TreeMap<>();
    site.put("hbase.master.port", Integer.toString(free.get(0)));
    site.put("hbase.master.info.port", Integer.toString(free.get(1)));
    site.put("hbase.master.wait.on.regionservers.mintostart", "1");
    servers.start(Role.MASTER, backupMaster(), List.of(), startArguments(site), plugin);
    return free.get(1);
  }

  private static List<String> startArguments(Map<String, String> site) {
    List<String> arguments = new ArrayList<>();
    site.forEach((key, value) -> arguments.addAll(List.of("-D", key + "=" + value)));
    arguments.add("start");
    return arguments;
  }

  /**
   * Ends everything at once and deletes the data; nothing can be started afterwards. Any thread may
   * call this while another starts the cluster. Does nothing if it was not started.
   */
  public synchronized void stop() throws IOException {
    stopped = true;
    Closeable held = lock;
    lock = null;
    if (held != null) {
      try (held) {
        stop(state, false);
      }
    }
  }

  /**
   * Ends everything that runs for that state directory, whoever started it, and deletes its data.
   *
   * @param gracefully whether HBase's servers are first asked to end by themselves
   */
  public static void stop(StateDirectory state, boolean gracefully) throws IOException {
    Servers.stopAll(state, gracefully);
    Disks.removeAll(state.root());
    state.clear();
  }

  /**
   * Ends a server at once, as a power failure would.
   *
   * @param process its name, such as {@code master} or {@code regionserver-0}
   */
  public void kill(String process) {
    servers.kill(process);
  }

  /**
   * The id of a server's process.
   *
   * @param process its name, such as {@code master} or {@code regionserver-0}
   */
  public long pid(String process) {
    return servers.pid(process);
  }

  /**
   * Starts a server that has ended, as it was started before; does not wait for it. Its former log
   * gets another name.
   *
   * @param process its name, such as {@code zookeeper} or {@code datanode-0}
   */
  public void startAgain(String process) throws IOException {
    ServerProcess started = servers.startAgain(process);
    for (int i = 0; i < disks.count(); i++) {
      if (process.equals(dataNode(i))) {
        disks.all().get(i).adopt(started.pid());
      }
    }
  }

  /** Whether a server of that name runs, be it paused. */
  public boolean runs(String process) {
    return servers.alive(process);
  }

  /** Lets a server pause as a long garbage collection would, until {@link #resume}. */
  public void pause(String process) throws IOException {
    servers.pause(process, true);
  }

  public void resume(String process) throws IOException {
    servers.pause(process, false);
  }

  /**
   * Gives a server these environment variables from its next start on, until the cluster is started
   * anew.
   */
  public void environment(String process, Map<String, String> variables) {
    servers.environment(process, variables);
  }

  /**
   * Gives a server another HBase from its next start on, until the cluster is started anew.
   *
   * @param process its name, such as {@code master} or {@code regionserver-0}
   */
  public void runtime(String process, HBaseRuntime other) {
    servers.runtime(process, other);
  }

  /** The name of the process of a DataNode. */
  public String dataNode(int index) {
    return Role.DATANODE.label(index, disks.count());
  }

  /** The name of the process of the NameNode. */
  public static String nameNode() {
    return Role.NAMENODE.label();
  }

  /** The name of the process of ZooKeeper. */
  public static String zooKeeper() {
    return Role.ZOOKEEPER.label();
  }

  /** The name of the process that {@link #startBackupMaster} starts. */
  public static String backupMaster() {
    return Role.MASTER.label() + "-backup";
  }

  /** Whether everything answers, with all region servers and DataNodes. */
  public boolean complete(ClusterSettings settings) {
    return Ports.answers(ports().zooKeeper())
        && runtime.dataNodesRegistered(ports().nameNodeHttp(), disks.count())
        && runtime.masterReady(ports().masterHttp(), settings.regionServers());
  }

  /** The names of the servers that were started and have ended by themselves. */
  public List<String> dead() {
    return servers.dead();
  }

  /** What a server wrote, such as {@code master} or {@code regionserver-0}. */
  public Path log(String process) {
    return ServerProcess.logFile(state, process);
  }

  /** Starts a process that {@link #stop()} will find. */
  synchronized Process spawn(ProcessBuilder builder) throws IOException {
    requireNotStopped();
    return builder.start();
  }

  private synchronized void lock() throws IOException {
    requireNotStopped();
    if (lock == null) {
      lock = state.lock();
    }
  }

  private synchronized List<Path> attachDisks() throws IOException {
    requireNotStopped();
    List<Path> directories = new ArrayList<>();
    for (Disk disk : disks.all()) {
      directories.add(disk.attach());
    }
    return directories;
  }

  private void requireNotStopped() throws IOException {
    if (stopped) {
      throw new IOException("the cluster is being stopped");
    }
  }
}
