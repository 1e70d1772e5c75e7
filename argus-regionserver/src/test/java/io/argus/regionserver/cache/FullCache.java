package io.argus.regionserver.cache;

import java.util.HashMap;
import java.util.Map;

/** A cache of one size for all blocks of a trace, with no block in it. */
final class FullCache {
  private static final class Node extends EvictionNode {
    private final int hash;

    Node(int hash) {
      super(1, false);
      this.hash = hash;
    }

    @Override
    protected int hash() {
      return hash;
    }
  }

  private final EvictionOrder order = new EvictionOrder();
  private final int capacityBlocks;
  private final Map<Integer, Node> cached = new HashMap<>();
  private long accesses;
  private int hits;

  FullCache(int capacityBlocks) {
    this.capacityBlocks = capacityBlocks;
  }

  void access(int hash) {
    accesses++;
    Node node = cached.get(hash);
    if (node != null) {
      order.hit(node);
      hits++;
      return;
    }
    node = new Node(hash);
    cached.put(hash, node);
    order.add(node, accesses);
    while (order.count() > capacityBlocks) {
      Node victim = (Node) order.next();
      order.remove(victim, true);
      cached.remove(victim.hash);
    }
  }

  double missRatio() {
    return 1 - hits / (double) accesses;
  }
}
