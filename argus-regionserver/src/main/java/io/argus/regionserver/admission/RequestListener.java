package io.argus.regionserver.admission;

import io.argus.regionserver.scheduling.RequestRecord;

/**
 * Hears of every request that ended. Whatever it throws is counted; the request is not affected.
 *
 * <p>Called by the handler thread of the request, many at once.
 *
 * @param <R> type of a request
 */
public interface RequestListener<R> {
  /**
   * Called once after each request.
   *
   * @param record reused by the handler thread for its next request: valid during the call only
   */
  void finished(R request, RequestRecord record);
}
