package io.argus.regionserver.cache;

/** How dear a block is to its partition, as in HBase's own LRU cache. */
public enum Priority {
  /** Not asked for again since it was put; what a scan leaves behind. */
  SINGLE_ACCESS,
  /** Asked for again since it was put. */
  MULTI_ACCESS,
  /** Of a column family that is declared in-memory. */
  IN_MEMORY
}
