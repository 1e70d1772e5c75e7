package io.argus.regionserver.scheduler;

import io.argus.core.TenantId;
import io.argus.regionserver.scheduler.DeficitRoundRobin.Flow;

/**
 * One tenant as admission knows it: its queue, what it has open and what its requests cost lately.
 *
 * <p>Guarded by the admission lock.
 *
 * @param <R> type of a request
 */
final class ScheduledTenant<R> {
  final TenantId id;
  final GateTenant gate;
  final RequestFifo<R> queue = new RequestFifo<>();
  final Flow<ScheduledTenant<R>> flow;
  final MeanByKind handlerNanos;

  /** HDFS bytes per request, and the part of them that no call of the gate announced. */
  final MeanByKind hdfsBytes;

  final MeanByKind ungatedBytes;

  int running;
  int parked;

  /** Moving average: part of the requests that visited the gate. */
  double parkRatio;

  /** Whether the tenant has had anything open lately. */
  boolean active;

  boolean openSinceSweep;
  long lastOpenNanos;
  boolean backlogged;
  boolean forgotten;
  long rejected;

  ScheduledTenant(
      TenantId id,
      GateTenant gate,
      DeficitRoundRobin<ScheduledTenant<R>> ring,
      long quantumNanos,
      int window) {
    this.id = id;
    this.gate = gate;
    flow = ring.newFlow(this, quantumNanos);
    handlerNanos = new MeanByKind(window);
    hdfsBytes = new MeanByKind(window);
    ungatedBytes = new MeanByKind(window);
  }

  void resizeWindows(int window) {
    handlerNanos.resize(window);
    hdfsBytes.resize(window);
    ungatedBytes.resize(window);
  }

  boolean hasOpen() {
    return !queue.isEmpty() || running > 0 || parked > 0;
  }
}
