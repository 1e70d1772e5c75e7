package io.argus.regionserver.admission;

import java.io.IOException;

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
   * Whether the request that the calling thread ran last was executed, and answered without an
   * exception; only then it is an operation.
   */
  default boolean answered(R request) {
    return true;
  }

  /** Bytes of the request that the calling thread ran last, as they came in; 0 if not known. */
  default long receivedBytes(R request) {
    return 0;
  }

  /** Bytes of the answer to the request that the calling thread ran last; 0 without an answer. */
  default long sentBytes(R request) {
    return 0;
  }

  /**
   * Returns for how many nanoseconds a request in progress is of use to its client: 0 or less once
   * the client has gone, {@link Long#MAX_VALUE} if nobody knows.
   */
  default long usefulNanos(R request) {
    return Long.MAX_VALUE;
  }

  /** Returns what ends a request of the calling thread that is of no more use. */
  default IOException useless(R request) {
    return new IOException("The client does not wait for the answer any more");
  }

  /** Answers a request that will never run, because the scheduler stops. */
  void drop(R request);
}
