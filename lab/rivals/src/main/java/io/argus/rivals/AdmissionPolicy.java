package io.argus.rivals;

import org.jspecify.annotations.Nullable;

/**
 * Decides which tenant's oldest waiting request runs next.
 *
 * <p>Pure: time is a parameter. Used under the lock of the queues.
 */
interface AdmissionPolicy {

  /**
   * The permission for one request to run.
   *
   * @param estimateBytes HDFS bytes that it is expected to read or write
   */
  record Admission(String tenant, double estimateBytes) {}

  /** A request of that tenant joins the end of its queue. */
  void arrived(String tenant, long nowNanos);

  /** Admits the next request; null if none waits or none may run yet. */
  @Nullable Admission next(long nowNanos);

  /** A request has ended and took that many HDFS bytes. */
  void completed(Admission admission, double actualBytes);

  /** Nanoseconds until {@link #next} may change its answer without an arrival or a completion. */
  long nanosUntilChange(long nowNanos);
}
