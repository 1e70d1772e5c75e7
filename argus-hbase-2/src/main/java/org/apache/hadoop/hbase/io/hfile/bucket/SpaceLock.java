package org.apache.hadoop.hbase.io.hfile.bucket;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The lock that BucketCache tries to take before it evicts blocks of its own choice. It makes room
 * instead and says that it is taken, so that the writer tries again to store its block.
 *
 * <p>HBase tries for it after each batch of blocks that leaves the cache nearly full, and again and
 * again while a block finds no place. Only the latter is a reason to make room: the observer keeps
 * the cache within its size by itself. A writer that stays without a place gets the lock in the
 * end, and HBase evicts as if Argus were not there.
 *
 * <p>Safe for use by any thread.
 */
final class SpaceLock implements Lock {
  private static final int MAX_ATTEMPTS = 64;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final class Attempts {
    int count;
  }

  private final Lock delegate;
  private final BooleanSupplier makeRoom;
  private final ThreadLocal<Attempts> attempts = ThreadLocal.withInitial(Attempts::new);

  /**
   * @param makeRoom returns whether a place may have become free
   */
  SpaceLock(Lock delegate, BooleanSupplier makeRoom) {
    this.delegate = delegate;
    this.makeRoom = makeRoom;
  }

  /** Notes that the calling thread has stored a block. */
  void stored() {
    attempts.get().count = 0;
  }

  @Override
  public boolean tryLock() {
    int count = ++attempts.get().count;
    if (count == 1) {
      return false;
    }
    if (count > MAX_ATTEMPTS) {
      return delegate.tryLock();
    }
    if (!makeRoom.getAsBoolean()) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return false;
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) {
    return tryLock();
  }

  @Override
  public void lock() {
    delegate.lock();
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    delegate.lockInterruptibly();
  }

  @Override
  public void unlock() {
    delegate.unlock();
  }

  @Override
  public Condition newCondition() {
    return delegate.newCondition();
  }
}
