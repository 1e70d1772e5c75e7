package io.argus.regionserver.cache;

/** Spreads the hash code of a block over 64 bits (SplitMix64; Steele et al., OOPSLA '14). */
final class MixedHash {
  private MixedHash() {}

  public static long of(int hashCode) {
    long mixed = hashCode * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
