package io.argus.bench.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts client processes of a cluster; stopping the cluster ends them too.
 *
 * @param conf directory of the cluster's hbase-site.xml
 *     <p>Immutable.
 */
public record ClientJvm(EmbeddedCluster cluster, Path conf) {
  private static final int HEAP_MEGABYTES = 512;

  /** Clients of the embedded cluster itself. */
  public ClientJvm(EmbeddedCluster cluster) {
    this(cluster, cluster.state().conf());
  }

  /**
   * Starts a client with its standard input and output as pipes and its log in a file.
   *
   * @param name names the log file
   */
  public Process start(String name, String mainClass, List<String> arguments) throws IOException {
    StateDirectory state = cluster.state();
    List<String> command = new ArrayList<>();
    command.add(ServerProcess.java());
    command.add(ServerProcess.marker(state));
    command.addAll(cluster.runtime().generation().jvmFlags(state));
    command.addAll(
        List.of(
            "-Xmx" + HEAP_MEGABYTES + "m", "-XX:+UseSerialGC", "-Djava.net.preferIPv4Stack=true"));
    command.addAll(cluster.runtime().generation().command(mainClass));
    command.addAll(arguments);
    Files.createDirectories(state.logs());
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(state.logs().toFile())
            .redirectError(log(name).toFile());
    builder.environment().put("CLASSPATH", binding().classPath(cluster.runtime(), conf));
    return cluster.spawn(builder);
  }

  /** What the cluster's generation asks of a client. */
  public ClientBinding binding() {
    return cluster.runtime().binding();
  }

  /** Where the client of that name logs. */
  public Path log(String name) {
    return ServerProcess.logFile(cluster.state(), name);
  }
}
