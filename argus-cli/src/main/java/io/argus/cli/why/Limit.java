package io.argus.cli.why;

import io.argus.core.usage.TenantUsage;

/** What keeps a tenant from doing more. */
public enum Limit {
  /** It asks for nothing. */
  IDLE,
  /** It asks for no more: its requests hardly wait in the servers. */
  DEMAND,
  /** Its requests wait for their turn at HDFS: its reservation, and what others leave. */
  HDFS_RESERVATION,
  /** Its requests have their turn, but HDFS takes long to answer. */
  DISK,
  /** Its requests wait for a handler. */
  HANDLERS,
  /** Its requests work all the time. */
  PROCESSOR;

  /** A tenant whose requests wait less than that part of the time asks for no more. */
  private static final double HARDLY = 0.1;

  /** Less waiting for HDFS than that, beside reading from it, is the disk's own slowness. */
  private static final double SOME = 0.3;

  static Limit of(TenantUsage usage, boolean demandLimited) {
    TimeSpent time = TimeSpent.of(usage);
    if (usage.totalOperationsPerSecond() == 0 && time.total() == 0) {
      return IDLE;
    }
    double waiting = time.queue() + time.hdfsWait();
    if (demandLimited || (usage.backlogFraction() < HARDLY && time.total() < 1)) {
      return DEMAND;
    }
    double disk = time.hdfsWait() + time.hdfsRead();
    if (disk >= time.queue() && disk >= time.handler()) {
      return time.hdfsWait() >= SOME * disk ? HDFS_RESERVATION : DISK;
    }
    return waiting >= HARDLY * time.total() && time.queue() >= time.handler()
        ? HANDLERS
        : PROCESSOR;
  }
}
