package io.argus.cluster.runtime;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * HBase 2 on Hadoop 2 or 3.
 *
 * <p>Immutable.
 */
final class HBase2Runtime extends HBaseRuntime {

  private static final Pattern SERVER_JAR = Pattern.compile("hbase-server-([^/]+?)\\.jar");

  HBase2Runtime(Path repository, int hadoop) {
    this(repository, target(repository, hadoop));
  }

  /**
   * @param directory with the class path and the web pages
   */
  HBase2Runtime(Path repository, Path directory) {
    this(
        directory,
        ClientBinding.of(
            repository,
            "argus-load-hbase-2",
            "io.argus.load.hbase2",
            "HBase2Db",
            "fs.hdfs.impl",
            "SlowDiskFileSystem"));
  }

  /**
   * @param directory with the class path and the web pages
   */
  HBase2Runtime(Path directory, ClientBinding binding) {
    super(
        version(directory.resolve("classpath")),
        directory.resolve("classpath"),
        directory.resolve("web"),
        binding);
  }

  /** The version of HBase in a class path; the release line if there is no class path yet. */
  private static String version(Path classPath) {
    try {
      Matcher jar = SERVER_JAR.matcher(Files.readString(classPath));
      return jar.find() ? jar.group(1) : "2.6";
    } catch (IOException e) {
      return "2.6"; // whoever needs the class path says so
    }
  }

  private static Path target(Path repository, int hadoop) {
    if (hadoop != 2 && hadoop != 3) {
      throw new IllegalArgumentException("hadoop is " + hadoop + "; choose 2 or 3");
    }
    return repository.resolve("runtimes/hbase-2.6-hadoop" + hadoop + "/target");
  }

  @Override
  public Map<String, String> hdfsSite(
      String nameNodeHttp, Path nameNodeDirectory, Path dataNodeDirectory) {
    Map<String, String> hdfs = new TreeMap<>();
    hdfs.put("dfs.namenode.name.dir", nameNodeDirectory.toUri().toString());
    hdfs.put("dfs.namenode.http-address", nameNodeHttp);
    hdfs.put("dfs.namenode.safemode.extension", "0");
    hdfs.put("dfs.datanode.data.dir", dataNodeDirectory.toUri().toString());
    hdfs.put("dfs.datanode.hostname", "localhost");
    hdfs.put("dfs.datanode.du.reserved", "0");
    return hdfs;
  }

  @Override
  public Map<String, String> hbaseSite() {
    return Map.of(
        "hbase.master.hostname", "localhost", "hbase.unsafe.regionserver.hostname", "localhost");
  }

  /** The published jars lack HDFS's web pages; its servers only need the directories. */
  @Override
  public void writeFiles(Path conf) throws IOException {
    Files.createDirectories(conf.resolve("webapps/hdfs/WEB-INF"));
    Files.createDirectories(conf.resolve("webapps/datanode/WEB-INF"));
  }

  @Override
  public boolean dataNodesRegistered(int nameNodeHttp, int count) {
    JsonObject bean = JmxPage.bean(nameNodeHttp, "Hadoop:service=NameNode,name=FSNamesystemState");
    return bean != null && JmxPage.number(bean, "NumLiveDataNodes") >= count;
  }

  @Override
  public String socketFactoryKey() {
    return "hadoop.rpc.socket.factory.class.default";
  }

  @Override
  public boolean masterReady(int masterHttp, int regionServers) {
    JsonObject bean = JmxPage.bean(masterHttp, "Hadoop:service=HBase,name=Master,sub=Server");
    return bean != null
        && JmxPage.number(bean, "masterFinishedInitializationTime") > 0
        && JmxPage.number(bean, "numRegionServers") >= regionServers;
  }
}
