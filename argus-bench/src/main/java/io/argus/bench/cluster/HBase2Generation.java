package io.argus.bench.cluster;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * HBase 2 on Hadoop 2 or 3.
 *
 * <p>Immutable.
 */
final class HBase2Generation implements Generation {

  @Override
  public List<String> jvmFlags(StateDirectory state) {
    return Jdk17.FLAGS;
  }

  @Override
  public List<String> command(String mainClass) {
    return List.of(mainClass);
  }

  @Override
  public Map<String, String> coreSite() {
    return Map.of();
  }

  @Override
  public Map<String, String> hdfsSite(StateDirectory state, Ports ports, Path dataNodeDirectory) {
    Map<String, String> hdfs = new TreeMap<>();
    hdfs.put("dfs.replication", "1");
    hdfs.put("dfs.namenode.name.dir", state.nameNode().toUri().toString());
    hdfs.put("dfs.namenode.http-address", Ports.local(ports.nameNodeHttp()));
    hdfs.put("dfs.namenode.safemode.extension", "0");
    hdfs.put("dfs.datanode.data.dir", dataNodeDirectory.toUri().toString());
    hdfs.put("dfs.datanode.data.dir.perm", "755");
    hdfs.put("dfs.datanode.hostname", "localhost");
    hdfs.put("dfs.datanode.address", Ports.local(ports.dataNode()));
    hdfs.put("dfs.datanode.http.address", Ports.local(ports.dataNodeHttp()));
    hdfs.put("dfs.datanode.ipc.address", Ports.local(ports.dataNodeIpc()));
    hdfs.put("dfs.datanode.du.reserved", "0");
    hdfs.put("dfs.blockreport.intervalMsec", "3600000");
    return hdfs;
  }

  @Override
  public Map<String, String> hbaseSite() {
    return Map.of(
        "hbase.master.hostname", "localhost", "hbase.unsafe.regionserver.hostname", "localhost");
  }

  /** The jars on Maven Central lack HDFS's web pages; its servers only want the directories. */
  @Override
  public void writeFiles(StateDirectory state) throws IOException {
    Files.createDirectories(state.conf().resolve("webapps/hdfs/WEB-INF"));
    Files.createDirectories(state.conf().resolve("webapps/datanode/WEB-INF"));
  }

  @Override
  public boolean dataNodeRegistered(int nameNodeHttp) {
    JsonObject bean = JmxPage.bean(nameNodeHttp, "Hadoop:service=NameNode,name=FSNamesystemState");
    return bean != null && JmxPage.number(bean, "NumLiveDataNodes") >= 1;
  }

  @Override
  public boolean masterReady(int masterHttp, int regionServers) {
    JsonObject bean = JmxPage.bean(masterHttp, "Hadoop:service=HBase,name=Master,sub=Server");
    return bean != null
        && JmxPage.number(bean, "masterFinishedInitializationTime") > 0
        && JmxPage.number(bean, "numRegionServers") >= regionServers;
  }
}
