package io.argus.cli.why;

import io.argus.core.usage.TenantUsage;

/**
 * Where the requests of a tenant spend their time in the servers: as many requests as each figure
 * says are there on average.
 *
 * <p>Immutable.
 *
 * @param queue waiting for a handler, seconds per second
 * @param hdfsWait waiting for a turn at HDFS
 * @param hdfsRead reading from HDFS
 * @param handler all else in a handler: cache, processor
 */
public record TimeSpent(double queue, double hdfsWait, double hdfsRead, double handler) {
  static TimeSpent of(TenantUsage usage) {
    return new TimeSpent(
        usage.queueWaitFraction(),
        usage.hdfsWaitFraction(),
        usage.hdfsReadFraction(),
        usage.handlerFraction());
  }

  /** All together: requests in the servers on average. */
  public double total() {
    return queue + hdfsWait + hdfsRead + handler;
  }
}
