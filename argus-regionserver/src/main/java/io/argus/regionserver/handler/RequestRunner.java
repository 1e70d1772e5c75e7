package io.argus.regionserver.handler;

import io.argus.regionserver.runaway.RunawayWatch;
import org.jspecify.annotations.Nullable;

/**
 * Port that executes requests. Whatever it throws is counted and logged; the handler thread
 * survives.
 *
 * <p>Called by many threads at once.
 *
 * @param <R> type of a request
 */
public interface RequestRunner<R> {
  /** Executes a request in the calling handler thread. */
  void run(R request);

  /**
   * Tells how long a request has waited, in the thread that is about to run it or runs it: once for
   * its way through the queue, and then for each wait in its course.
   *
   * @param queueNanos for a handler
   * @param capNanos as its tenant was at its cap
   * @param memstoreNanos as its tenant held more than its part of the memstores
   * @param ioNanos for I/O admission
   */
  default void waited(
      R request, long queueNanos, long capNanos, long memstoreNanos, long ioNanos) {}

  /** How the request that the calling thread ran last has ended; asked once, when it has. */
  default Outcome outcome(R request) {
    return Outcome.ANSWERED;
  }

  /**
   * Returns for how many nanoseconds from now a request is of use to its client: 0 or less once the
   * client has gone, {@link Long#MAX_VALUE} if nobody knows.
   */
  default long usefulNanos(R request) {
    return Long.MAX_VALUE;
  }

  /** Returns the operations of a request: actions of a multi, 1 for any other kind. */
  default int operations(R request) {
    return 1;
  }

  /**
   * Answers a request that will never run, since its tenant is above its cap: its client is to come
   * again later. Returns false, and does nothing, if the platform's clients know no such answer.
   *
   * @param waitNanos after how long it is to come again
   */
  default boolean sendAway(R request, long waitNanos) {
    return false;
  }

  /** Returns the region that a request is for, the first if there are several; null if unknown. */
  default @Nullable Object region(R request) {
    return null;
  }

  /** Returns what names the table of a region; what requests cost is estimated per table. */
  default Object table(Object region) {
    return region;
  }

  /**
   * Whether a thread waits for a lock of a region that whoever reads there holds, as does a flush
   * that is about to commit. Any thread may ask.
   */
  default boolean othersWait(Object region) {
    return false;
  }

  /** Returns a request as rules on runaway requests limit it; null if none does. */
  default RunawayWatch.@Nullable Subject watched(R request) {
    return null;
  }

  /**
   * Whether the bytes of blocks count that a request finds in the cache, even if nobody limits it.
   */
  default boolean countsBlocks(R request) {
    return false;
  }

  /** Answers a request that will never run, because the scheduler stops. */
  void drop(R request);
}
