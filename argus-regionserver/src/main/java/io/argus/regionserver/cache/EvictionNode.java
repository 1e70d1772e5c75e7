package io.argus.regionserver.cache;

/**
 * A block as its {@link EvictionOrder} sees it: its size, its hash, how often it was hit, and its
 * links in one queue.
 *
 * <p>The frequency is written by hits without a lock: a lost hit does no harm. Everything else is
 * guarded by the lock of the {@link EvictionOrder}.
 */
abstract class EvictionNode {
  EvictionNode older = this;
  EvictionNode younger = this;
  private final int heapBytes;

  /** What hits write: a count with the epoch it is of, or a mark; 0 in a new node. */
  short frequency;

  /** Whether it has left the newcomers. */
  boolean settled;

  private final boolean inMemory;

  protected EvictionNode(int heapBytes, boolean inMemory) {
    this.heapBytes = heapBytes;
    this.inMemory = inMemory;
  }

  /** Returns the hash of the block's key, the same each time it is cached. */
  protected abstract int hash();

  /** Notes a hit where only the first one since the mark was cleared counts. */
  final void mark() {
    if (frequency == 0) {
      frequency = 1;
    }
  }

  public final long heapBytes() {
    return heapBytes;
  }

  /** Whether it has in-memory priority. */
  public final boolean isInMemory() {
    return inMemory;
  }

  /** Whether it has left the newcomers. For use by any thread, as a hint. */
  public final boolean isSettled() {
    return settled;
  }
}
