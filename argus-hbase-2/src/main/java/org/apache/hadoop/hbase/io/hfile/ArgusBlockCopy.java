package org.apache.hadoop.hbase.io.hfile;

/**
 * Copies a block whose memory belongs to a pool, which HBase permits only in its own package.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class ArgusBlockCopy {
  private ArgusBlockCopy() {}

  /** Returns a copy on the heap with a reference for the caller, null if none is needed. */
  public static Cacheable onHeapIfPooled(Cacheable block) {
    return block instanceof HFileBlock && ((HFileBlock) block).isSharedMem()
        ? HFileBlock.deepCloneOnHeap((HFileBlock) block)
        : null;
  }
}
