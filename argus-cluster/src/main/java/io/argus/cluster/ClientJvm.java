package io.argus.cluster;

import io.argus.cluster.runtime.ClientBinding;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts client processes of a cluster; stopping the cluster ends them too.
 *
 * @param conf directory of the cluster's hbase-site.xml
 */
public record ClientJvm(EmbeddedCluster cluster, Path conf) {
  private static final String HEAP = "-Xmx512m";

  /** Clients of the embedded cluster that use its own configuration. */
  public ClientJvm(EmbeddedCluster cluster) {
    this(cluster, cluster.state().conf());
  }

  /**
   * Starts a client. Its standard input and output are pipes, its log is a file.
   *
   * @param name of the log file
   */
  public Process start(String name, String mainClass, List<String> arguments) throws IOException {
    return start(name, List.of(), mainClass, arguments);
  }

  /** {@link #start(String, String, List)} with further jars. */
  public Process start(String name, List<Path> jars, String mainClass, List<String> arguments)
      throws IOException {
    List<String> classPath = new ArrayList<>();
    jars.forEach(jar -> classPath.add(jar.toString()));
    classPath.add(binding().classPath(cluster.runtime(), conf));
    return start(
        name,
        String.join(File.pathSeparator, classPath),
        List.of(HEAP),
        cluster.runtime().command(mainClass),
        arguments);
  }

  /** {@link #start(String, String, List)} as another user than that of the servers. */
  public Process startAs(String user, String name, String mainClass, List<String> arguments)
      throws IOException {
    return start(
        name,
        binding().classPath(cluster.runtime(), conf),
        List.of(HEAP, "-DHADOOP_USER_NAME=" + user),
        cluster.runtime().command(mainClass),
        arguments);
  }

  /**
   * Starts a client of other jars than those of the cluster's generation.
   *
   * @param classPath after the cluster's configuration
   */
  public Process start(
      String name,
      String classPath,
      List<String> jvmFlags,
      String mainClass,
      List<String> arguments)
      throws IOException {
    return start(
        name, conf + File.pathSeparator + classPath, jvmFlags, List.of(mainClass), arguments);
  }

  private Process start(
      String name,
      String classPath,
      List<String> jvmFlags,
      List<String> main,
      List<String> arguments)
      throws IOException {
    StateDirectory state = cluster.state();
    List<String> command = ServerProcess.java(state, name);
    command.addAll(cluster.runtime().jvmFlags(state.conf()));
    command.addAll(List.of("-XX:+UseSerialGC", "-Djava.net.preferIPv4Stack=true"));
    command.addAll(jvmFlags);
    command.addAll(main);
    command.addAll(arguments);
    Files.createDirectories(state.logs());
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(state.logs().toFile())
            .redirectError(log(name).toFile());
    builder.environment().put("CLASSPATH", classPath);
    return cluster.spawn(builder);
  }

  /** What a client of the cluster's generation needs. */
  public ClientBinding binding() {
    return cluster.runtime().binding();
  }

  /** What a failed client says: the last lines of its log. */
  public IOException failure(String name) {
    return new IOException(
        "%s failed; its log, %s, ends:\n%s"
            .formatted(name, log(name), ServerProcess.logEnd(cluster.state(), name)));
  }

  public Path log(String name) {
    return ServerProcess.logFile(cluster.state(), name);
  }
}
