package io.argus.cli.live;

import io.argus.cli.install.ArgusHome;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;

/**
 * HBase 2's own client, for a process that asks the master as the user: the jars of an HBase
 * installation, or in a checkout those that Maven has resolved. Safe for use by any thread.
 */
final class HBaseClient {
  /** What Hadoop and HBase need of Java 9 and later, as {@code JDK_JAVA_OPTIONS} has it. */
  static final String JDK_JAVA_OPTIONS =
      "--add-opens=java.base/java.lang=ALL-UNNAMED"
          + " --add-opens=java.base/java.nio=ALL-UNNAMED"
          + " --add-opens=java.security.jgss/sun.security.krb5=ALL-UNNAMED"
          + " --add-exports=java.security.jgss/sun.security.krb5=ALL-UNNAMED";

  private static final String RESOLVED = "runtimes/hbase-2.6-hadoop2/target/classpath";

  private HBaseClient() {}

  /**
   * Its class path: of {@code HBASE_HOME}, else of the installation that the configuration is in,
   * else of the checkout.
   *
   * @param conf the cluster's configuration directory
   * @throws IOException if there is none of them
   */
  static String classPath(Path conf) throws IOException {
    String home = System.getenv("HBASE_HOME");
    if (home != null && !home.isEmpty()) {
      return installed(Paths.get(home));
    }
    Path above = conf.toRealPath().getParent();
    if (above != null && Files.isDirectory(above.resolve("lib"))) {
      return installed(above);
    }
    Path resolved = ArgusHome.path().resolve(RESOLVED);
    if (Files.isRegularFile(resolved)) {
      return new String(Files.readAllBytes(resolved), StandardCharsets.UTF_8).trim();
    }
    throw new IOException(
        "only HBase's own client may ask the master of this cluster: set HBASE_HOME to an"
            + " installation of HBase 2 (nothing was changed)");
  }

  private static String installed(Path home) {
    Path lib = home.resolve("lib");
    return String.join(
        File.pathSeparator,
        lib.resolve("*").toString(),
        lib.resolve("client-facing-thirdparty").resolve("*").toString());
  }
}
