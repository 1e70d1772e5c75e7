package io.argus.cli.profile;

import com.google.common.collect.ImmutableList;
import io.argus.cli.install.ArgusHome;
import io.argus.cli.install.HBaseRelease;
import io.argus.cli.live.HBaseClient;
import io.argus.cli.live.LiveCluster;
import io.argus.load.client.EndlessLoad;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Properties;

/**
 * Starts the client processes of a campaign: load clients of Argus on HBase's own client, in the
 * version of the cluster. What they complain about goes to one log.
 *
 * <p>Immutable.
 */
final class LoadClients {
  private static final ImmutableList<String> FLAGS =
      ImmutableList.of("-Xmx512m", "-XX:+UseSerialGC", "-Djava.net.preferIPv4Stack=true");

  private static final int LAST_LINES = 10;

  private final String packageName;
  private final String database;
  private final List<String> launcher;
  private final String classPath;
  private final Path log;

  private LoadClients(HBaseRelease release, Path conf, Path log) throws IOException {
    boolean old = release == HBaseRelease.HBASE_0_94;
    String module = old ? "argus-load-hbase-0.94" : "argus-load-hbase-2";
    this.packageName = old ? "io.argus.load.hbase094." : "io.argus.load.hbase2.";
    this.database = packageName + (old ? "HBase094Db" : "HBase2Db");
    this.launcher =
        old ? Collections.singletonList(packageName + "OldJavaLauncher") : Collections.emptyList();
    this.classPath =
        String.join(
            File.pathSeparator,
            conf.toString(),
            ArgusHome.jar(module, "all").toString(),
            HBaseClient.classPath(conf, release));
    this.log = log.toAbsolutePath();
  }

  /**
   * Clients of a cluster.
   *
   * @param log is appended to
   * @throws IOException if there is no HBase client of the cluster's generation
   */
  public static LoadClients of(LiveCluster live, Path log)
      throws IOException, InterruptedException {
    return new LoadClients(live.release(), live.location().conf(), log);
  }

  Path log() {
    return log;
  }

  /** Starts a client that drives the workload until its standard input is closed. */
  Process drive(Properties workload, int threads) throws IOException {
    return builder(EndlessLoad.class.getName(), load(workload, threads, false)).start();
  }

  /** Inserts the workload's rows. */
  void insert(Properties workload, int threads) throws IOException {
    await("inserting the rows", EndlessLoad.class.getName(), load(workload, threads, true));
  }

  private List<String> load(Properties workload, int threads, boolean insert) {
    List<String> arguments = new ArrayList<>();
    workload.forEach((key, value) -> arguments.add(key + "=" + value));
    arguments.add("db=" + database);
    arguments.add("threads=" + threads);
    arguments.add("insert=" + insert);
    return arguments;
  }

  /** Runs a command on a table; see {@link io.argus.load.table.WorkloadTables}. */
  void table(String... command) throws IOException {
    await("'" + command[0] + "'", packageName + "Tables", Arrays.asList(command));
  }

  private ProcessBuilder builder(String main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Paths.get(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FLAGS);
    command.addAll(launcher);
    command.add(main);
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(Redirect.appendTo(log.toFile()));
    builder.environment().put("CLASSPATH", classPath);
    builder.environment().put("JDK_JAVA_OPTIONS", HBaseClient.JDK_JAVA_OPTIONS);
    return builder;
  }

  private void await(String what, String main, List<String> arguments) throws IOException {
    Process process =
        builder(main, arguments).redirectOutput(Redirect.appendTo(log.toFile())).start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException(what + " failed; " + log + " ends:\n" + logEnd());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(what + " was interrupted");
    } finally {
      process.destroyForcibly();
    }
  }

  private String logEnd() throws IOException {
    List<String> lines = Files.readAllLines(log);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
  }
}
