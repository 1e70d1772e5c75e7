package io.argus.regionserver.cache;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The hits that a tenant's blocks would have at other cache sizes: miniature simulation of the
 * replacement policy in use (Waldspurger et al., USENIX ATC '17).
 *
 * <p>Only blocks whose hash is below a threshold are followed, with all of their accesses. With R
 * the followed part of the blocks, a cache of R times the size that holds only followed blocks hits
 * about as often as the real one would, and an access stands for 1 / R accesses. There is such a
 * cache for each of {@value #SIZES} sizes, up to the first one that holds all blocks; larger ones
 * would hit as often.
 *
 * <p>The threshold falls when more than {@value #MAX_BLOCKS} blocks are cached, which bounds the
 * memory to half a megabyte, and rises again when few are left. A block without an access during
 * {@value #FORGOTTEN_AFTER} x (number of blocks) accesses is forgotten, so that deleted files take
 * no place. At most {@value #MAX_PART} of the blocks are followed, and fewer if there are more
 * accesses than the {@link SamplingPace} permits, which bounds the cost of a hit.
 *
 * <p>Not safe for use by several threads, except {@link #samples}.
 */
final class MiniatureCaches {
  static final int SIZES = 16;
  static final int MAX_BLOCKS = 768;
  static final double MAX_PART = 0.5;
  static final int FORGOTTEN_AFTER = 100;

  private static final int HASH_BITS = 24;
  private static final int HASHES = 1 << HASH_BITS;
  private static final int MAX_THRESHOLD = (int) (HASHES * MAX_PART);
  private static final int CHECK_EVERY = MAX_BLOCKS;
  private static final int SLOTS = 1024;
  private static final double MAX_HURRY = 16;

  /** A followed block that some cache holds, with its node in each that does. */
  private static final class Block {
    final long hash;
    @Nullable Block nextInSlot;
    final @Nullable Node[] nodes = new Node[SIZES];
    final int heapBytes;
    int caches;
    int accesses;
    long last;

    Block(long hash, int heapBytes) {
      this.hash = hash;
      this.heapBytes = heapBytes;
    }
  }

  private static final class Node extends EvictionNode {
    final Block block;

    Node(Block block) {
      super(block.heapBytes, false);
      this.block = block;
    }

    @Override
    protected int hash() {
      return Long.hashCode(block.hash);
    }
  }

  private final SamplingPace pace;
  private long checkedNanos;

  /** Taken since the last check of the pace. */
  private long steps;

  /** The caches from the smallest. The last one, unless it is the largest, holds all blocks. */
  private final List<EvictionOrder> orders = new ArrayList<>();

  /** Chains of blocks by hash. A map with boxed keys would allocate on each hit. */
  private final @Nullable Block[] slots = new Block[SLOTS];

  private int blocks;
  private volatile int threshold = MAX_THRESHOLD;
  private final double[] hits = new double[SIZES];
  private final double[] weightedHits = new double[SIZES];
  private double weights;
  private double accesses;
  private long samples;

  MiniatureCaches(SamplingPace pace) {
    this.pace = pace;
    this.checkedNanos = pace.nanoTime();
    orders.add(new EvictionOrder());
  }

  /** The part of the whole cache that a size stands for, so that small ones are closer. */
  static double share(int size) {
    double root = (size + 1.0) / SIZES;
    return root * root;
  }

  /** Returns whether accesses of that block are followed now. For use by any thread. */
  boolean samples(long mixedHash) {
    return mixedHash >>> (Long.SIZE - HASH_BITS) < threshold;
  }

  /**
   * Records an access to a block for which {@link #samples} is true.
   *
   * @param mixedHash hash of the block, by {@link MixedHash}
   * @param blockBytes size of the block in the cache
   * @param capacityBytes size of the whole cache
   * @param otherBytes what blocks that are not followed take of the tenant's cache at any size
   * @param position number of accesses to any block so far; need not grow by exactly one
   * @param worth what a hit counts; 1 unless some hits save more than others
   */
  void access(
      long mixedHash,
      long blockBytes,
      long capacityBytes,
      long otherBytes,
      long position,
      double worth) {
    double each = 1 / rate();
    samples++;
    accesses += each;
    Block block = find(mixedHash, blockBytes);
    block.last = position;
    block.accesses++;
    weights += block.accesses;
    boolean hit = false;
    for (int size = 0; size < SIZES; size++) {
      if (size < orders.size()) {
        hit = access(block, size);
      }
      if (hit) {
        hits[size] += each * worth;
        weightedHits[size] += block.accesses * worth;
      }
    }
    makeRoom(capacityBytes / each, otherBytes / each);
    steps++;
    boolean due = steps >= CHECK_EVERY;
    if (due || blocks > MAX_BLOCKS) {
      adapt(position, due ? hurry() : 1);
    }
  }

  private boolean access(Block block, int size) {
    Node node = block.nodes[size];
    if (node == null) {
      add(block, size);
      return false;
    }
    orders.get(size).hit(node);
    return true;
  }

  private void add(Block block, int size) {
    Node node = new Node(block);
    block.nodes[size] = node;
    block.caches++;
    steps++;
    orders.get(size).add(node, samples);
  }

  /** Starts larger caches as long as the last one is too small for all blocks; then evicts. */
  private void makeRoom(double largestBytes, double otherBytes) {
    int last = orders.size() - 1;
    while (last < SIZES - 1 && orders.get(last).bytes() > largestBytes * share(last) - otherBytes) {
      orders.add(new EvictionOrder());
      last++;
      for (Block first : slots) {
        for (Block block = first; block != null; block = block.nextInSlot) {
          add(block, last);
        }
      }
    }
    for (int size = 0; size <= last; size++) {
      double room = Math.max(0, largestBytes * share(size) - otherBytes);
      while (orders.get(size).bytes() > room) {
        evict(size);
      }
    }
  }

  private void evict(int size) {
    Node victim = (Node) orders.get(size).next();
    if (victim == null) {
      throw new IllegalStateException("a miniature cache has bytes and no block");
    }
    orders.get(size).remove(victim, true);
    victim.block.nodes[size] = null;
    victim.block.caches--;
    if (victim.block.caches == 0) {
      unlink(victim.block);
    }
  }

  /** Returns how many times too fast accesses were followed since the last check. */
  private double hurry() {
    long now = pace.nanoTime();
    double hurry = (double) pace.leastNanos(steps) / Math.max(1, now - checkedNanos);
    checkedNanos = now;
    steps = 0;
    return hurry;
  }

  /** Forgets blocks long unused, and adapts how many are followed. */
  private void adapt(long position, double hurry) {
    long oldest = position - (long) (FORGOTTEN_AFTER * blocks / rate());
    if (hurry > 1) {
      threshold = Math.max(1, (int) (threshold / Math.min(hurry, MAX_HURRY)));
    }
    keepSampledSince(oldest);
    while (blocks > MAX_BLOCKS * 7 / 8) {
      threshold = Math.max(1, threshold - threshold / 8 - 1);
      keepSampledSince(oldest);
    }
    if (blocks < MAX_BLOCKS / 4 && hurry < 1.0 / 3) {
      threshold = Math.min(MAX_THRESHOLD, 2 * threshold);
    }
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

  /** Forgets a block that was changed, so that its next access finds it nowhere. */
  void forget(long mixedHash) {
    for (Block block = slots[slot(mixedHash)]; block != null; block = block.nextInSlot) {
      if (block.hash == mixedHash) {
        forget(block);
        return;
      }
    }
  }

  private void forget(Block block) {
    unlink(block);
    for (int size = 0; size < orders.size(); size++) {
      Node node = block.nodes[size];
      if (node != null) {
        orders.get(size).remove(node, false);
      }
    }
  }

  /** Returns the block of a hash, a new one if there was none. */
  private Block find(long hash, long bytes) {
    int slot = slot(hash);
    for (Block block = slots[slot]; block != null; block = block.nextInSlot) {
      if (block.hash == hash) {
        return block;
      }
    }
    Block made = new Block(hash, (int) Math.min(Integer.MAX_VALUE, bytes));
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

  /** Returns the number of blocks that some cache holds. */
  int blocks() {
    return blocks;
  }

  /** Returns the part of the blocks that is followed now, 0..1. */
  double rate() {
    return (double) threshold / HASHES;
  }
}
