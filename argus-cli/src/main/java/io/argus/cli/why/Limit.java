package io.argus.cli.why;

import io.argus.core.usage.TenantUsage;

/** What limits the throughput of a tenant. */
enum Limit {
  /** It sends no requests. */
  IDLE,
  /** It is demand-limited: its requests hardly wait in the servers. */
  DEMAND,
  /** Its requests wait for its cap. */
  CAP,
  /** Its writes wait, as it fills more than its part of the memstores. */
  MEMSTORE,
  /** Its requests wait for I/O admission: its reservation, and what it can borrow. */
  HDFS_RESERVATION,
  /** Its requests are admitted soon, but HDFS takes long to answer. */
  DISK,
  /** Its requests wait for a handler. */
  HANDLERS,
  /** Its requests wait for handlers, or are worked on, while all cores are in use. */
  CPU;

  /** A tenant whose requests wait for a smaller part of the time is demand-limited. */
  private static final double HARDLY = 0.1;

  /** With a smaller part of waiting in the time for HDFS, the disk is the limit. */
  private static final double SOME = 0.3;

  /**
   * @param cpu of the servers on which the tenant has requests
   */
  static Limit of(TenantUsage usage, boolean demandLimited, CpuUsed cpu) {
    TimeSpent time = TimeSpent.of(usage);
    if (usage.totalOperationsPerSecond() == 0 && time.total() == 0) {
      return IDLE;
    }
    if (time.cap() >= HARDLY && time.cap() >= HARDLY * time.total()) {
      return CAP; // its other waits are shorter for that
    }
    if (time.memstore() >= HARDLY && time.memstore() >= SOME * time.total()) {
      return MEMSTORE;
    }
    double waiting = time.queue() + time.hdfsWait();
    if (demandLimited || (usage.backlogFraction() < HARDLY && time.total() < 1)) {
      return DEMAND;
    }
    double disk = time.hdfsWait() + time.hdfsRead();
    if (disk >= time.queue() && disk >= time.handler()) {
      return time.hdfsWait() >= SOME * disk ? HDFS_RESERVATION : DISK;
    }
    if (cpu.isBusy()) {
      return CPU;
    }
    if (cpu.isKnown()) {
      return time.queue() >= time.handler() ? HANDLERS : DEMAND;
    }
    return waiting >= HARDLY * time.total() && time.queue() >= time.handler() ? HANDLERS : CPU;
  }
}
