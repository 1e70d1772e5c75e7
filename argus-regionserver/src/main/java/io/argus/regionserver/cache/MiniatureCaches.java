package io.argus.regionserver.cache;

import io.argus.regionserver.cache.eviction.EvictionNode;
import io.argus.regionserver.cache.eviction.EvictionOrder;
import io.argus.regionserver.cache.eviction.MixedHash;
import io.argus.regionserver.cache.eviction.Replacement;
import org.jspecify.annotations.Nullable;

/**
 * The hits that a tenant's blocks would have at other cache sizes: miniature simulation of the
 * replacement policy in use (Waldspurger et al., USENIX ATC '17).
 *
 * <p>Only blocks whose hash is below a threshold are followed, with all of their accesses. With R
 * the followed part of the blocks, a cache of R times the size that holds only followed blocks hits
 * about as often as the real one would, and an access stands for 1 / R accesses. There is such a
 * cache for each of {@value #SIZES} sizes. The threshold falls when the largest one holds more than
 * {@value #MOST_BLOCKS} blocks or all of them more than {@value #MOST_NODES}, which bounds the
 * memory to half a megabyte, and rises again when few are left. A block without an access during
 * {@value #FORGOTTEN_AFTER} x (number of blocks) accesses is forgotten, so that deleted files take
 * no place. At most {@value #HIGHEST_PART} of the blocks are followed, which bounds the cost of a
 * hit.
 *
 * <p>Not safe for use by several threads, except {@link #samples}.
 */
final class MiniatureCaches {
  static final int SIZES = 16;
  static final int MOST_BLOCKS = 768;
  static final int MOST_NODES = 8 * MOST_BLOCKS;
  static final double HIGHEST_PART = 0.125;
  static final int FORGOTTEN_AFTER = 100;

  private static final int HASH_BITS = 24;
  private static final int HASHES = 1 << HASH_BITS;
  private static final int HIGHEST_THRESHOLD = (int) (HASHES * HIGHEST_PART);
  private static final int CHECK_EVERY = 4 * MOST_BLOCKS;
  private static final int SLOTS = 1024;

  /** A followed block that some cache holds, with its node in each that does. */
  private static final class Block {
    final long hash;
    @Nullable Block nextInSlot;
    final @Nullable Node[] nodes = new Node[SIZES];
    int caches;
    int accesses;
    long last;

    Block(long hash) {
      this.hash = hash;
    }
  }

  private static final class Node extends EvictionNode {
    final Block block;

    Node(Block block, int heapBytes) {
      super(heapBytes, false);
      this.block = block;
    }

    @Override
    protected int hash() {
      return Long.hashCode(block.hash);
    }
  }

  private final EvictionOrder[] orders = new EvictionOrder[SIZES];

  /** Chains of blocks by hash. A map with boxed keys would allocate on each hit. */
  private final @Nullable Block[] slots = new Block[SLOTS];

  private int blocks;
  private volatile int threshold = HIGHEST_THRESHOLD;
  private final double[] hits = new double[SIZES];
  private final double[] weightedHits = new double[SIZES];
  private double weights;
  private double accesses;
  private long samples;
  private int nodes;

  MiniatureCaches(Replacement replacement) {
    for (int size = 0; size < SIZES; size++) {
      orders[size] = replacement.order();
    }
  }

  /** The part of the whole cache that a size stands for, so that small ones are closer. */
  static double share(int size) {
    double root = (size + 1.0) / SIZES;
    return root * root;
  }

  /** Returns whether accesses of that block are followed at present. For use by any thread. */
  boolean samples(long mixedHash) {
    return mixedHash >>> (Long.SIZE - HASH_BITS) < threshold;
  }

