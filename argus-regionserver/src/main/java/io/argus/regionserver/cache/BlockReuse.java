package io.argus.regionserver.cache;

import io.argus.core.usage.MissRatioCurve;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The accesses to one tenant's blocks, recorded by many threads for its miss-ratio curve: those to
 * index and bloom blocks are counted, those to others sampled.
 *
 * <p>A handler never waits here: an access that finds the lock taken is counted but not followed.
 *
 * <p>Safe for use by any thread.
 */
final class BlockReuse {
  private static final MiniatureCaches UNUSED =
      new MiniatureCaches(new SamplingPace(() -> 0, () -> 0));

  /**
   * The counts since the partition was created. All of them only grow.
   *
   * <p>Immutable; safe for use by any thread.
   */
  static final class Counts {
    static final Counts NONE = new Counts(null, UNUSED, 0, 0, 0, 0, 0);

    /** Whose counts these are; null before the first access. */
    private final @Nullable BlockReuse of;

    private final double[] hits;
    private final double[] weightedHits;
    private final double weights;
    private final double followed;
    private final double samples;
    private final double skipped;
    private final double accesses;
    private final double indexHits;
    private final double indexReads;
    private final double indexShare;

    private Counts(
        @Nullable BlockReuse of,
        MiniatureCaches caches,
        double skipped,
        double accesses,
        double indexHits,
        double indexReads,
        double indexShare) {
      this.of = of;
      this.hits = caches.hits();
      this.weightedHits = caches.weightedHits();
      this.weights = caches.weights();
      this.followed = caches.accesses();
      this.samples = caches.samples();
      this.skipped = skipped;
      this.accesses = accesses;
      this.indexHits = indexHits;
      this.indexReads = indexReads;
      this.indexShare = indexShare;
    }

    /**
     * Returns the curve of the accesses since earlier counts, or of all accesses if the earlier
     * counts belong to another partition, which this one has replaced.
     *
     * <p>Index and bloom blocks are a stratum that is counted, not sampled: a few blocks have most
     * of the accesses. Their hits need the cache that these blocks fill, and misses stay.
     *
     * <p>The followed data blocks stand for more or fewer accesses than there were: a much-used
     * block is among them or not by chance. How many hits that makes is a linear regression on
     * accesses over the blocks (Cochran, Sampling Techniques, chapters 5A and 7): all of the
     * difference where much-used blocks always hit, the hit ratio where all blocks are alike.
     * Between two sizes, hits grow with the share.
     */
    MissRatioCurve since(Counts then, double seconds) {
      Counts before = then.of == of ? then : NONE;
      double ofIndex = (indexHits - before.indexHits) / seconds;
      double readOfIndex = (indexReads - before.indexReads) / seconds;
      double sampled = samples - before.samples;
      double[] rates = new double[MissRatioCurve.STEPS];
      spread(
          rates, 0, Math.min(MissRatioCurve.STEPS, MissRatioCurve.step(indexShare) + 1), ofIndex);
      if (sampled < 1) {
        return ofIndex > 0 ? MissRatioCurve.of(rates, readOfIndex, 0) : MissRatioCurve.NONE;
      }
      double part = (sampled + skipped - before.skipped) / sampled / seconds;
      double all = Math.max(0, (accesses - before.accesses) / seconds - ofIndex - readOfIndex);
      double missing = all - (followed - before.followed) * part;
      double most = 0;
      int steps = MissRatioCurve.STEPS / MiniatureCaches.SIZES;
      for (int size = 0; size < hits.length; size++) {
        double slope =
            (weightedHits[size] - before.weightedHits[size]) / (weights - before.weights);
        double upToSize = (hits[size] - before.hits[size]) * part + missing * slope;
        double more = Math.max(0, Math.min(all, upToSize) - most);
        most += more;
        spread(rates, size * steps, (size + 1) * steps, more);
      }
      return MissRatioCurve.of(rates, Math.max(0, all - most) + readOfIndex, sampled);
    }

    /** Shares hits out among the steps of a range, by their width. */
    private static void spread(double[] rates, int from, int to, double hits) {
      double width = (double) to * to - (double) from * from;
      for (int step = from; step < to; step++) {
        rates[step] += hits * (2 * step + 1) / width;
      }
    }
  }

  private final LongAdder skipped = new LongAdder();
  private final LongAdder indexHits = new LongAdder();
  private final LongAdder indexReads = new LongAdder();
  private final SamplingPace pace;
  private final ReentrantLock lock = new ReentrantLock();

  /** Null before the first access. Its content, except samples, is guarded by lock. */
  private volatile @Nullable MiniatureCaches miniatures;

  BlockReuse(SamplingPace pace) {
    this.pace = pace;
  }

  /** Records an access to an index or bloom block. */
  void accessIndex(boolean hit) {
    (hit ? indexHits : indexReads).increment();
  }

  /**
   * Records an access to another block; calls {@code accesses} only if the block is followed.
   *
   * @param capacityBytes size of the whole cache
   * @param indexBytes what the tenant's index and bloom blocks take of it
   * @param worth what a hit counts, see {@link MiniatureCaches#access}
   */
  void access(
      int keyHash,
      long blockBytes,
      long capacityBytes,
      long indexBytes,
      double worth,
      LongSupplier accesses) {
    long mixed = MixedHash.of(keyHash);
    MiniatureCaches followed = miniatures;
    if (followed == null) {
      followed = create();
    }
    if (!followed.samples(mixed)) {
      return;
    }
    if (!lock.tryLock()) {
      skipped.increment();
      return;
    }
    try {
      if (followed.samples(mixed)) {
        followed.access(mixed, blockBytes, capacityBytes, indexBytes, accesses.getAsLong(), worth);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether accesses to that block are followed now. */
  boolean samples(int keyHash) {
    MiniatureCaches followed = miniatures;
    return (followed == null ? create() : followed).samples(MixedHash.of(keyHash));
  }

  /** Forgets a block that was changed. */
  void forget(int keyHash) {
    MiniatureCaches followed = miniatures;
    if (followed != null && followed.samples(MixedHash.of(keyHash)) && lock.tryLock()) {
      try {
        followed.forget(MixedHash.of(keyHash));
      } finally {
        lock.unlock();
      }
    }
  }

  private synchronized MiniatureCaches create() {
    MiniatureCaches current = miniatures;
    if (current == null) {
      current = new MiniatureCaches(pace);
      miniatures = current;
    }
    return current;
  }

  /**
   * Returns the counts so far.
   *
   * @param accesses all accesses, followed or not, of index blocks or not
   * @param indexShare what the tenant's index and bloom blocks take of the whole cache, 0..1
   */
  Counts counts(long accesses, double indexShare) {
    MiniatureCaches followed = miniatures;
    lock.lock();
    try {
      return new Counts(
          this,
          followed == null ? UNUSED : followed,
          skipped.sum(),
          accesses,
          indexHits.sum(),
          indexReads.sum(),
          indexShare);
    } finally {
      lock.unlock();
    }
  }
}
