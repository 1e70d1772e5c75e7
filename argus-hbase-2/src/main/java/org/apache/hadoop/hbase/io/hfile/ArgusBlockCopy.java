package org.apache.hadoop.hbase.io.hfile;

/**
 * The copy of a block whose memory belongs to a pool, which HBase keeps to its own package.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class ArgusBlockCopy {
  private ArgusBlockCopy() {}

  /**
   * Returns a copy on the heap, with one reference that is the caller's; null if none is needed.
   */
  public static Cacheable onHeapIfPooled(Cacheable block) {
    return block instanceof HFileBlock && ((HFileBlock) block).isSharedMem()
        ? HFileBlock.deepCloneOnHeap((HFileBlock) block)
        : null;
  }
}
