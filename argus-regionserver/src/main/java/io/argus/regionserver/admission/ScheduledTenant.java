package io.argus.regionserver.admission;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.hdfs.IoTenant;
import io.argus.regionserver.scheduling.DeficitRoundRobin;
import io.argus.regionserver.scheduling.DeficitRoundRobin.Flow;
import io.argus.regionserver.scheduling.RequestState;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;

/**
 * One tenant as admission knows it: its queue, what it has open and what its requests cost lately.
 *
 * <p>Guarded by the admission lock.
 *
 * @param <R> type of a request
 */
public final class ScheduledTenant<R> {
  public final TenantId id;
  public final IoTenant gate;
  final RequestFifo<R> queue = new RequestFifo<>();
  final Flow<ScheduledTenant<R>> flow;
  private final Map<RequestKind, RequestCosts> costs = new EnumMap<>(RequestKind.class);
  private int window;

  /** Requests between two pieces that wait for a slot again; they count as parked. */
  final ArrayDeque<RequestState<R>> paused = new ArrayDeque<>();

  int running;
  int parked;

  /** Moving average: part of the requests that visited the gate. */
  double parkRatio;

  /** Whether its queue stood still since a request was taken from it, as enough are at HDFS. */
  boolean held;

  /** How long its queue stood still for HDFS, up to the last request that was taken. */
  long heldNanos;

  long lastTakenNanos;

  /** Whether the tenant has had anything open lately. */
  boolean active;

  boolean openSinceSweep;
  long lastOpenNanos;
  boolean backlogged;
  boolean forgotten;
  long rejected;

  ScheduledTenant(
      TenantId id,
      IoTenant gate,
      DeficitRoundRobin<ScheduledTenant<R>> ring,
      long quantumNanos,
      int window) {
    this.id = id;
    this.gate = gate;
    flow = ring.newFlow(this, quantumNanos);
    this.window = window;
  }

  public RequestCosts costs(RequestKind kind) {
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

  /** To be called as the queue's head is taken; returns how long it was held back by HDFS. */
  long takeHeldNanos(long nowNanos) {
    long waited = nowNanos - queue.headOfferedNanos();
    if (held) {
      heldNanos += Math.max(0, Math.min(waited, nowNanos - lastTakenNanos));
      held = false;
    }
    lastTakenNanos = nowNanos;
    return Math.max(0, Math.min(waited, heldNanos - queue.headHeldBefore()));
  }

  boolean hasOpen() {
    return !queue.isEmpty() || running > 0 || parked > 0;
  }
}
