package io.argus.regionserver.admission;

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

  /** Answers a request that will never run, because the scheduler stops. */
  void drop(R request);
}
