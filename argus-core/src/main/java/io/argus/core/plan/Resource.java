package io.argus.core.plan;

/** A resource that plans divide among the tenants of every region server. */
public enum Resource {
  /** Bytes of the block cache. */
  CACHE,
  /** Bytes moved from or to HDFS. */
  HDFS
}
