package io.argus.regionserver.cache;

import io.argus.core.usage.ReuseCurve;
import io.argus.regionserver.cache.eviction.MixedHash;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The accesses to one tenant's blocks, recorded by many threads for its reuse curve.
 *
 * <p>A handler never waits here: an access that finds the lock taken is counted but not followed.
 *
 * <p>Safe for use by any thread.
 */
final class BlockReuse {
  /**
   * The counts since the partition was created. All of them only grow.
   *
   * <p>Immutable; safe for use by any thread.
   */
  static final class Counts {
    static final Counts NONE =
        new Counts(null, new MiniatureCaches(new SamplingPace(() -> 0, () -> 0)), 0, 0);

    /** Whose counts these are; null before the first access. */
    private final @Nullable BlockReuse of;

    private final double[] hits;
    private final double[] weightedHits;
    private final double weights;
    private final double followed;
    private final double samples;
    private final double skipped;
    private final double accesses;

    private Counts(
        @Nullable BlockReuse of, MiniatureCaches caches, double skipped, double accesses) {
      this.of = of;
      this.hits = caches.hits();
      this.weightedHits = caches.weightedHits();
      this.weights = caches.weights();
      this.followed = caches.accesses();
      this.samples = caches.samples();
      this.skipped = skipped;
      this.accesses = accesses;
    }

    /**
     * Returns the curve of the accesses since earlier counts, or of all accesses if the earlier
     * counts belong to another partition, which this one has replaced.
     *
     * <p>The followed blocks stand for more or fewer accesses than there were: a much-used block is
     * among them or not by chance. How many hits that makes is a linear regression on accesses over
     * the blocks (Cochran, Sampling Techniques, chapter 7): all of the difference where much-used
     * blocks always hit, the hit ratio where all blocks are alike. Between two sizes, hits grow
     * with the share.
     */
    ReuseCurve since(Counts then, double seconds) {
      Counts before = then.of == of ? then : NONE;
      double sampled = samples - before.samples;
      if (sampled < 1) {
        return ReuseCurve.NONE;
      }
      double part = (sampled + skipped - before.skipped) / sampled / seconds;
      double all = (accesses - before.accesses) / seconds;
      double missing = all - (followed - before.followed) * part;
      double[] rates = new double[ReuseCurve.STEPS];
      double most = 0;
      for (int size = 0; size < hits.length; size++) {
        double slope =
            (weightedHits[size] - before.weightedHits[size]) / (weights - before.weights);
        double upToSize = (hits[size] - before.hits[size]) * part + missing * slope;
        double more = Math.max(0, Math.min(all, upToSize) - most);
        most += more;
        spread(rates, size, more);
      }
      return ReuseCurve.of(rates, Math.max(0, all - most), sampled);
    }

    /** Shares hits out among the steps of a size, by their width. */
    private static void spread(double[] rates, int size, double hits) {
      int steps = rates.length / MiniatureCaches.SIZES;
      double from = size * steps;
      double width = (from + steps) * (from + steps) - from * from;
      for (int step = size * steps; step < (size + 1) * steps; step++) {
        rates[step] = hits * (2 * step + 1) / width;
      }
    }
  }

  private final LongAdder skipped = new LongAdder();
  private final SamplingPace pace;
  private final ReentrantLock lock = new ReentrantLock();

  /** Null before the first access. Its content, except samples, is guarded by lock. */
  private volatile @Nullable MiniatureCaches miniatures;

  BlockReuse(SamplingPace pace) {
    this.pace = pace;
  }

  /** Records an access; calls {@code accesses} only if the block is followed. */
  void access(int keyHash, long blockBytes, long capacityBytes, LongSupplier accesses) {
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
        followed.access(mixed, blockBytes, capacityBytes, accesses.getAsLong());
      }
    } finally {
      lock.unlock();
    }
  }

  private synchronized MiniatureCaches create() {
    MiniatureCaches present = miniatures;
    if (present == null) {
      present = new MiniatureCaches(pace);
      miniatures = present;
    }
    return present;
  }

  /**
   * Returns the counts so far.
   *
   * @param accesses all accesses, followed or not
   */
  Counts counts(long accesses) {
    MiniatureCaches followed = miniatures;
    if (followed == null) {
      return Counts.NONE;
    }
    lock.lock();
    try {
      return new Counts(this, followed, skipped.sum(), accesses);
    } finally {
      lock.unlock();
    }
  }
}
