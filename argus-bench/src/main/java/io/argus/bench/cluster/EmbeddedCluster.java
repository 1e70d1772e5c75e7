package io.argus.bench.cluster;

import io.argus.bench.disk.Disk;
import io.argus.bench.disk.Disks;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A real HBase cluster on this machine: NameNode, DataNode, ZooKeeper, HMaster and region servers,
 * each a process of its own, reachable on loopback only.
 *
 * <p>{@link #start} formats and starts everything, {@link #restartHBase} exchanges HMaster and
 * region servers under the same data, {@link #stop} ends every process and deletes the data.
 *
 * <p>Used by one thread at a time, except for {@link #stop()}.
 */
public final class EmbeddedCluster {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration GRACE = Duration.ofSeconds(30);

  private final StateDirectory state;
  private final HBaseRuntime runtime;
  private final Disk disk;
  private final List<ServerProcess> processes = new ArrayList<>();
  private @Nullable Ports ports;

  /** Guarded by this: no process is started and no disk attached once it is set. */
  private boolean stopped;

  /** Held from the start on. Guarded by this. */
  private @Nullable Closeable lock;

  public EmbeddedCluster(StateDirectory state, HBaseRuntime runtime, Disk disk) {
    this.state = state;
    this.runtime = runtime;
    this.disk = disk;
  }

  /**
   * Starts an empty cluster; whatever the state directory held before is stopped and deleted,
   * unless it is of a process that still runs.
   */
  public void start(ClusterSettings settings, Plugin plugin) throws IOException {
    lock();
    state.requireOurs();
    stop(state, false);
    ports = Ports.free(settings.regionServers());
    state.save(new ClusterRecord(runtime.name(), plugin.name(), disk.name(), ports));
    SiteFiles files = siteFiles();
    files.writeHadoop(attachDisk());
    files.writeHBase(settings, plugin);
    startZooKeeper();
    formatNameNode();
    startHdfs();
    startHBase(settings, plugin);
  }

  /** Restarts HMaster and region servers with another plugin or other settings on the same data. */
  public void restartHBase(ClusterSettings settings, Plugin plugin) throws IOException {
    stopHBase();
    siteFiles().writeHBase(settings, plugin);
    ClusterRecord record = Objects.requireNonNull(state.load(), "no cluster was started");
    state.save(record.withPlugin(plugin.name()));
    startHBase(settings, plugin);
  }

  private SiteFiles siteFiles() {
    return new SiteFiles(state, ports(), runtime.generation());
  }

  /** Ends HMaster and region servers gracefully, master first so that it moves no regions. */
  private void stopHBase() {
    for (Role role : List.of(Role.MASTER, Role.REGIONSERVER)) {
      List<ServerProcess> ending =
          processes.stream().filter(process -> process.name().startsWith(role.label())).toList();
      ending.forEach(process -> process.stop(GRACE));
      processes.removeAll(ending);
    }
  }

  /**
   * Ends everything at once, since nobody wants the data any more, and deletes it; nothing can be
   * started afterwards. Any thread may call this while another starts the cluster. Does nothing if
   * it was not started.
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
   * @param gracefully whether the servers are first asked to end by themselves
   */
  public static void stop(StateDirectory state, boolean gracefully) throws IOException {
    List<ServerProcess> running = ServerProcess.running(state);
    if (gracefully) {
      for (ServerProcess process : running) {
        if (process.name().startsWith(Role.MASTER.label())
            || process.name().startsWith(Role.REGIONSERVER.label())) {
          process.stop(GRACE);
        }
      }
    }
    running.forEach(ServerProcess::kill);
    ServerProcess.running(state).forEach(ServerProcess::kill);
    Disks.removeAll(state.root());
    state.clear();
  }

  public StateDirectory state() {
    return state;
  }

  public HBaseRuntime runtime() {
    return runtime;
  }

  public Disk disk() {
    return disk;
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

  private synchronized Path attachDisk() throws IOException {
    requireNotStopped();
    return disk.attach();
  }

  private void requireNotStopped() throws IOException {
    if (stopped) {
      throw new IOException("the cluster is being stopped");
    }
  }

  public Ports ports() {
    return Objects.requireNonNull(ports, "the cluster is not started");
  }

  private void startZooKeeper() throws IOException {
    launch(Role.ZOOKEEPER, "zookeeper", List.of("-Dzookeeper.admin.enableServer=false"), "start");
  }

  private void formatNameNode() throws IOException {
    Files.createDirectories(state.data());
    ServerProcess format =
        ServerProcess.start(
            this::spawn,
            state,
            "namenode-format",
            jvmArguments(Role.NAMENODE, 128),
            classPath(Plugin.none(), List.of()),
            command(Role.NAMENODE, "-format -force -nonInteractive"));
    Await.until("the NameNode to format", PATIENCE, () -> !format.alive());
    if (!Files.isDirectory(state.nameNode().resolve("current"))) {
      throw new IOException("NameNode was not formatted; see " + logOf("namenode-format"));
    }
  }

  private void startHdfs() throws IOException {
    launch(Role.NAMENODE, "namenode", List.of(), "");
    // Resident from the start, so that a limit on its memory hits the page cache, not the heap.
    ServerProcess dataNode = launch(Role.DATANODE, "datanode", List.of("-XX:+AlwaysPreTouch"), "");
    disk.adopt(dataNode.pid());
    awaitServing(
        "the DataNode to register",
        () -> runtime.generation().dataNodeRegistered(ports().nameNodeHttp()));
    awaitServing("ZooKeeper to answer", () -> Ports.answers(ports().zooKeeper()));
  }

  private void startHBase(ClusterSettings settings, Plugin plugin) throws IOException {
    launch(Role.MASTER, "master", List.of(), "start", plugin, List.of());
    for (int i = 0; i < settings.regionServers(); i++) {
      startRegionServer(i, settings, plugin);
    }
    awaitServing(
        "the master to be initialised",
        () -> runtime.generation().masterReady(ports().masterHttp(), settings.regionServers()));
  }

  /**
   * Starts one region server, again if it ended; does not wait for it.
   *
   * @param index which one, from 0
   */
  public void startRegionServer(int index, ClusterSettings settings, Plugin plugin)
      throws IOException {
    List<String> own = new ArrayList<>();
    own.add("-Xms" + settings.regionServerHeapMegabytes() + "m");
    own.add("-Xmx" + settings.regionServerHeapMegabytes() + "m");
    Map<String, String> site = new TreeMap<>(disk.regionServerSite());
    site.put("hbase.regionserver.port", Integer.toString(ports().regionServers().get(index)));
    site.put(
        "hbase.regionserver.info.port", Integer.toString(ports().regionServersHttp().get(index)));
    launch(
        Role.REGIONSERVER,
        Role.REGIONSERVER.label() + "-" + index,
        own,
        startCommand(site),
        plugin,
        disk.regionServerJars());
  }

  /**
   * Starts a second HMaster, which waits for the first one to end, and answers the port of its web
   * page; does not wait for it.
   */
  public int startBackupMaster(Plugin plugin) throws IOException {
    List<Integer> free = Ports.anyFree(2);
    Map<String, String> site = new TreeMap<>();
    site.put("hbase.master.port", Integer.toString(free.get(0)));
    site.put("hbase.master.info.port", Integer.toString(free.get(1)));
    launch(
        Role.MASTER,
        Role.MASTER.label() + "-backup",
        List.of(),
        startCommand(site),
        plugin,
        List.of());
    return free.get(1);
  }

  private static String startCommand(Map<String, String> site) {
    StringBuilder command = new StringBuilder();
    site.forEach((key, value) -> command.append("-D ").append(key + "=" + value).append(' '));
    return command.append("start").toString();
  }

  /**
   * Ends a process at once, as a power failure would.
   *
   * @param process its name, such as {@code master} or {@code regionserver-0}
   */
  public void kill(String process) {
    List<ServerProcess> named =
        processes.stream().filter(running -> running.name().equals(process)).toList();
    if (named.isEmpty()) {
      throw new IllegalArgumentException(
          "process is "
              + process
              + "; must be one of "
              + processes.stream().map(ServerProcess::name).toList());
    }
    named.forEach(ServerProcess::kill);
    processes.removeAll(named);
  }

  /** The names of the processes that were started and have ended by themselves. */
  public List<String> dead() {
    return processes.stream().filter(process -> !process.alive()).map(ServerProcess::name).toList();
  }

  /** What a process wrote, such as {@code master} or {@code regionserver-0}. */
  public Path log(String process) {
    return logOf(process);
  }

  private void awaitServing(String what, java.util.function.BooleanSupplier serving) {
    Await.until(
        what,
        PATIENCE,
        () -> {
          for (ServerProcess process : processes) {
            if (!process.alive()) {
              throw new IllegalStateException(
                  process.name()
                      + " ended while waiting for "
                      + what
                      + "; its log ends:\n"
                      + tail(logOf(process.name())));
            }
          }
          return serving.getAsBoolean();
        });
  }

  private ServerProcess launch(Role role, String name, List<String> own, String command)
      throws IOException {
    return launch(role, name, own, command, Plugin.none(), List.of());
  }

  private ServerProcess launch(
      Role role, String name, List<String> own, String command, Plugin plugin, List<Path> moreJars)
      throws IOException {
    List<String> arguments = new ArrayList<>(jvmArguments(role, role.heapMegabytes()));
    arguments.addAll(own);
    ServerProcess process =
        ServerProcess.start(
            this::spawn,
            state,
            name,
            arguments,
            classPath(plugin, moreJars),
            command(role, command));
    processes.add(process);
    return process;
  }

  private List<String> command(Role role, String arguments) {
    List<String> command = new ArrayList<>(runtime.generation().command(role.mainClass()));
    if (!arguments.isEmpty()) {
      command.addAll(List.of(arguments.split(" ")));
    }
    return command;
  }

  private List<String> jvmArguments(Role role, int heapMegabytes) {
    List<String> arguments = new ArrayList<>(runtime.generation().jvmFlags(state));
    arguments.add("-Xmx" + heapMegabytes + "m");
    arguments.add("-Djava.net.preferIPv4Stack=true");
    if (!role.isHBase()) {
      arguments.addAll(List.of("-Xms" + heapMegabytes + "m", "-XX:+UseSerialGC"));
      arguments.add("-XX:TieredStopAtLevel=1");
    }
    return arguments;
  }

  private String classPath(Plugin plugin, List<Path> moreJars) {
    List<String> parts = new ArrayList<>();
    parts.add(state.conf().toString());
    plugin.jars().forEach(jar -> parts.add(jar.toString()));
    moreJars.forEach(jar -> parts.add(jar.toString()));
    parts.add(runtime.classPath());
    return String.join(File.pathSeparator, parts);
  }

  private Path logOf(String process) {
    return ServerProcess.logFile(state, process);
  }

  private static String tail(Path log) {
    try {
      List<String> lines = Files.readAllLines(log);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + log, e);
    }
  }
}
