package io.argus.regionserver.admission;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.hdfs.IoTenant;
import io.argus.regionserver.processor.ProcessorUse;
import io.argus.regionserver.scheduling.DeficitRoundRobin;
import io.argus.regionserver.scheduling.DeficitRoundRobin.Flow;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;

/**
 * One tenant as handler admission knows it: its queue, its requests in flight and what its requests
 * cost lately.
 *
 * <p>Guarded by the admission lock.
 *
 * @param <R> type of a request
 */
final class ScheduledTenant<R> {
  /** The same tenant as I/O admission knows it. */
  final IoTenant io;

  /** Not guarded. */
  final ProcessorUse processor = new ProcessorUse();

  final RequestFifo<R> queue = new RequestFifo<>();
  final Flow<ScheduledTenant<R>> flow;
  private final Map<RequestKind, RequestCosts> costs = new EnumMap<>(RequestKind.class);
  private int window;

  /** Requests between two pieces that wait for a slot again; they count as blocked. */
  final ArrayDeque<RequestInFlight<R>> paused = new ArrayDeque<>();

  /** Requests that use a handler slot. */
  int running;

  /** Requests in flight that use none. */
  int blocked;

  /** Moving average: part of the requests that needed a grant of I/O admission. */
  double ioRatio;

  /** Whether it is among those that wait until fewer requests of all tenants are blocked. */
  boolean held;

  /** Whether its queue has stood still since a request was taken, as enough are blocked on I/O. */
  boolean queueBlocked;

  /** How long its queue stood still for that, up to the last request that was taken. */
  long blockedNanos;

  private long lastTakenNanos;

  /** Whether the tenant has had a request lately. */
  boolean active;

  boolean usedSinceSweep;
  long lastUsedNanos;
  boolean backlogged;
  boolean forgotten;
  long rejected;

  /** Requests that a handler has taken. */
  long requests;

  ScheduledTenant(
      IoTenant io, DeficitRoundRobin<ScheduledTenant<R>> ring, long quantumNanos, int window) {
    this.io = io;
    flow = ring.newFlow(this, quantumNanos);
    this.window = window;
  }

  TenantId id() {
    return io.id();
  }

  RequestCosts costs(RequestKind kind) {
    RequestCosts known = costs.get(kind);
    if (known != null) {
      return known;
    }
    RequestCosts made = new RequestCosts(kind, window);
    costs.put(kind, made);
    return made;
  }

  void resizeWindows(int newWindow) {
    window = newWindow;
    for (RequestCosts ofKind : costs.values()) {
      ofKind.resizeWindows(newWindow);
    }
  }

  /** Returns how long the queue's head was blocked there; to be called as the head is taken. */
  long takeBlockedNanos(long nowNanos) {
    long waited = nowNanos - queue.headOfferedNanos();
    if (queueBlocked) {
      blockedNanos += Math.max(0, Math.min(waited, nowNanos - lastTakenNanos));
      queueBlocked = false;
    }
    lastTakenNanos = nowNanos;
    return Math.max(0, Math.min(waited, blockedNanos - queue.headBlockedBefore()));
  }

  boolean hasRequests() {
    return !queue.isEmpty() || running > 0 || blocked > 0;
  }
}
