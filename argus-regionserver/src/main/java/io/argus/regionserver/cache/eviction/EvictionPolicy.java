package io.argus.regionserver.cache.eviction;

import org.jspecify.annotations.Nullable;

/**
 * A replacement policy: it chooses the node that makes room for others. It is never told a
 * capacity. It sees what is cached, and the caller asks for a victim when there is too much.
 *
 * <p>Not safe for use by several threads, except {@link #hit}.
 */
interface EvictionPolicy {
  /** No call looks at more nodes than that, so that a lock is held for a bounded time. */
  int MOST_STEPS = 1_000;

  /**
   * Takes in the node of a block that was read after a miss.
   *
   * @param accesses number of accesses to blocks of this policy so far: hits and nodes added
   */
  void add(EvictionNode node, long accesses);

  /** Notes a hit. Takes no lock and allocates nothing. For use by any thread. */
  void hit(EvictionNode node);

  /** Returns the node to evict next, which stays until it is removed; null if there is none. */
  @Nullable EvictionNode next();

  /**
   * Takes a node out.
   *
   * @param evicted whether it made room for others, so that the policy may remember it
   */
  void remove(EvictionNode node, boolean evicted);

  /** Returns the bytes of nodes that have yet to show that they are asked for again. */
  long newcomerBytes();

  /** Returns how often a node was hit lately, 1 at least, on a scale of this policy. */
  default int worth(EvictionNode node) {
    return 1;
  }
}