  /**
   * Records an access to a block for which {@link #samples} is true.
   *
   * @param mixedHash hash of the block, by {@link MixedHash}
   * @param blockBytes size of the block in the cache
   * @param capacityBytes size of the whole cache
   * @param position number of accesses to any block so far; need not grow by exactly one
   */
  void access(long mixedHash, long blockBytes, long capacityBytes, long position) {
    double each = 1 / rate();
    samples++;
    accesses += each;
    Block block = find(mixedHash);
    block.last = position;
    block.accesses++;
    weights += block.accesses;
    for (int size = 0; size < SIZES; size++) {
      Node node = block.nodes[size];
      if (node == null) {
        admit(block, size, blockBytes, (long) (capacityBytes * share(size) / each));
      } else {
        orders[size].hit(node);
        hits[size] += each;
        weightedHits[size] += block.accesses;
      }
    }
    if (block.caches == 0) {
      unlink(block);
    }
    if (isAbove(1) || samples % CHECK_EVERY == 0) {
      adapt(position);
    }
  }

  private void admit(Block block, int size, long blockBytes, long capacityBytes) {
    int heapBytes = (int) Math.min(Integer.MAX_VALUE, blockBytes);
    Node node = new Node(block, heapBytes);
    block.nodes[size] = node;
    block.caches++;
    nodes++;
    orders[size].add(node, samples);
    while (orders[size].bytes() > capacityBytes) {
      Node victim = (Node) orders[size].next();
      if (victim == null) {
        return;
      }
      orders[size].remove(victim, true);
      victim.block.nodes[size] = null;
      victim.block.caches--;
      nodes--;
      if (victim.block.caches == 0 && victim.block != block) {
        unlink(victim.block);
      }
    }
  }

  /** Forgets blocks long unused, and adapts how many are followed. */
  private void adapt(long position) {
    long oldest = position - (long) (FORGOTTEN_AFTER * blocks / rate());
    keepSampledSince(oldest);
    while (isAbove(7.0 / 8)) {
      threshold = Math.max(1, threshold - threshold / 8 - 1);
      keepSampledSince(oldest);
    }
    if (!isAbove(1.0 / 4)) {
      threshold = Math.min(HIGHEST_THRESHOLD, 2 * threshold);
    }
  }

  private boolean isAbove(double part) {
    return blocks > MOST_BLOCKS * part || nodes > MOST_NODES * part;
  }

  private void keepSampledSince(long oldest) {
    for (Block first : slots) {
      for (Block block = first; block != null; block = block.nextInSlot) {
        if (!samples(block.hash) || block.last < oldest) {
          forget(block);
        }
      }
    }
  }

  private void forget(Block block) {
    unlink(block);
    for (int size = 0; size < SIZES; size++) {
      Node node = block.nodes[size];
      if (node != null) {
        orders[size].remove(node, false);
        nodes--;
      }
    }
  }

  /** Returns the block of a hash, a new one if there was none. */
  private Block find(long hash) {
    int slot = slot(hash);
    for (Block block = slots[slot]; block != null; block = block.nextInSlot) {
      if (block.hash == hash) {
        return block;
      }
    }
    Block made = new Block(hash);
    made.nextInSlot = slots[slot];
    slots[slot] = made;
    blocks++;
    return made;
  }

  private void unlink(Block block) {
    int slot = slot(block.hash);
    blocks--;
    if (slots[slot] == block) {
      slots[slot] = block.nextInSlot;
      return;
    }
    for (Block other = slots[slot]; other != null; other = other.nextInSlot) {
      if (other.nextInSlot == block) {
        other.nextInSlot = block.nextInSlot;
        return;
      }
    }
  }

  private static int slot(long hash) {
    return (int) hash & (SLOTS - 1);
  }

  /** Returns the hits so far, by size. */
  double[] hits() {
    return hits.clone();
  }

  /**
   * Returns the hits so far, by size, each counted as often as its block was accessed until then.
   */
  double[] weightedHits() {
    return weightedHits.clone();
  }

  /** Returns the accesses so far, each counted as often as its block was accessed until then. */
  double weights() {
    return weights;
  }

  /** Returns the accesses so far that the followed ones stand for. */
  double accesses() {
    return accesses;
  }

  /** Returns the number of accesses followed. */
  long samples() {
    return samples;
  }

  /** Returns the number of nodes in all caches. */
  int nodes() {
    return nodes;
  }

  /** Returns the part of the blocks that is followed at present, 0..1. */
  double rate() {
    return (double) threshold / HASHES;
  }
}
