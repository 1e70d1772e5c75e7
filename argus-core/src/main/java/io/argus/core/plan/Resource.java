package io.argus.core.plan;

/** A resource that is reserved per tenant on every region server. */
public enum Resource {
  /** Bytes of the block cache. */
  CACHE,
  /** Bytes moved from or to HDFS. */
  HDFS
}
