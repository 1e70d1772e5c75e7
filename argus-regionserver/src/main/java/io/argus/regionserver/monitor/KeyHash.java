package io.argus.regionserver.monitor;

/** The 64-bit hash of a row key: FNV-1a. Safe for use by any thread. */
public final class KeyHash {
  private static final long OFFSET_BASIS = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private KeyHash() {}

  public static long of(byte[] bytes, int offset, int length) {
    long hash = OFFSET_BASIS;
    for (int i = offset; i < offset + length; i++) {
      hash = (hash ^ (bytes[i] & 0xff)) * PRIME;
    }
    return hash;
  }

  /** Spreads a hash over all bits, so that any of them can sample keys. (MurmurHash3, fmix64.) */
  static long mix(long hash) {
    long mixed = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }
}
