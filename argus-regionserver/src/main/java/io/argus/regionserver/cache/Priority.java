package io.argus.regionserver.cache;

/** The priority of a block in its partition, by the names of HBase's own LRU cache. */
public enum Priority {
  /** A newcomer, which has yet to show that it is asked for again. */
  SINGLE_ACCESS,
  /** Any other block. */
  MULTI_ACCESS,
  /** Belongs to a column family that is declared in-memory. */
  IN_MEMORY
}
