package io.argus.bench.cluster;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
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
 * <p>Its servers call themselves what the machine's name resolves back to; a hosts file of the
 * cluster's own makes that {@code localhost}.
 *
 * <p>Immutable.
 */
final class HBase094Generation implements Generation {
  private static final String LAUNCHER = "io.argus.bench.hbase094.OldJavaLauncher";

  @Override
  public List<String> jvmFlags(StateDirectory state) {
    List<String> flags = new ArrayList<>(Jdk17.FLAGS);
    flags.add("-Djdk.net.hosts.file=" + hosts(state));
    return flags;
  }

  @Override
  public List<String> command(String mainClass) {
    return List.of(LAUNCHER, mainClass);
  }

  /** Lets the DataNode read a block of HBase by one read of the disk, with transferTo off. */
  @Override
  public Map<String, String> coreSite() {
    return Map.of("io.file.buffer.size", Integer.toString(128 << 10));
  }

  @Override
  public Map<String, String> hdfsSite(StateDirectory state, Ports ports, Path dataNodeDirectory) {
    Map<String, String> hdfs = new TreeMap<>();
    hdfs.put("dfs.replication", "1");
    hdfs.put("dfs.name.dir", state.nameNode().toString());
    hdfs.put("dfs.http.address", Ports.local(ports.nameNodeHttp()));
    hdfs.put("dfs.safemode.extension", "0");
    hdfs.put("dfs.data.dir", dataNodeDirectory.toString());
    hdfs.put("dfs.datanode.data.dir.perm", "755");
    hdfs.put("dfs.datanode.address", Ports.local(ports.dataNode()));
    hdfs.put("dfs.datanode.http.address", Ports.local(ports.dataNodeHttp()));
    hdfs.put("dfs.datanode.ipc.address", Ports.local(ports.dataNodeIpc()));
    hdfs.put("dfs.datanode.max.xcievers", "4096");
    hdfs.put("dfs.datanode.transferTo.allowed", "false");
    hdfs.put("dfs.blockreport.intervalMsec", "3600000");
    return hdfs;
  }

  @Override
  public Map<String, String> hbaseSite() {
    return Map.of();
  }

  @Override
  public void writeFiles(StateDirectory state) throws IOException {
    String machine = Files.readString(Path.of("/proc/sys/kernel/hostname")).trim();
    Files.writeString(hosts(state), "127.0.0.1 localhost " + machine + "\n");
  }

  private static Path hosts(StateDirectory state) {
    return state.conf().resolve("hosts");
  }

  @Override
  public boolean dataNodeRegistered(int nameNodeHttp) {
    JsonObject bean = JmxPage.bean(nameNodeHttp, "Hadoop:service=NameNode,name=FSNamesystemState");
    return bean != null && JmxPage.number(bean, "CapacityTotal") > 0;
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
