package io.argus.regionserver.cache;

import io.argus.core.usage.ReuseCurve;
import java.util.Arrays;

/**
 * The reuse distances of a tenant's blocks, estimated from a sample: how many bytes of blocks an
 * LRU cache must hold so that the next access to a block is a hit.
 *
 * <p>Idea: SHARDS (Waldspurger et al., FAST '15). Only blocks whose hash is below a threshold are
 * followed, with all of their accesses. With R the sampled part of the blocks, a distance in the
 * sample is R times the real one, and an access stands for 1 / R accesses. The threshold falls when
 * more than {@value #MOST_BLOCKS} blocks are followed, which bounds the memory, and rises again
 * when few are left. A block without an access during {@value #FORGOTTEN_AFTER} x (number of
 * blocks) accesses is forgotten, so that deleted files take no place.
 *
 * <p>Followed blocks are ordered by their last access in a Fenwick tree of bytes, later ones
 * higher. So the bytes accessed since then are a difference of prefix sums, O(log n). When the
 * places run out, the tree is compacted, O(1) per access on average. At most {@value #HIGHEST_PART}
 * of the blocks are followed, which bounds the cost of a hit.
 *
 * <p>Not safe for use by several threads, except {@link #samples}.
 */
final class ReuseDistances {
  static final int MOST_BLOCKS = 2048;
  static final double HIGHEST_PART = 0.125;
  static final int FORGOTTEN_AFTER = 100;

  private static final int HASH_BITS = 24;
  private static final int HASHES = 1 << HASH_BITS;
  private static final int HIGHEST_THRESHOLD = (int) (HASHES * HIGHEST_PART);
  private static final int PLACES = 2 * MOST_BLOCKS;
  private static final int SLOTS = 2 * MOST_BLOCKS;

  private volatile int threshold = HIGHEST_THRESHOLD;

  /** Mixed hash of the block per slot, 0 where free, with its place, bytes and last access. */
  private long[] hashes = new long[SLOTS];

  private int[] places = new int[SLOTS];
  private int[] bytes = new int[SLOTS];
  private long[] last = new long[SLOTS];
  private int blocks;

  /** Bytes by place; the slot of each place, -1 where free. */
  private final long[] tree = new long[PLACES + 1];

  private final int[] slotOfPlace = new int[PLACES];
  private int nextPlace;
  private long treeBytes;

  private final double[] hits = new double[ReuseCurve.STEPS];
  private double others;
  private long samples;

  ReuseDistances() {
    Arrays.fill(slotOfPlace, -1);
  }

  /** Spreads a hash code over 64 bits. (SplitMix64.) For use by any thread. */
  static long mix(int hashCode) {
    long mixed = hashCode * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }

  /** Returns whether accesses of that block are followed at present. For use by any thread. */
  boolean samples(long mixedHash) {
    return mixedHash >>> (Long.SIZE - HASH_BITS) < threshold;
  }

  /**
   * Records an access to a block for which {@link #samples} is true.
   *
   * @param mixedHash hash of the block, by {@link #mix}
   * @param blockBytes size of the block in the cache
   * @param capacityBytes size of the whole cache
   * @param position number of accesses to any block so far; need not grow by exactly one
   */
  void access(long mixedHash, long blockBytes, long capacityBytes, long position) {
    long hash = mixedHash == 0 ? 1 : mixedHash;
    double each = (double) HASHES / threshold;
    int size = (int) Math.min(Integer.MAX_VALUE, blockBytes);
    samples++;
    int slot = slot(hash);
    int step = ReuseCurve.STEPS;
    if (hashes[slot] == hash) {
      double since = (treeBytes - sumThrough(places[slot])) * each + size;
      step = ReuseCurve.step(since / Math.max(1, capacityBytes));
      take(places[slot], bytes[slot]);
    } else {
      hashes[slot] = hash;
      blocks++;
    }
    if (step < ReuseCurve.STEPS) {
      hits[step] += each;
    } else {
      others += each;
    }
    bytes[slot] = size;
    last[slot] = position;
    put(slot);
    if (nextPlace == PLACES || blocks > MOST_BLOCKS) {
      rebuild(position);
    }
  }

  private int slot(long hash) {
    int slot = (int) hash & (SLOTS - 1);
    while (hashes[slot] != 0 && hashes[slot] != hash) {
      slot = (slot + 1) & (SLOTS - 1);
    }
    return slot;
  }

  private void put(int slot) {
    places[slot] = nextPlace;
    slotOfPlace[nextPlace] = slot;
    add(nextPlace, bytes[slot]);
    treeBytes += bytes[slot];
    nextPlace++;
  }

  private void take(int place, int size) {
    slotOfPlace[place] = -1;
    add(place, -size);
    treeBytes -= size;
  }

  private void add(int place, long difference) {
    for (int i = place + 1; i <= PLACES; i += i & -i) {
      tree[i] += difference;
    }
  }

  private long sumThrough(int place) {
    long sum = 0;
    for (int i = place + 1; i > 0; i -= i & -i) {
      sum += tree[i];
    }
    return sum;
  }

  /** Compacts the places, forgets blocks long unused, and adapts how many are followed. */
  private void rebuild(long position) {
    long oldest = position - (long) (FORGOTTEN_AFTER * (double) blocks * HASHES / threshold);
    keepSampledSince(oldest);
    while (blocks > MOST_BLOCKS * 7 / 8) {
      threshold = Math.max(1, threshold - threshold / 8 - 1);
      keepSampledSince(oldest);
    }
    if (blocks < MOST_BLOCKS / 4 && threshold < HIGHEST_THRESHOLD) {
      double more = MOST_BLOCKS / 2.0 / Math.max(1, blocks);
      threshold = (int) Math.min(HIGHEST_THRESHOLD, threshold * more);
    }
  }

  private void keepSampledSince(long oldest) {
    long[] oldHashes = hashes;
    int[] oldBytes = bytes;
    long[] oldLast = last;
    int[] oldSlots = slotOfPlace.clone();
    hashes = new long[SLOTS];
    places = new int[SLOTS];
    bytes = new int[SLOTS];
    last = new long[SLOTS];
    Arrays.fill(tree, 0);
    Arrays.fill(slotOfPlace, -1);
    treeBytes = 0;
    nextPlace = 0;
    blocks = 0;
    for (int old : oldSlots) {
      if (old >= 0 && samples(oldHashes[old]) && oldLast[old] >= oldest) {
        int slot = slot(oldHashes[old]);
        hashes[slot] = oldHashes[old];
        bytes[slot] = oldBytes[old];
        last[slot] = oldLast[old];
        blocks++;
        put(slot);
      }
    }
  }

  /** Returns the hits by the cache share they need, in {@link ReuseCurve#STEPS} steps. */
  double[] hits() {
    return hits.clone();
  }

  /** Returns the accesses that would miss even with the whole cache. */
  double others() {
    return others;
  }

  /** Returns the number of accesses followed. */
  long samples() {
    return samples;
  }

  /** Returns the part of the blocks that is followed at present, 0..1. */
  double rate() {
    return (double) threshold / HASHES;
  }
}
