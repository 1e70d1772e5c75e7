package io.argus.regionserver.cache;

/** The priority of a block in its partition, as in HBase's own LRU cache. */
public enum Priority {
  /** No hit since it was put, like the blocks of a scan. */
  SINGLE_ACCESS,
  /** Hit since it was put. */
  MULTI_ACCESS,
  /** Belongs to a column family that is declared in-memory. */
  IN_MEMORY
}
