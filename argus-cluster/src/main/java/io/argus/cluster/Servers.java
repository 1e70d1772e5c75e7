package io.argus.cluster;

import io.argus.cluster.runtime.HBaseRuntime;
import io.argus.cluster.runtime.Plugin;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * The server processes of one cluster: starts them, waits for them and ends them.
 *
 * <p>Used by one thread at a time.
 */
final class Servers {
  private static final Duration START_LIMIT = Duration.ofMinutes(4);
  private static final Duration GRACE = Duration.ofSeconds(30);

  private final StateDirectory state;
  private final HBaseRuntime runtime;
  private final ServerProcess.Spawner spawner;

  /** Those that were started and not ended. */
  private final List<ServerProcess> started = new ArrayList<>();

  /** How each was started last, by name. */
  private final Map<String, Launch> launches = new TreeMap<>();

  /** Beyond the usual environment, by name. */
  private final Map<String, Map<String, String>> environments = new TreeMap<>();

  /** Other versions of HBase than the cluster's, by name. */
  private final Map<String, HBaseRuntime> runtimes = new TreeMap<>();

  private boolean pinned;

  private record Launch(Role role, List<String> flags, List<String> arguments, Plugin plugin) {}

  Servers(StateDirectory state, HBaseRuntime runtime, ServerProcess.Spawner spawner) {
    this.state = state;
    this.runtime = runtime;
    this.spawner = spawner;
  }

  /**
   * Starts a server and does not wait for it.
   *
   * @param name names its log, such as {@code regionserver-0}
   * @param jvmFlags beyond those that its role has
   * @param arguments of its main class
   */
  ServerProcess start(
      Role role, String name, List<String> jvmFlags, List<String> arguments, Plugin plugin)
      throws IOException {
    HBaseRuntime own = runtimes.getOrDefault(name, runtime);
    List<String> flags = new ArrayList<>(own.jvmFlags(state.conf()));
    flags.add("-Xmx" + role.heapMegabytes() + "m");
    flags.add("-Djava.net.preferIPv4Stack=true");
    if (!role.isHBase()) {
      flags.addAll(List.of("-Xms" + role.heapMegabytes() + "m", "-XX:+UseSerialGC"));
      flags.add("-XX:TieredStopAtLevel=1");
    }
    flags.addAll(jvmFlags);
    List<String> main = new ArrayList<>(own.command(role.mainClass()));
    main.addAll(arguments);
    Map<String, String> environment = new TreeMap<>(environments.getOrDefault(name, Map.of()));
    environment.put("CLASSPATH", classPath(name, own, plugin));
    List<String> prefix = List.of();
    if (pinned && role == Role.REGIONSERVER) {
      prefix = Pinning.ofRegionServer();
      flags.addAll(Pinning.FLAGS);
    }
    ServerProcess process =
        ServerProcess.start(spawner, state, name, prefix, flags, environment, main);
    started.removeIf(former -> former.name().equals(name) && !former.alive());
    started.add(process);
    launches.put(name, new Launch(role, jvmFlags, arguments, plugin));
    return process;
  }

  /** From now on region servers run on the first core, which nothing else uses. */
  void pin() throws IOException {
    Pinning.leaveFirstCore();
    pinned = true;
  }

  /**
   * Starts a server that has ended, as it was started before. Its former log gets another name.
   *
   * @throws IllegalArgumentException if none of that name was started
   */
  ServerProcess startAgain(String name) throws IOException {
    Launch launch = launches.get(name);
    if (launch == null) {
      throw new IllegalArgumentException(
          "process is " + name + "; must be one of " + launches.keySet());
    }
    keepLog(name);
    return start(launch.role(), name, launch.flags(), launch.arguments(), launch.plugin());
  }

  /** Gives the log of a server that has ended another name. */
  void keepLog(String name) throws IOException {
    Path log = ServerProcess.logFile(state, name);
    if (Files.exists(log)) {
      Files.move(log, ServerProcess.logFile(state, name + "-until-" + System.currentTimeMillis()));
    }
  }

  void environment(String name, Map<String, String> variables) {
    environments.put(name, Map.copyOf(variables));
  }

