package io.argus.cluster.runtime;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * HBase 0.94 on Hadoop 1.
 *
 * <p>Its servers take their name from a reverse look-up of the machine's address. The cluster has
 * its own hosts file, which makes that {@code localhost}.
 *
 * <p>Immutable.
 */
final class HBase094Runtime extends HBaseRuntime {
  private static final String PACKAGE = "io.argus.load.hbase094";

  HBase094Runtime(Path repository) {
    this(
        repository,
        ClientBinding.of(
            repository,
            "argus-load-hbase-0.94",
            PACKAGE,
            "HBase094Db",
            "hadoop.rpc.socket.factory.class.ClientProtocol",
            "SlowDiskSocketFactory"));
  }

  private HBase094Runtime(Path repository, ClientBinding binding) {
    super(
        "0.94.27",
        repository.resolve("runtimes/hbase-0.94/target/classpath"),
        binding.jar(),
        binding);
  }

  @Override
  public List<String> jvmFlags(Path conf) {
    List<String> flags = new ArrayList<>(super.jvmFlags(conf));
    flags.add("-Djdk.net.hosts.file=" + hosts(conf));
    return flags;
  }

  @Override
  public List<String> command(String mainClass) {
    return List.of(PACKAGE + ".OldJavaLauncher", mainClass);
  }

  /** Lets the DataNode read an HBase block with one disk read, together with transferTo off. */
  @Override
  public Map<String, String> coreSite() {
    return Map.of("io.file.buffer.size", Integer.toString(128 << 10));
  }

  @Override
  public Map<String, String> hdfsSite(
      String nameNodeHttp, Path nameNodeDirectory, Path dataNodeDirectory) {
    Map<String, String> hdfs = new TreeMap<>();
    hdfs.put("dfs.name.dir", nameNodeDirectory.toString());
    hdfs.put("dfs.http.address", nameNodeHttp);
    hdfs.put("dfs.safemode.extension", "0");
    hdfs.put("dfs.data.dir", dataNodeDirectory.toString());
    hdfs.put("dfs.datanode.max.xcievers", "4096");
    hdfs.put("dfs.datanode.transferTo.allowed", "false");
    return hdfs;
  }

  @Override
  public void writeFiles(Path conf) throws IOException {
    String machine = Files.readString(Path.of("/proc/sys/kernel/hostname")).trim();
    Files.writeString(hosts(conf), "127.0.0.1 localhost " + machine + "\n");
  }

  private static Path hosts(Path conf) {
    return conf.resolve("hosts");
  }

  @Override
  public boolean dataNodesRegistered(int nameNodeHttp, int count) {
    if (count == 1) {
      JsonObject bean =
          JmxPage.bean(nameNodeHttp, "Hadoop:service=NameNode,name=FSNamesystemState");
      return bean != null && JmxPage.number(bean, "CapacityTotal") > 0;
    }
    JsonObject bean = JmxPage.bean(nameNodeHttp, "Hadoop:service=NameNode,name=NameNodeInfo");
    JsonElement live = bean == null ? null : bean.get("LiveNodes");
    return live != null
        && JsonParser.parseString(live.getAsString()).getAsJsonObject().size() >= count;
  }

  /** Not the one of all protocols: the master calls a region server by where it calls from. */
  @Override
  public String socketFactoryKey() {
    return "hadoop.rpc.socket.factory.class.ClientProtocol";
  }

  /** The master publishes its bean as the last step of its initialisation. */
  @Override
  public boolean masterReady(int masterHttp, int regionServers) {
    JsonObject bean = JmxPage.bean(masterHttp, "hadoop:service=Master,name=Master");
    JsonElement servers = bean == null ? null : bean.get("RegionServers");
    return servers != null
        && servers.isJsonArray()
        && servers.getAsJsonArray().size() >= regionServers;
  }
}
