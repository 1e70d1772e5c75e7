package io.argus.bench.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes the configuration directory of a cluster: everything on loopback, one copy of every block.
 *
 * <p>Thread-safe.
 */
final class SiteFiles {
  private static final String SECONDS_10 = "10000";

  private final StateDirectory state;
  private final Ports ports;
  private final Generation generation;

  SiteFiles(StateDirectory state, Ports ports, Generation generation) {
    this.state = state;
    this.ports = ports;
    this.generation = generation;
  }

  /** Writes core-site, hdfs-site and the logging configuration. */
  void writeHadoop(Path dataNodeDirectory) throws IOException {
    Map<String, String> core = new TreeMap<>();
    core.put("fs.defaultFS", nameNode());
    core.put("fs.default.name", nameNode());
    core.put("hadoop.tmp.dir", state.data().resolve("tmp").toString());
    core.putAll(generation.coreSite());
    write("core-site.xml", core);

    write("hdfs-site.xml", generation.hdfsSite(state, ports, dataNodeDirectory));
    generation.writeFiles(state);
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

  /** Writes hbase-site as every process but the region servers' own ports needs it. */
  void writeHBase(ClusterSettings settings, Plugin plugin) throws IOException {
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
    site.put("hfile.block.cache.size", Double.toString(settings.blockCacheFraction()));
    site.put("hbase.hregion.majorcompaction", "0");
    // what was compacted away or flushed goes at once, or the disk fills up in a long campaign
    site.put("hbase.hfile.compaction.discharger.interval", SECONDS_10);
    site.put("hbase.master.cleaner.interval", SECONDS_10);
    site.put("hbase.master.hfilecleaner.ttl", SECONDS_10);
    site.put("hbase.master.logcleaner.ttl", SECONDS_10);
    site.putAll(generation.hbaseSite());
    site.putAll(settings.site());
    site.putAll(plugin.site());
    write("hbase-site.xml", site);
  }

  private void write(String name, Map<String, String> properties) throws IOException {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
    for (Map.Entry<String, String> property : properties.entrySet()) {
      xml.append("  <property><name>").append(escape(property.getKey()));
      xml.append("</name><value>").append(escape(property.getValue()));
      xml.append("</value></property>\n");
    }
    Files.createDirectories(state.conf());
    Files.writeString(state.conf().resolve(name), xml.append("</configuration>\n").toString());
  }

  private String nameNode() {
    return "hdfs://localhost:" + ports.nameNode();
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
