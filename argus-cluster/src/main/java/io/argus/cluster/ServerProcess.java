package io.argus.cluster;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** One process of a cluster. It carries the state directory and its name on its command line. */
record ServerProcess(String name, long pid) {
  private static final String CLUSTER = "-Dargus.cluster=";
  private static final String NAME = "-Dargus.process=";

  /** A system property: the directory of another Java for servers than that of this process. */
  private static final String SERVER_JAVA = "argus.server.java.home";

  /** A system property: more JVM flags, with blanks between them, of all processes. */
  private static final String FLAGS = "argus.cluster.java.flags";

  private static final int LAST_LINES = 20;

  /** Starts the process of a builder, or throws if the cluster is being stopped. */
  @FunctionalInterface
  interface Spawner {
    Process spawn(ProcessBuilder builder) throws IOException;
  }

  /**
   * Starts a JVM that logs to the file of its name.
   *
   * @param prefix words before its command
   */
  static ServerProcess start(
      Spawner spawner,
      StateDirectory state,
      String name,
      List<String> prefix,
      List<String> jvmArguments,
      Map<String, String> environment,
      List<String> main)
      throws IOException {
    Files.createDirectories(state.logs());
    List<String> command = java(state, name);
    String serverJava = System.getProperty(SERVER_JAVA);
    if (serverJava != null) {
      command.set(0, Path.of(serverJava, "bin", "java").toString());
      command.add("-XX:+IgnoreUnrecognizedVMOptions"); // Java 8 has no modules to open
    }
    command.addAll(0, prefix);
    command.addAll(jvmArguments);
    command.addAll(main);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(state.logs().toFile())
            .redirectErrorStream(true)
            .redirectOutput(logFile(state, name).toFile());
    builder.environment().putAll(environment);
    return new ServerProcess(name, spawner.spawn(builder).pid());
  }

  /** The first words of every process that belongs to the state directory. */
  static List<String> java(StateDirectory state, String name) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> words = new ArrayList<>(List.of(java, CLUSTER + state.root(), NAME + name));
    Arrays.stream(System.getProperty(FLAGS, "").split(" "))
        .filter(flag -> !flag.isEmpty())
        .forEach(words::add);
    return words;
  }

  static Path logFile(StateDirectory state, String name) {
    return state.logs().resolve(name + ".log");
  }

  /** The last lines of a process's log. */
  static String logEnd(StateDirectory state, String name) {
    Path log = logFile(state, name);
    try {
      List<String> lines = Files.readAllLines(log);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + log, e);
    }
  }

  /** The processes that run for this state directory, whoever started them. */
  static List<ServerProcess> running(StateDirectory state) {
    List<ServerProcess> found = new ArrayList<>();
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      all.mapToLong(ProcessHandle::pid)
          .forEach(
              pid -> {
                String[] words = commandLine(pid);
                if (words.length > 2 && words[1].equals(CLUSTER + state.root())) {
                  found.add(new ServerProcess(words[2].replace(NAME, ""), pid));
                }
              });
    }
    found.sort(Comparator.comparing(ServerProcess::pid));
    return found;
  }

  /** Whether the process runs; one that ended but was not yet reaped does not. */
  boolean alive() {
    return handle().isPresent() && commandLine(pid).length > 1;
  }

  /** Asks the process to end, and does not wait for it. */
  void askToEnd() {
    handle().ifPresent(ProcessHandle::destroy);
  }

  /** Asks the process to end, and kills it if it has not by the deadline. */
  void stop(Duration patience) {
    askToEnd();
    if (!Await.reached(patience, () -> !alive())) {
      kill();
    }
  }

  void kill() {
    handle().ifPresent(ProcessHandle::destroyForcibly);
    Await.until(name + " (pid " + pid + ") to die", Duration.ofSeconds(20), () -> !alive());
  }

  /** Sends a signal, such as {@code STOP}. */
  void signal(String signal) throws IOException {
    Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).inheritIO().start();
    try {
      if (kill.waitFor() != 0) {
        throw new IOException("cannot send " + signal + " to " + name + " (pid " + pid + ")");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while signalling " + name);
    }
  }

  private Optional<ProcessHandle> handle() {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
  }

  private static String[] commandLine(long pid) {
    Path file = Path.of("/proc", Long.toString(pid), "cmdline");
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\0");
    } catch (IOException e) {
      return new String[0];
    }
  }
}
