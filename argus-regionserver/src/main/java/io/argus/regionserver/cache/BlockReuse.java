package io.argus.regionserver.cache;

import io.argus.core.usage.ReuseCurve;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The reuse distances of one tenant's blocks, recorded by many threads.
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
    static final Counts NONE = new Counts(null, new double[ReuseCurve.STEPS], 0, 0, 0, 0);

    /** Whose counts these are; null before the first access. */
    private final @Nullable BlockReuse of;

    private final double[] hits;
    private final double others;
    private final double samples;
    private final double skipped;
    private final double accesses;

    private Counts(
        @Nullable BlockReuse of,
        double[] hits,
        double others,
        double samples,
        double skipped,
        double accesses) {
      this.of = of;
      this.hits = hits;
      this.others = others;
      this.samples = samples;
      this.skipped = skipped;
      this.accesses = accesses;
    }

    /**
     * Returns the curve of the accesses since earlier counts, or of all accesses if the earlier
     * counts belong to another partition, which this one has replaced.
     *
     * <p>A much-used block is in the sample or not by chance. So the sample stands for more or
     * fewer accesses than there were; the difference is added to the shortest distance
     * (SHARDS-adj).
     */
    ReuseCurve since(Counts then, double seconds) {
      Counts before = then.of == of ? then : NONE;
      double followed = samples - before.samples;
      if (followed < 1) {
        return ReuseCurve.NONE;
      }
      double part = (followed + skipped - before.skipped) / followed / seconds;
      double[] rates = new double[ReuseCurve.STEPS];
      double beyond = (others - before.others) * part;
      double sum = beyond;
      for (int k = 0; k < rates.length; k++) {
        rates[k] = (hits[k] - before.hits[k]) * part;
        sum += rates[k];
      }
      rates[0] = Math.max(0, rates[0] + (accesses - before.accesses) / seconds - sum);
      return ReuseCurve.of(rates, beyond, followed);
    }
  }

  private final LongAdder skipped = new LongAdder();
  private final ReentrantLock lock = new ReentrantLock();

  /** Null before the first access. Its content, except samples, is guarded by lock. */
  private volatile @Nullable ReuseDistances distances;

  /** Records an access; calls {@code accesses} only if the block is followed. */
  void access(int keyHash, long blockBytes, long capacityBytes, LongSupplier accesses) {
    long mixed = ReuseDistances.mix(keyHash);
    ReuseDistances followed = distances;
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

  private synchronized ReuseDistances create() {
    ReuseDistances present = distances;
    if (present == null) {
      present = new ReuseDistances();
      distances = present;
    }
    return present;
  }

  /**
   * Returns the counts so far.
   *
   * @param accesses all accesses, followed or not
   */
  Counts counts(long accesses) {
    ReuseDistances followed = distances;
    if (followed == null) {
      return Counts.NONE;
    }
    lock.lock();
    try {
      return new Counts(
          this, followed.hits(), followed.others(), followed.samples(), skipped.sum(), accesses);
    } finally {
      lock.unlock();
    }
  }
}
