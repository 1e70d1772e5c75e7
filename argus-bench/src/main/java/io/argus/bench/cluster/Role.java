package io.argus.bench.cluster;

/**
 * A kind of server process of the cluster, in the order in which they are started.
 *
 * <p>Immutable.
 */
public enum Role {
  NAMENODE("namenode", 256),
  DATANODE("datanode", 64),
  ZOOKEEPER("zookeeper", 96),
  MASTER("master", 512),
  REGIONSERVER("regionserver", 2048);

  private final String label;
  private final int heapMegabytes;

  Role(String label, int heapMegabytes) {
    this.label = label;
    this.heapMegabytes = heapMegabytes;
  }

  /** The role as file names and messages write it. */
  public String label() {
    return label;
  }

  /** Heap when nothing else is asked for, MB. */
  public int heapMegabytes() {
    return heapMegabytes;
  }

  /** Whether the process is HBase's own and so carries a plugin. */
  public boolean isHBase() {
    return this == MASTER || this == REGIONSERVER;
  }
}
