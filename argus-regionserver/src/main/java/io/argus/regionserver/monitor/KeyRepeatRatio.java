package io.argus.regionserver.monitor;

/**
 * An estimate of the key repeat ratio: keys accessed more than once / distinct keys accessed among
 * the last {@value #WINDOW_ACCESSES} accesses.
 *
 * <p>The window is a number of accesses, not a time: over a fixed time the ratio grows with the
 * throughput, so that a workload that is being slowed would look like one of another type. Over
 * 8192 accesses a uniform choice among 600,000 keys has .007, a zipfian one (.99) among 22,500 keys
 * .26 and among 1,500 keys .66, at any speed.
 *
 * <p>Only keys whose mixed hash ends in a number of zero bits are followed, all or none of the
 * accesses of a key, so the sample's ratio estimates the ratio with standard error sqrt(p (1 - p) /
 * n), n the keys in the sample. The number of zero bits adapts so that n stays between {@value
 * #FEWEST_KEYS} (if there are as many) and {@value #MOST_KEYS}. Keys that a lowered number lets in
 * count only once they have been followed for a whole window.
 *
 * <p>Memory: {@value #SLOTS} slots of 24 bytes. A step is a probe of an open-addressing table; one
 * in some thousand steps rebuilds it. Not safe for use by several threads, except {@link #samples}.
 */
final class KeyRepeatRatio {
  static final int WINDOW_ACCESSES = 8192;
  static final int FEWEST_KEYS = 256;
  static final int MOST_KEYS = 1024;
  private static final int SLOTS = 2048;
  private static final int MOST_OCCUPIED = SLOTS * 3 / 4;
  private static final int MOST_ZERO_BITS = 20;
  private static final long NEVER = Long.MIN_VALUE / 2;

  /** Mixed hash of the key per slot, 0 where free; position of its last and last but one access. */
  private long[] keys = new long[SLOTS];

  private long[] last = new long[SLOTS];
  private long[] previous = new long[SLOTS];
  private int occupied;

  private volatile int zeroBits;

  /** Keys with as many zero bits have been followed for a whole window; never below zeroBits. */
  private int trustedZeroBits;

  private long rebuiltAt;
  private long loweredAt = NEVER;

  /** Returns whether accesses of that key are followed at present. For use by any thread. */
  boolean samples(long mixedHash) {
    return endsInZeroBits(mixedHash, zeroBits);
  }

  private static boolean endsInZeroBits(long mixedHash, int bits) {
    return (mixedHash & ((1L << bits) - 1)) == 0;
  }

  /**
   * Takes note of an access to a key that {@link #samples} is true of.
   *
   * @param mixedHash of the key, by {@link KeyHash#mix}
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
    if (occupied >= MOST_OCCUPIED || position - rebuiltAt >= WINDOW_ACCESSES) {
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
    while (occupied > MOST_KEYS && bits < MOST_ZERO_BITS) {
      bits++;
      zeroBits = bits;
      trustedZeroBits = Math.max(trustedZeroBits, bits);
      keepSampledSince(windowStart);
    }
    if (occupied < FEWEST_KEYS && bits > 0 && trustedZeroBits == bits) {
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
