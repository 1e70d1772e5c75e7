package io.argus.regionserver.cache;

import org.jspecify.annotations.Nullable;

/**
 * A list of nodes from the oldest to the youngest. A node is in one queue at most.
 *
 * <p>It is a ring with an end of its own, so that a node leaves without knowing its queue. All
 * methods take constant time. Not safe for use by several threads.
 */
final class EvictionQueue {
  private static final class End extends EvictionNode {
    End() {
      super(0, false);
    }

    @Override
    protected int hash() {
      return 0;
    }
  }

  /** Between the youngest and the oldest. */
  private final EvictionNode end = new End();

  @Nullable EvictionNode oldest() {
    return end.younger == end ? null : end.younger;
  }

  void addYoungest(EvictionNode node) {
    link(end.older, node, end);
  }

  void addOldest(EvictionNode node) {
    link(end, node, end.younger);
  }

  private static void link(EvictionNode older, EvictionNode node, EvictionNode younger) {
    node.older = older;
    node.younger = younger;
    older.younger = node;
    younger.older = node;
  }

  /** Takes a node out of the queue it is in. */
  static void remove(EvictionNode node) {
    node.older.younger = node.younger;
    node.younger.older = node.older;
    node.older = node;
    node.younger = node;
  }

  /** Moves all nodes of another queue behind the youngest of this one, in their order. */
  void takeAll(EvictionQueue other) {
    EvictionNode first = other.end.younger;
    EvictionNode last = other.end.older;
    if (first == other.end) {
      return;
    }
    other.end.younger = other.end;
    other.end.older = other.end;
    first.older = end.older;
    end.older.younger = first;
    last.younger = end;
    end.older = last;
  }
}
