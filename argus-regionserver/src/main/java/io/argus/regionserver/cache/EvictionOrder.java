package io.argus.regionserver.cache;

import org.jspecify.annotations.Nullable;

/**
 * The order in which a partition evicts its blocks: in-memory priority above a {@link
 * FrequencyPolicy}.
 *
 * <p>Blocks with in-memory priority keep up to a quarter of the bytes in use, or all where nobody
 * but the server itself has blocks. What exceeds it goes first, by second chance. All other blocks
 * are left to the policy.
 *
 * <p>Not safe for use by several threads, except {@link #hit}.
 */
final class EvictionOrder {
  /** No call looks at more nodes than that, so that a lock is held for a bounded time. */
  static final int MAX_STEPS = 1_000;

  private static final int IN_MEMORY_PART = 4;

  private final FrequencyPolicy policy = new FrequencyPolicy();
  private final int inMemoryPart;
  private final EvictionQueue inMemory = new EvictionQueue();
  private long inMemoryBytes;
  private long bytes;
  private int count;

  /** Creates an empty order. */
  public EvictionOrder() {
    this(false);
  }

  /**
   * Creates an empty order.
   *
   * @param keepsInMemory whether blocks with in-memory priority keep all their bytes, not a quarter
   */
  public EvictionOrder(boolean keepsInMemory) {
    this.inMemoryPart = keepsInMemory ? 1 : IN_MEMORY_PART;
  }

  /**
   * Takes in the node of a block that was read after a miss.
   *
   * @param accesses number of accesses to blocks of this order so far: hits and nodes added here
   */
  public void add(EvictionNode node, long accesses) {
    if (!takesInMemory(node)) {
      policy.add(node, accesses);
    }
  }

  /** Takes in the node of a block that nobody has asked for, such as one just written. */
  public void fill(EvictionNode node) {
    if (!takesInMemory(node)) {
      policy.fill(node);
    }
  }

  private boolean takesInMemory(EvictionNode node) {
    bytes += node.heapBytes();
    count++;
    if (node.isInMemory()) {
      inMemory.addYoungest(node);
      inMemoryBytes += node.heapBytes();
    }
    return node.isInMemory();
  }

  /** Notes a hit. Takes no lock and allocates nothing. For use by any thread. */
  public void hit(EvictionNode node) {
    if (node.isInMemory()) {
      node.mark();
    } else {
      policy.hit(node);
    }
  }

  /** Returns the node to evict next, which stays until it is removed; null if there is none. */
  public @Nullable EvictionNode next() {
    EvictionNode other = inMemoryBytes > bytes / inMemoryPart ? null : policy.next();
    return other == null && inMemoryBytes > 0 ? nextInMemory() : other;
  }

  private @Nullable EvictionNode nextInMemory() {
    EvictionNode candidate = inMemory.oldest();
    for (int step = 0; step < MAX_STEPS; step++) {
      if (candidate == null || candidate.frequency == 0) {
        break;
      }
      candidate.frequency = 0;
      EvictionQueue.remove(candidate);
      inMemory.addYoungest(candidate);
      candidate = inMemory.oldest();
    }
    return candidate;
  }

  /**
   * Takes a node out.
   *
   * @param evicted whether it made room for others, so that the policy may remember it
   */
  public void remove(EvictionNode node, boolean evicted) {
    bytes -= node.heapBytes();
    count--;
    if (node.isInMemory()) {
      EvictionQueue.remove(node);
      inMemoryBytes -= node.heapBytes();
    } else {
      policy.remove(node, evicted);
    }
  }

  /** Returns how often a node was hit lately, 1 at least. */
  public int worth(EvictionNode node) {
    return node.isInMemory() ? 1 : policy.worth(node);
  }

  public long bytes() {
    return bytes;
  }

  public long inMemoryBytes() {
    return inMemoryBytes;
  }

  /** Returns the bytes of nodes that have yet to show that they are asked for again. */
  public long newcomerBytes() {
    return policy.newcomerBytes();
  }

  public int count() {
    return count;
  }
}
