package io.argus.bench.cluster;

/** A kind of server process of the cluster, in the order in which they are started. */
enum Role {
  NAMENODE("namenode", 256, "hdfs.server.namenode.NameNode"),
  DATANODE("datanode", 64, "hdfs.server.datanode.DataNode"),
  ZOOKEEPER("zookeeper", 96, "hbase.zookeeper.HQuorumPeer"),
  MASTER("master", 512, "hbase.master.HMaster"),
  REGIONSERVER("regionserver", 2048, "hbase.regionserver.HRegionServer");

  private final String label;
  private final int heapMegabytes;
  private final String mainClass;

  Role(String label, int heapMegabytes, String mainClass) {
    this.label = label;
    this.heapMegabytes = heapMegabytes;
    this.mainClass = "org.apache.hadoop." + mainClass;
  }

  String label() {
    return label;
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
