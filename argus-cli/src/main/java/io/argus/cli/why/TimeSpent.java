package io.argus.cli.why;

import io.argus.core.usage.Figure;
import io.argus.core.usage.TenantUsage;

/**
 * Where the requests of a tenant spend their time in the servers. Each figure is an average number
 * of requests, or seconds per second.
 *
 * <p>Immutable.
 */
final class TimeSpent {
  private final double cap;
  private final double memstore;
  private final double queue;
  private final double hdfsWait;
  private final double hdfsRead;
  private final double handler;

  /**
   * @param cap waiting for its cap
   * @param memstore waiting to write, as it fills more than its part of the memstores
   * @param queue waiting for a handler
   * @param hdfsWait waiting for I/O admission
   * @param hdfsRead reading from HDFS
   * @param handler everything else in a handler: cache, CPU
   */
  public TimeSpent(
      double cap, double memstore, double queue, double hdfsWait, double hdfsRead, double handler) {
    this.cap = cap;
    this.memstore = memstore;
    this.queue = queue;
    this.hdfsWait = hdfsWait;
    this.hdfsRead = hdfsRead;
    this.handler = handler;
  }

  public double cap() {
    return cap;
  }

  public double memstore() {
    return memstore;
  }

  public double queue() {
    return queue;
  }

  public double hdfsWait() {
    return hdfsWait;
  }

  public double hdfsRead() {
    return hdfsRead;
  }

  public double handler() {
    return handler;
  }

  static TimeSpent of(TenantUsage usage) {
    return new TimeSpent(
        usage.get(Figure.CAP_WAIT),
        usage.get(Figure.MEMSTORE_WAIT),
        usage.queueWaitFraction(),
        usage.hdfsWaitFraction(),
        usage.hdfsReadFraction(),
        usage.handlerFraction());
  }

  /** All requests in the servers on average. */
  public double total() {
    return cap + memstore + queue + hdfsWait + hdfsRead + handler;
  }
}
