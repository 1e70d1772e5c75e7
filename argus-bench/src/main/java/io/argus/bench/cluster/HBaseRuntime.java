package io.argus.bench.cluster;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A stock HBase with its Hadoop and ZooKeeper: the class path Maven resolved for it and how its
 * processes are started.
 *
 * @param name what reports call it, such as {@code 2.6.4}
 * @param classPathFile file holding the class path, written by the module under {@code runtimes/}
 * @param mainClasses main class of every role
 * @param jvmFlags flags every server process gets
 * @param site hbase-site properties this generation needs beyond those all share
 * @param masterProbe tells when the master is up
 *     <p>Immutable.
 */
public record HBaseRuntime(
    String name,
    Path classPathFile,
    Map<Role, String> mainClasses,
    List<String> jvmFlags,
    Map<String, String> site,
    MasterProbe masterProbe) {

  private static final List<String> JDK_17_FLAGS =
      List.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.net=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
          "--add-opens=java.security.jgss/sun.security.krb5=ALL-UNNAMED",
          "--add-exports=java.security.jgss/sun.security.krb5=ALL-UNNAMED");

  private static final Map<Role, String> MAIN_CLASSES =
      Map.of(
          Role.NAMENODE, "org.apache.hadoop.hdfs.server.namenode.NameNode",
          Role.DATANODE, "org.apache.hadoop.hdfs.server.datanode.DataNode",
          Role.ZOOKEEPER, "org.apache.hadoop.hbase.zookeeper.HQuorumPeer",
          Role.MASTER, "org.apache.hadoop.hbase.master.HMaster",
          Role.REGIONSERVER, "org.apache.hadoop.hbase.regionserver.HRegionServer");

  public HBaseRuntime {
    mainClasses = Map.copyOf(mainClasses);
    jvmFlags = List.copyOf(jvmFlags);
    site = Map.copyOf(site);
  }

  /** HBase 2.6 on the given Hadoop generation, resolved below the repository root. */
  public static HBaseRuntime hbase26(Path repository, int hadoop) {
    if (hadoop != 2 && hadoop != 3) {
      throw new IllegalArgumentException("hadoop is " + hadoop + "; choose 2 or 3");
    }
    Path file = repository.resolve("runtimes/hbase-2.6-hadoop" + hadoop + "/target/classpath");
    String name = hadoop == 2 ? "2.6.4" : "2.6.4-hadoop3";
    return new HBaseRuntime(name, file, MAIN_CLASSES, JDK_17_FLAGS, Map.of(), MasterProbe.hbase2());
  }

  /** The class path as the {@code java} command takes it, web pages first. */
  public String classPath() {
    try {
      return classPathFile.resolveSibling("web")
          + File.pathSeparator
          + Files.readString(classPathFile).trim();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "no class path for HBase " + name + ": run mvn package first", e);
    }
  }
}
