package io.argus.rivals;

import org.jspecify.annotations.Nullable;

/**
 * Decides which tenant's oldest waiting request runs next.
 *
 * <p>Pure: time is a parameter. Used under the lock of whoever holds the queues.
 */
public interface AdmissionPolicy {

  /**
   * A request's leave to run.
   *
   * @param estimateBytes HDFS bytes it is expected to read or write
   */
  record Turn(String tenant, double estimateBytes) {}

  /** A request of that tenant joins the end of its queue. */
  void arrived(String tenant, long nowNanos);

  /** The request that leaves its queue now; null if none waits or none may run yet. */
  @Nullable Turn next(long nowNanos);

  /** A request has ended, after so many HDFS bytes. */
  void completed(Turn turn, double actualBytes);

  /**
   * Nanoseconds after which {@link #next} may answer otherwise though nothing arrived or completed.
   */
  long nanosUntilChange(long nowNanos);
}
