package io.argus.regionserver.handler;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.handler.RequestQueue.Queued;
import io.argus.regionserver.io.IoTenant;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * One tenant as handler admission knows it: its queue, its requests in flight and what its requests
 * cost lately.
 *
 * <p>Guarded by the handler lock.
 *
 * @param <R> type of a request
 */
final class HandlerTenant<R> {
  /** The costs of further tables are taken together, so that memory is bounded. */
  private static final int MAX_TABLES = 256;

  private static final Object OTHER_TABLES = new Object();

  /** The same tenant as I/O admission knows it. */
  final IoTenant io;

  /** Not guarded. */
  final CpuUse cpu = new CpuUse();

  /** Its requests that the host queues and runs by itself. Not guarded. */
  final HostCounts host = new HostCounts();

  final RequestQueue<R> queue = new RequestQueue<>();

  /** How it uses the slots of requests that do not write. */
  final HandlerSlots.Use<R> reads;

  /** How it uses the slots of requests that write. */
  final HandlerSlots.Use<R> writes;

  private final Map<Object, Map<RequestKind, RequestCosts>> costs = new HashMap<>();

  /** Requests between two pieces that wait for a slot again; they count as blocked. */
  final ArrayDeque<HandlerRequest<R>> paused = new ArrayDeque<>();

  /** Requests in flight that use none, as they wait for HDFS or pause. */
  int blocked;

  /** Moving average: part of the requests that needed a grant of I/O admission. */
  double ioRatio;

  /** Whether its queue has stood still since a request was taken, as enough are blocked on I/O. */
  boolean queueBlocked;

  /** How long its queue stood still for that, up to the last request that was taken. */
  long blockedNanos;

  private long lastTakenNanos;

  final CapBucket cap = new CapBucket();

  private boolean capped;
  private long cappedSinceNanos;
  private long cappedNanos;

  /** Requests that had to wait because of its cap, or were sent away. */
  long heldByCap;

  /** Whether the tenant has had a request lately. */
  boolean active;

  boolean usedSinceSweep;
  long lastUsedNanos;
  boolean backlogged;
  boolean forgotten;
  long rejected;

  /** Requests that a handler has taken. */
  long requests;

  HandlerTenant(
      IoTenant io, HandlerSlots<R> readSlots, HandlerSlots<R> writeSlots, long quantumNanos) {
    this.io = io;
    reads = readSlots.newUse(this, quantumNanos);
    writes = writeSlots.newUse(this, quantumNanos);
  }

  TenantId id() {
    return io.id();
  }

  RequestCosts costs(Object table, RequestKind kind) {
    Map<RequestKind, RequestCosts> ofTable = costs.get(table);
    if (ofTable == null) {
      Object shared = costs.size() < MAX_TABLES ? table : OTHER_TABLES;
      ofTable = costs.computeIfAbsent(shared, any -> new EnumMap<>(RequestKind.class));
    }
    RequestCosts known = ofTable.get(kind);
    if (known != null) {
      return known;
    }
    RequestCosts made = new RequestCosts(kind);
    ofTable.put(kind, made);
    return made;
  }

  /** Whether none of its requests may begin, because of its cap. */
  boolean isCapped() {
    return capped;
  }

  /** Sets whether its cap lets none of its requests begin. */
  void capped(boolean isCapped, long nowNanos) {
    cappedNanos = cappedNanos(nowNanos);
    cappedSinceNanos = nowNanos;
    capped = isCapped;
  }

  /** For how long its cap has let none of its requests begin, up to now. */
  long cappedNanos(long nowNanos) {
    return cappedNanos + (capped ? Math.max(0, nowNanos - cappedSinceNanos) : 0);
  }

  /**
   * Returns how long a request was blocked in the queue; to be called as it is taken.
   *
   * @param waited how long it was in the queue while the tenant's cap let it begin
   */
  long takeBlockedNanos(Queued<R> taken, long waited, long nowNanos) {
    if (queueBlocked) {
      blockedNanos += Math.max(0, Math.min(waited, nowNanos - lastTakenNanos));
      queueBlocked = false;
    }
    lastTakenNanos = nowNanos;
    return Math.max(0, Math.min(waited, blockedNanos - taken.blockedBefore));
  }

  /** Requests that use a handler slot. */
  int running() {
    return reads.running() + writes.running();
  }

  boolean hasRequests() {
    int inHandlers = running() + reads.stalled + writes.stalled;
    return !queue.isEmpty() || inHandlers > 0 || blocked > 0;
  }
}
