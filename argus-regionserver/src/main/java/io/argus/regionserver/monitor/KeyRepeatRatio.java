package io.argus.regionserver.monitor;

/**
 * An estimate of the key repeat ratio: of the distinct keys among the last {@value
 * #WINDOW_ACCESSES} accesses, the part accessed more than once.
 *
 * <p>The window is a number of accesses, not a time: over a fixed time the ratio grows with the
 * throughput, so that a workload that is slowed down would look like another type. Over 8192
 * accesses the ratio is 0.007 for a uniform choice among 600,000 keys, 0.26 for a zipfian one
 * (0.99) among 22,500 keys and 0.66 among 1,500 keys, at any speed.
 *
 * <p>Only keys whose mixed hash ends in a number of zero bits are followed, with all of their
 * accesses. So the ratio of the sample estimates the ratio p with standard error sqrt(p (1 - p) /
 * n), where n is the number of keys in the sample. The number of zero bits adapts to keep n between
 * {@value #MIN_KEYS} (if there are as many) and {@value #MAX_KEYS}. When the number falls, the
 * added keys count only after a whole window.
 *
 * <p>Memory: {@value #SLOTS} slots of 24 bytes. An access is a probe of an open-addressing table,
 * which is rebuilt after some thousand accesses. Not safe for use by several threads, except {@link
 * #samples}.
 */
final class KeyRepeatRatio {
  static final int WINDOW_ACCESSES = 8192;
  static final int MIN_KEYS = 256;
  static final int MAX_KEYS = 1024;
  private static final int SLOTS = 2048;
  private static final int MAX_OCCUPIED = SLOTS * 3 / 4;
  private static final int MAX_ZERO_BITS = 20;
  private static final long NEVER = Long.MIN_VALUE / 2;

  /** By slot: mixed hash of the key, 0 where free; positions of its last two accesses. */
  private long[] keys = new long[SLOTS];

  private long[] last = new long[SLOTS];
  private long[] previous = new long[SLOTS];
  private int occupied;

  private volatile int zeroBits;

  /** Keys with so many zero bits have been followed for a whole window. Never below zeroBits. */
  private int trustedZeroBits;

  private long rebuiltAt;
  private long loweredAt = NEVER;

  /** Spreads a hash over all bits, so that any of them can sample keys. (MurmurHash3, fmix64.) */
  static long mix(long hash) {
    long mixed = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }

  /** Returns whether accesses of that key are followed now. For use by any thread. */
  boolean samples(long mixedHash) {
    return endsInZeroBits(mixedHash, zeroBits);
  }

  private static boolean endsInZeroBits(long mixedHash, int bits) {
    return (mixedHash & ((1L << bits) - 1)) == 0;
  }

  /**
   * Records an access to a key for which {@link #samples} is true.
   *
   * @param mixedHash hash of the key, by {@link #mix}
   * @param position number of accesses to any key so far; need not grow by exactly one per access
   */
  void access(long mixedHash, long position) {
    long key = mixedHash == 0 ? Long.MIN_VALUE : mixedHash;
    int slot = slot(key);
    if (keys[slot] == key) {
      previous[slot] = last[slot];
      last[slot] = position;
    } else {
      put(slot, key, position, NEVER);
    }
    if (occupied >= MAX_OCCUPIED || position - rebuiltAt >= WINDOW_ACCESSES) {
      rebuild(position);
    }
  }

  private int slot(long key) {
    int slot = (int) (key >>> 40) & (SLOTS - 1);
    while (keys[slot] != 0 && keys[slot] != key) {
      slot = (slot + 1) & (SLOTS - 1);
    }
    return slot;
  }

  private void put(int slot, long key, long lastPosition, long previousPosition) {
    keys[slot] = key;
    last[slot] = lastPosition;
    previous[slot] = previousPosition;
    occupied++;
  }

  /** Forgets keys without an access in the window and adapts how many are followed. */
  private void rebuild(long position) {
    rebuiltAt = position;
    long windowStart = position - WINDOW_ACCESSES;
    if (loweredAt <= windowStart) {
      trustedZeroBits = zeroBits;
    }
    keepSampledSince(windowStart);
    int bits = zeroBits;
    while (occupied > MAX_KEYS && bits < MAX_ZERO_BITS) {
      bits++;
      zeroBits = bits;
      trustedZeroBits = Math.max(trustedZeroBits, bits);
      keepSampledSince(windowStart);
    }
    if (occupied < MIN_KEYS && bits > 0 && trustedZeroBits == bits) {
      zeroBits = bits - 1;
      loweredAt = position;
    }
  }

  private void keepSampledSince(long windowStart) {
    long[] oldKeys = keys;
    long[] oldLast = last;
    long[] oldPrevious = previous;
    keys = new long[SLOTS];
    last = new long[SLOTS];
    previous = new long[SLOTS];
    occupied = 0;
    for (int i = 0; i < SLOTS; i++) {
      if (oldKeys[i] != 0 && oldLast[i] > windowStart && samples(oldKeys[i])) {
        put(slot(oldKeys[i]), oldKeys[i], oldLast[i], oldPrevious[i]);
      }
    }
  }

  /**
   * Returns the estimate, 0..1; 0 before the first access.
   *
   * @param position number of accesses to any key so far
   */
  double value(long position) {
    long windowStart = position - WINDOW_ACCESSES;
    int bits = loweredAt <= windowStart ? zeroBits : trustedZeroBits;
    int distinct = 0;
    int repeated = 0;
    for (int i = 0; i < SLOTS; i++) {
      if (keys[i] != 0 && last[i] > windowStart && endsInZeroBits(keys[i], bits)) {
        distinct++;
        repeated += previous[i] > windowStart ? 1 : 0;
      }
    }
    return distinct == 0 ? 0 : (double) repeated / distinct;
  }
}
