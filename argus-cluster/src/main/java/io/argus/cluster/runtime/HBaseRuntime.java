package io.argus.cluster.runtime;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A stock HBase with its Hadoop and ZooKeeper: its class path, and all that starting and
 * configuring its processes must know of the generation.
 *
 * <p>Immutable.
 */
public abstract class HBaseRuntime {
  /** What Hadoop and HBase of every generation need to run on JDK 17. */
  private static final List<String> JDK_17_FLAGS =
      List.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.io=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.net=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
          "--add-opens=java.security.jgss/sun.security.krb5=ALL-UNNAMED",
          "--add-exports=java.security.jgss/sun.security.krb5=ALL-UNNAMED");

  private final String name;
  private final Path classPathFile;
  private final Path firstOnClassPath;
  private final ClientBinding binding;

  HBaseRuntime(String name, Path classPathFile, Path firstOnClassPath, ClientBinding binding) {
    this.name = name;
    this.classPathFile = classPathFile;
    this.firstOnClassPath = firstOnClassPath;
    this.binding = binding;
  }

  /** The same HBase, to be configured in another way. */
  protected HBaseRuntime(HBaseRuntime same) {
    this(same.name, same.classPathFile, same.firstOnClassPath, same.binding);
  }

  /** HBase 2.6 on Hadoop 2 or 3, as Maven resolved it below the repository root. */
  public static HBaseRuntime hbase26(Path repository, int hadoop) {
    return new HBase2Runtime(repository, hadoop);
  }

  /**
   * Any HBase 2, as Maven resolved it.
   *
   * @param directory with its class path and web pages
   */
  public static HBaseRuntime hbase2(Path repository, Path directory) {
    return new HBase2Runtime(repository, directory);
  }

  /** As {@link #hbase2(Path, Path)}, for clients that need something else. */
  public static HBaseRuntime hbase2(Path directory, ClientBinding binding) {
    return new HBase2Runtime(directory, binding);
  }

  /** HBase 0.94 on Hadoop 1.2, as Maven resolved it below the repository root. */
  public static HBaseRuntime hbase094(Path repository) {
    return new HBase094Runtime(repository);
  }

  /** What reports call it, such as {@code 2.6.4}. */
  public final String name() {
    return name;
  }

  /** What load clients need beyond the runtime. */
  public final ClientBinding binding() {
    return binding;
  }

  /** The class path as the {@code java} command takes it. */
  public final String classPath() {
    try {
      return firstOnClassPath + File.pathSeparator + Files.readString(classPathFile).trim();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "no class path for HBase " + name + ": run mvn package first", e);
    }
  }

  /**
   * The JVM flags of every process of a cluster and of its clients.
   *
   * @param conf the cluster's configuration directory
   */
  public List<String> jvmFlags(Path conf) {
    return JDK_17_FLAGS;
  }

  /** The words after the flags that run a main class in a JVM. */
  public List<String> command(String mainClass) {
    return List.of(mainClass);
  }

  /** {@code core-site.xml} beyond what all generations share. */
  public Map<String, String> coreSite() {
    return Map.of();
  }

  /**
   * {@code hdfs-site.xml} beyond what all generations share.
   *
   * @param nameNodeHttp address of the NameNode's web page
   */
  public abstract Map<String, String> hdfsSite(
      String nameNodeHttp, Path nameNodeDirectory, Path dataNodeDirectory);

  /** {@code hbase-site.xml} beyond what all generations share. */
  public Map<String, String> hbaseSite() {
    return Map.of();
  }

  /** Writes the other files that the generation needs into the configuration directory. */
  public abstract void writeFiles(Path conf) throws IOException;

  /** Whether the NameNode with that web page has that many DataNodes; false while unknown. */
  public abstract boolean dataNodesRegistered(int nameNodeHttp, int count);

  /** The Hadoop property that names the socket factory by which a region server calls HDFS. */
  public abstract String socketFactoryKey();

  /** Whether the master is initialised and sees that many region servers; false while unknown. */
  public abstract boolean masterReady(int masterHttp, int regionServers);

  @Override
  public String toString() {
    return "HBase " + name;
  }
}
