package io.argus.cluster;

import io.argus.cluster.runtime.HBaseRuntime;
import io.argus.cluster.runtime.Plugin;
import io.argus.load.host.HostSocketFactory;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes the configuration directory of a cluster: everything on loopback, one copy of every block.
 */
record SiteFiles(StateDirectory state, Ports ports, HBaseRuntime runtime) {
  private static final String SECONDS_10 = "10000";
  private static final String HBASE_SITE = "hbase-site.xml";

  /**
   * Writes core-site, hdfs-site, and the configuration of logging and of HBase's metrics.
   *
   * @param dataNodeDirectories one for each DataNode; several have a hdfs-site of their own each
   */
  void writeHadoop(List<Path> dataNodeDirectories) throws IOException {
    Map<String, String> core = new TreeMap<>();
    core.put("fs.defaultFS", nameNode());
    core.put("fs.default.name", nameNode());
    core.put("hadoop.tmp.dir", state.data().resolve("tmp").toString());
    core.putAll(runtime.coreSite());
    write("core-site.xml", core);

    int dataNodes = dataNodeDirectories.size();
    write("hdfs-site.xml", hdfsSite(0, dataNodes, dataNodeDirectories.get(0)));
    for (int i = 0; i < dataNodes && dataNodes > 1; i++) {
      Map<String, String> own = hdfsSite(i, dataNodes, dataNodeDirectories.get(i));
      own.put("hadoop.rpc.socket.factory.class.default", HostSocketFactory.class.getName());
      own.put("slave.host.name", Ports.address(i, dataNodes)); // counted by Hadoop 1
      write(Role.DATANODE.label(i, dataNodes) + "/hdfs-site.xml", own);
    }
    runtime.writeFiles(state.conf());
    // /jmx is as of the last period, for which whoever waits for a server would wait, too.
    Files.writeString(state.conf().resolve("hadoop-metrics2-hbase.properties"), "*.period=1\n");
    Files.writeString(
        state.conf().resolve("log4j.properties"),
        """
        log4j.rootLogger=INFO,console
        log4j.appender.console=org.apache.log4j.ConsoleAppender
        log4j.appender.console.target=System.err
        log4j.appender.console.layout=org.apache.log4j.PatternLayout
        log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %-5p [%t] %c{2}: %m%n
        """);
  }

  private Map<String, String> hdfsSite(int dataNode, int dataNodes, Path directory) {
    String address = Ports.address(dataNode, dataNodes);
    Map<String, String> hdfs = new TreeMap<>();
    hdfs.put("dfs.replication", "1");
    hdfs.put("dfs.datanode.data.dir.perm", "755");
    hdfs.put("dfs.datanode.address", address + ":" + ports.dataNode());
    hdfs.put("dfs.datanode.http.address", address + ":" + ports.dataNodeHttp());
    hdfs.put("dfs.datanode.ipc.address", address + ":" + ports.dataNodeIpc());
    hdfs.put("dfs.blockreport.intervalMsec", "3600000");
    if (dataNodes > 1) {
      // Else a NameNode passes over the DataNode of a writer that is busier than others.
      hdfs.put("dfs.namenode.replication.considerLoad", "false");
      hdfs.put("dfs.replication.considerLoad", "false");
    }
    hdfs.putAll(runtime.hdfsSite(Ports.local(ports.nameNodeHttp()), state.nameNode(), directory));
    return hdfs;
  }

  /** Writes hbase-site for all processes; region servers get their ports on the command line. */
  void writeHBase(ClusterSettings settings, Plugin plugin) throws IOException {
    Files.createDirectories(state.conf());
    try (DirectoryStream<Path> processes =
        Files.newDirectoryStream(state.conf(), Files::isDirectory)) {
      for (Path directory : processes) {
        Files.deleteIfExists(directory.resolve(HBASE_SITE));
      }
    }
    write(HBASE_SITE, hbaseSite(settings, plugin));
  }

  /** Writes a hbase-site that only the process of that name has. */
  void writeHBase(String process, ClusterSettings settings, Plugin plugin) throws IOException {
    write(process + "/" + HBASE_SITE, hbaseSite(settings, plugin));
  }

  private Map<String, String> hbaseSite(ClusterSettings settings, Plugin plugin) {
    Map<String, String> site = new TreeMap<>();
    site.put("hbase.cluster.distributed", "true");
    site.put("hbase.rootdir", nameNode() + "/hbase");
    site.put("hbase.tmp.dir", state.data().resolve("tmp").toString());
    site.put("hbase.zookeeper.quorum", "localhost");
    site.put("hbase.zookeeper.property.clientPort", Integer.toString(ports.zooKeeper()));
    site.put("hbase.zookeeper.property.clientPortAddress", "127.0.0.1");
    site.put("hbase.zookeeper.property.dataDir", state.data().resolve("zookeeper").toString());
    site.put("hbase.zookeeper.property.maxClientCnxns", "0");
    site.put("hbase.master.ipc.address", "127.0.0.1");
    site.put("hbase.master.port", Integer.toString(ports.master()));
    site.put("hbase.master.info.bindAddress", "127.0.0.1");
    site.put("hbase.master.info.port", Integer.toString(ports.masterHttp()));
    site.put(
        "hbase.master.wait.on.regionservers.mintostart",
        Integer.toString(settings.regionServers()));
    site.put(
        "hbase.master.wait.on.regionservers.maxtostart",
        Integer.toString(settings.regionServers()));
    site.put("hbase.regionserver.msginterval", "1000");
    site.put("hbase.regionserver.ipc.address", "127.0.0.1");
    site.put("hbase.regionserver.info.bindAddress", "127.0.0.1");
    site.put("hbase.regionserver.handler.count", Integer.toString(settings.handlers()));
    site.putAll(settings.blockCacheSite(state.data()));
    site.put("hbase.hregion.majorcompaction", "0");
    // The usual policy splits a table's only region on a server at 256 MB.
    site.put(
        "hbase.regionserver.region.split.policy",
        "org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy");
    // Old files and logs are deleted at once, or the disk fills up in a long campaign.
    site.put("hbase.hfile.compaction.discharger.interval", SECONDS_10);
    site.put("hbase.master.cleaner.interval", SECONDS_10);
    site.put("hbase.master.hfilecleaner.ttl", SECONDS_10);
    site.put("hbase.master.logcleaner.ttl", SECONDS_10);
    site.putAll(runtime.hbaseSite());
    site.putAll(settings.site());
    site.putAll(plugin.site());
    return site;
  }

  private void write(String name, Map<String, String> properties) throws IOException {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
    for (Map.Entry<String, String> property : properties.entrySet()) {
      xml.append("  <property><name>").append(escape(property.getKey()));
      xml.append("</name><value>").append(escape(property.getValue()));
      xml.append("</value></property>\n");
    }
    Path file = state.conf().resolve(name);
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, xml.append("</configuration>\n").toString());
  }

  private String nameNode() {
    return "hdfs://localhost:" + ports.nameNode();
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
