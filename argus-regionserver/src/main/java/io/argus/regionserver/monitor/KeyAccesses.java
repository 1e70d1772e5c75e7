package io.argus.regionserver.monitor;

import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The key repeat ratio of one tenant's accesses, recorded by many threads.
 *
 * <p>A handler never waits here: an access that finds the lock taken is counted but not followed.
 *
 * <p>Safe for use by any thread.
 */
final class KeyAccesses {
  private final LongAdder accesses = new LongAdder();
  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by lock, except KeyRepeatRatio.samples.
  private final KeyRepeatRatio ratio = new KeyRepeatRatio();

  void record(long keyHash) {
    accesses.increment();
    long mixed = KeyRepeatRatio.mix(keyHash);
    if (ratio.samples(mixed) && lock.tryLock()) {
      try {
        if (ratio.samples(mixed)) {
          ratio.access(mixed, accesses.sum());
        }
      } finally {
        lock.unlock();
      }
    }
  }

  double ratio() {
    lock.lock();
    try {
      return ratio.value(accesses.sum());
    } finally {
      lock.unlock();
    }
  }
}
