package io.argus.cluster;

import java.util.Locale;

/** A kind of server process of the cluster, in the order in which they are started. */
enum Role {
  NAMENODE(256, "hdfs.server.namenode.NameNode"),
  DATANODE(64, "hdfs.server.datanode.DataNode"),
  /** Keeps the last 500 transactions in memory, whatever their size. */
  ZOOKEEPER(1000, "hbase.zookeeper.HQuorumPeer"),
  MASTER(512, "hbase.master.HMaster"),
  REGIONSERVER(2048, "hbase.regionserver.HRegionServer");

  private final int heapMegabytes;
  private final String mainClass;

  Role(int heapMegabytes, String mainClass) {
    this.heapMegabytes = heapMegabytes;
    this.mainClass = "org.apache.hadoop." + mainClass;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The name of one of several processes of the role. */
  String label(int index, int count) {
    return count == 1 ? label() : label() + "-" + index;
  }

  int heapMegabytes() {
    return heapMegabytes;
  }

  String mainClass() {
    return mainClass;
  }

  /** Whether the process is part of HBase and so carries a plugin. */
  boolean isHBase() {
    return this == MASTER || this == REGIONSERVER;
  }
}