  void runtime(String name, HBaseRuntime other) {
    runtimes.put(name, other);
  }

  /** Whether a server of that name runs, be it paused. */
  boolean alive(String name) {
    return started.stream().anyMatch(process -> process.name().equals(name) && process.alive());
  }

  /** Lets a server of that name pause, or go on. */
  void pause(String name, boolean paused) throws IOException {
    named(name).signal(paused ? "STOP" : "CONT");
  }

  /** Starts a process without a plugin, called after its role. */
  ServerProcess start(Role role, List<String> jvmFlags, List<String> arguments) throws IOException {
    return start(role, role.label(), jvmFlags, arguments, Plugin.none());
  }

  /** Starts a server that ends by itself, and waits for that. */
  void run(Role role, String name, List<String> arguments) throws IOException {
    ServerProcess process = start(role, name, List.of(), arguments, Plugin.none());
    Await.until(name + " to end", START_LIMIT, () -> !process.alive());
    started.remove(process);
  }

  /** The configuration of a server of that name, if it has its own, comes before the cluster's. */
  private String classPath(String name, HBaseRuntime own, Plugin plugin) {
    List<String> parts = new ArrayList<>();
    parts.add(state.conf().resolve(name).toString());
    parts.add(state.conf().toString());
    plugin.jars().forEach(jar -> parts.add(jar.toString()));
    parts.add(own.classPath());
    return String.join(File.pathSeparator, parts);
  }

  /**
   * Waits until the servers answer.
   *
   * @throws IllegalStateException if one of them ends meanwhile, with the end of its log
   */
  void await(String what, BooleanSupplier serving) {
    Await.until(
        what,
        START_LIMIT,
        () -> {
          for (ServerProcess process : started) {
            if (!process.alive()) {
              throw new IllegalStateException(
                  "%s ended while waiting for %s; its log ends:\n%s"
                      .formatted(
                          process.name(), what, ServerProcess.logEnd(state, process.name())));
            }
          }
          return serving.getAsBoolean();
        });
  }

  /** Ends HMaster and region servers gracefully, master first so that it moves no regions. */
  void stopHBase() {
    for (Role role : List.of(Role.MASTER, Role.REGIONSERVER)) {
      List<ServerProcess> ending =
          started.stream().filter(process -> process.name().startsWith(role.label())).toList();
      ending.forEach(ServerProcess::askToEnd);
      ending.forEach(process -> process.stop(GRACE));
      started.removeAll(ending);
    }
  }

  /** Ends the process of that name at once, as a power failure would. */
  void kill(String name) {
    ServerProcess named = named(name);
    named.kill();
    started.remove(named);
  }

  /** Asks the process of that name to end, and waits until it has. */
  void stop(String name) {
    ServerProcess named = named(name);
    named.stop(GRACE);
    started.remove(named);
  }

  /** The id of the process of that name. */
  long pid(String name) {
    return named(name).pid();
  }

  private ServerProcess named(String name) {
    return started.stream()
        .filter(process -> process.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "process is %s; must be one of %s"
                        .formatted(name, started.stream().map(ServerProcess::name).toList())));
  }

  /** Knows of no server any more; all have been ended. */
  void forget() {
    started.clear();
    launches.clear();
    environments.clear();
    runtimes.clear();
  }

  /** The names of the servers that have ended by themselves. */
  List<String> dead() {
    return started.stream().filter(process -> !process.alive()).map(ServerProcess::name).toList();
  }

  /**
   * Ends everything that runs for that state directory, whoever started it.
   *
   * @param gracefully whether HBase's servers are first asked to end by themselves
   */
  static void stopAll(StateDirectory state, boolean gracefully) {
    List<ServerProcess> running = ServerProcess.running(state);
    if (gracefully) {
      running.stream()
          .filter(
              process ->
                  process.name().startsWith(Role.MASTER.label())
                      || process.name().startsWith(Role.REGIONSERVER.label()))
          .forEach(process -> process.stop(GRACE));
    }
    running.forEach(ServerProcess::kill);
    ServerProcess.running(state).forEach(ServerProcess::kill);
  }
}
