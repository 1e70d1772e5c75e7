package io.argus.bench.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One server process, found again by its pid file.
 *
 * <p>Every process carries the state directory on its command line, so a stale pid file can neither
 * hide a process of ours nor point at somebody else's.
 *
 * <p>Immutable.
 */
record ServerProcess(String name, long pid) {
  private static final String MARKER = "-Dargus.cluster=";

  /** Starts the process of a builder, or refuses to. */
  @FunctionalInterface
  interface Spawner {
    Process spawn(ProcessBuilder builder) throws IOException;
  }

  /** Starts a JVM and writes its pid file. */
  static ServerProcess start(
      Spawner spawner,
      StateDirectory state,
      String name,
      List<String> jvmArguments,
      String classPath,
      List<String> main)
      throws IOException {
    Files.createDirectories(state.logs());
    Path pidFile = state.pidFile(name);
    Files.createDirectories(pidFile.resolveSibling("."));
    List<String> command = new ArrayList<>();
    command.add(java());
    command.add(marker(state));
    command.addAll(jvmArguments);
    command.addAll(main);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(state.logs().toFile())
            .redirectErrorStream(true)
            .redirectOutput(logFile(state, name).toFile());
    builder.environment().put("CLASSPATH", classPath);
    long pid = spawner.spawn(builder).pid();
    Files.writeString(pidFile, Long.toString(pid));
    return new ServerProcess(name, pid);
  }

  /** The java command that runs this process too. */
  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** The first argument of every process that belongs to the state directory. */
  static String marker(StateDirectory state) {
    return MARKER + state.root();
  }

  static Path logFile(StateDirectory state, String name) {
    return state.logs().resolve(name + ".log");
  }

  /** The processes that run for this state directory, recorded in a pid file or not. */
  static List<ServerProcess> running(StateDirectory state) {
    List<ServerProcess> found = new ArrayList<>();
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      all.filter(handle -> belongsTo(handle.pid(), state))
          .forEach(
              handle -> found.add(new ServerProcess(nameOf(state, handle.pid()), handle.pid())));
    }
    found.sort(Comparator.comparing(ServerProcess::pid));
    return found;
  }

  /** Whether the process runs; one that ended but was not yet reaped does not. */
  boolean alive() {
    return handle().isPresent() && commandLine(pid).length > 1;
  }

  /** Asks the process to end, and kills it if it has not by the deadline. */
  void stop(Duration patience) {
    handle().ifPresent(ProcessHandle::destroy);
    if (!Await.reached(patience, () -> !alive())) {
      kill();
    }
  }

  void kill() {
    handle().ifPresent(ProcessHandle::destroyForcibly);
    Await.until(name + " (pid " + pid + ") to die", Duration.ofSeconds(20), () -> !alive());
  }

  private Optional<ProcessHandle> handle() {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
  }

  private static boolean belongsTo(long pid, StateDirectory state) {
    String[] words = commandLine(pid);
    return words.length > 1 && words[1].equals(marker(state));
  }

  private static String[] commandLine(long pid) {
    Path file = Path.of("/proc", Long.toString(pid), "cmdline");
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\0");
    } catch (IOException e) {
      return new String[0];
    }
  }

  private static String nameOf(StateDirectory state, long pid) {
    Path directory = state.pidFile("x").resolveSibling(".");
    if (Files.isDirectory(directory)) {
      try (Stream<Path> files = Files.list(directory)) {
        return files
            .filter(file -> Long.toString(pid).equals(read(file)))
            .map(file -> String.valueOf(file.getFileName()).replace(".pid", ""))
            .findFirst()
            .orElse("unrecorded");
      } catch (IOException e) {
        return "unrecorded";
      }
    }
    return "unrecorded";
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).trim();
    } catch (IOException e) {
      return "";
    }
  }
}
