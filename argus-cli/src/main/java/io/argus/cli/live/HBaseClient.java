package io.argus.cli.live;

import com.google.common.collect.ImmutableList;
import io.argus.cli.install.ArgusHome;
import io.argus.cli.install.HBaseRelease;
import io.argus.cli.install.SiteFile;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * HBase's own client, for a process that works on the cluster as the user: the jars of an HBase
 * installation, or in a checkout those that Maven has resolved. Safe for use by any thread.
 */
public final class HBaseClient {
  /** What Hadoop and HBase need of Java 9 and later, as {@code JDK_JAVA_OPTIONS} has it. */
  public static final String JDK_JAVA_OPTIONS =
      "--add-opens=java.base/java.lang=ALL-UNNAMED"
          + " --add-opens=java.base/java.nio=ALL-UNNAMED"
          + " --add-opens=java.security.jgss/sun.security.krb5=ALL-UNNAMED"
          + " --add-exports=java.security.jgss/sun.security.krb5=ALL-UNNAMED";

  /** Flags of a JVM that lives for seconds. */
  private static final ImmutableList<String> QUICK_START =
      ImmutableList.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  /** The system property and environment variable that tell Hadoop the user. */
  private static final String USER = "HADOOP_USER_NAME";

  private HBaseClient() {}

  /**
   * A program of a drop-in jar, with HBase's own client, as the user of this process.
   *
   * @param release whose jar and client
   * @param main its class
   * @throws IOException if there is no HBase's client
   */
  public static ProcessBuilder program(
      SiteLocation location, HBaseRelease release, String main, Collection<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Paths.get(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(QUICK_START);
    String user = System.getProperty(USER);
    if (user != null) {
      command.add("-D" + USER + "=" + user);
    }
    command.add(main);
    command.addAll(arguments);
    ProcessBuilder program = new ProcessBuilder(command);
    program
        .environment()
        .put(
            "CLASSPATH",
            String.join(
                File.pathSeparator,
                location.conf().toString(),
                release.jar().toString(),
                classPath(location.conf(), release)));
    program.environment().put("JDK_JAVA_OPTIONS", JDK_JAVA_OPTIONS);
    return program;
  }

  /**
   * Its class path: of {@code HBASE_HOME}, else of the installation that the configuration is in,
   * else of the checkout.
   *
   * @param conf the cluster's configuration directory
   * @param release of the cluster
   * @throws IOException if there is none of them, or one of another release
   */
  public static String classPath(Path conf, HBaseRelease release) throws IOException {
    Optional<Path> home = home(conf);
    if (home.isPresent()) {
      return installed(home.get(), release);
    }
    Path resolved = ArgusHome.path().resolve(resolved(release));
    if (Files.isRegularFile(resolved)) {
      return new String(Files.readAllBytes(resolved), StandardCharsets.UTF_8).trim();
    }
    throw new IOException(
        "HBase's own client is needed for this cluster: set HBASE_HOME to an installation of "
            + name(release)
            + " (nothing was changed)");
  }

  private static Optional<Path> home(Path conf) throws IOException {
    String home = System.getenv("HBASE_HOME");
    if (home != null && !home.isEmpty()) {
      return Optional.of(Paths.get(home));
    }
    return Optional.ofNullable(conf.toRealPath().getParent())
        .filter(above -> Files.isDirectory(above.resolve("lib")));
  }

  /**
   * The release of a cluster, without its servers: that of the installation that {@link #classPath}
   * takes, else the one whose entry classes the site file names.
   */
  static HBaseRelease release(SiteLocation location) throws IOException {
    Optional<Path> home = home(location.conf());
    Optional<HBaseRelease> installed =
        home.isPresent() ? HBaseRelease.of(home.get()) : Optional.empty();
    return installed.isPresent()
        ? installed.get()
        : HBaseRelease.of(SiteFile.read(location.file())).orElse(HBaseRelease.HBASE_2_6);
  }

  /** Any version of a generation will do. */
  private static String name(HBaseRelease release) {
    return release == HBaseRelease.HBASE_2_6 ? "HBase 2" : "HBase 0.94";
  }

  /** Where a checkout has the class path of HBase's client. */
  private static String resolved(HBaseRelease release) {
    String runtime = release == HBaseRelease.HBASE_2_6 ? "hbase-2.6-hadoop2" : "hbase-0.94";
    return "runtimes/" + runtime + "/target/classpath";
  }

  private static String installed(Path home, HBaseRelease release) throws IOException {
    Path lib = home.resolve("lib");
    if (!Files.isDirectory(lib)) {
      throw new IOException("HBASE_HOME is " + home + ", and there is no lib in it");
    }
    HBaseRelease other = HBaseRelease.of(home).orElse(release);
    if (other != release) {
      throw new IOException(
          home
              + " is "
              + name(other)
              + ", and the cluster is not: set HBASE_HOME to an installation of "
              + name(release)
              + " (nothing was changed)");
    }
    return String.join(
        File.pathSeparator,
        home.resolve("*").toString(), // HBase 0.94's own jar
        lib.resolve("*").toString(),
        lib.resolve("client-facing-thirdparty").resolve("*").toString());
  }
}
