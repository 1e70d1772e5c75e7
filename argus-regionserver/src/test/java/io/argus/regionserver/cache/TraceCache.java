package io.argus.regionserver.cache;

/** A cache of bare nodes of the same size, for the blocks of {@link Traces}. */
final class TraceCache {
  private static final int BLOCK_BYTES = 66_000;

  private static final class Node extends EvictionNode {
    private final int block;

    Node(int block) {
      super(BLOCK_BYTES, false);
      this.block = block;
    }

    @Override
    protected int hash() {
      return block * 65_537;
    }
  }

  private final EvictionOrder order = new EvictionOrder();
  private final int capacityBlocks;
  private final Node[] cached = new Node[4 * Traces.BLOCKS];
  private long accesses;

  TraceCache(double share) {
    capacityBlocks = (int) (share * Traces.BLOCKS);
  }

  int capacityBlocks() {
    return capacityBlocks;
  }

  boolean access(int block) {
    accesses++;
    if (cached[block] != null) {
      order.hit(cached[block]);
      return true;
    }
    cached[block] = new Node(block);
    order.add(cached[block], accesses);
    evict();
    return false;
  }

  private void evict() {
    while (order.count() > capacityBlocks) {
      Node victim = (Node) order.next();
      order.remove(victim, true);
      cached[victim.block] = null;
    }
  }

  /** Caches a block that nobody has asked for. */
  void fill(int block) {
    if (cached[block] != null) {
      return;
    }
    cached[block] = new Node(block);
    order.fill(cached[block]);
    evict();
  }

  /** Returns the hit ratio of the accesses from there up to there. */
  double hitRatio(int[] trace, int from, int to) {
    int hits = 0;
    for (int i = from; i < to; i++) {
      hits += access(trace[i]) ? 1 : 0;
    }
    return hits / (double) (to - from);
  }
}
