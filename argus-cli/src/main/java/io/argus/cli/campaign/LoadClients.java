package io.argus.cli.campaign;

import io.argus.cli.install.ArgusHome;
import io.argus.cli.install.HBaseRelease;
import io.argus.cli.live.HBaseClient;
import io.argus.cli.live.LiveCluster;
import io.argus.load.client.EndlessLoad;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
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
public final class LoadClients {
  private static final List<String> FLAGS =
      Collections.unmodifiableList(
          Arrays.asList("-Xmx512m", "-XX:+UseSerialGC", "-Djava.net.preferIPv4Stack=true"));

  private static final int LAST_LINES = 10;

  private final HBaseRelease release;
  private final String classPath;
  private final Path log;

  private LoadClients(HBaseRelease release, String classPath, Path log) {
    this.release = release;
    this.classPath = classPath;
    this.log = log;
  }

  /**
   * Clients of a cluster.
   *
   * @param log is appended to
   * @throws IOException if there is no HBase client of the cluster's generation
   */
  public static LoadClients of(LiveCluster live, Path log)
      throws IOException, InterruptedException {
    HBaseRelease release = live.release();
    Path conf = live.location().conf();
    String classPath =
        String.join(
            File.pathSeparator,
            conf.toString(),
            ArgusHome.jar(release.loadModule(), "all").toString(),
            HBaseClient.classPath(conf, release));
    return new LoadClients(release, classPath, log.toAbsolutePath());
  }

  Path log() {
    return log;
  }

  /** A client that drives the workload until its standard input is closed. */
  Process load(Properties workload, int threads, boolean insert) throws IOException {
    List<String> arguments = new ArrayList<>();
    workload.forEach((key, value) -> arguments.add(key + "=" + value));
    arguments.add("db=" + release.loadClass("Db"));
    arguments.add("threads=" + threads);
    arguments.add("insert=" + insert);
    return start(EndlessLoad.class.getName(), arguments);
  }

  /** Inserts the workload's rows. */
  void insert(Properties workload, int threads) throws IOException {
    await("inserting the rows", load(workload, threads, true));
  }

  /** Runs a command on a table; see {@link io.argus.load.table.WorkloadTables}. */
  void table(String... command) throws IOException {
    await("'" + command[0] + "'", start(release.loadClass("Tables"), Arrays.asList(command)));
  }

  private Process start(String main, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Paths.get(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FLAGS);
    command.addAll(release.launch(main));
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(Redirect.appendTo(log.toFile()));
    builder.environment().put("CLASSPATH", classPath);
    builder.environment().put("JDK_JAVA_OPTIONS", HBaseClient.JDK_JAVA_OPTIONS);
    return builder.start();
  }

  private void await(String what, Process process) throws IOException {
    try (BufferedReader lines = output(process)) {
      String line = lines.readLine();
      while (line != null) {
        line = lines.readLine();
      }
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

  static BufferedReader output(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }
}
