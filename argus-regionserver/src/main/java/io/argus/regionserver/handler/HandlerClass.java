package io.argus.regionserver.handler;

import io.argus.regionserver.handler.RequestQueue.Queued;
import io.argus.regionserver.io.IoTenant;
import io.argus.regionserver.scheduling.DeficitRoundRobin.Flow;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * One class of a tenant's requests as handler admission knows it: its queue and its requests in
 * flight. A tenant has one, unless rules divide its requests.
 *
 * <p>Guarded by the handler lock.
 *
 * @param <R> type of a request
 */
final class HandlerClass<R> {
  private static final double IO_RATIO_STEP = 1.0 / 16;

  final String name;
  final HandlerTenant<R> tenant;

  /** The same class as I/O admission knows it. */
  final IoTenant.RequestClass io;

  final RequestQueue<R> queue = new RequestQueue<>();

  /** What the class may do; its requests count for its tenant's cap, too. */
  final CapBucket cap = new CapBucket();

  /** Whether none of its requests may begin, because of its own cap. */
  private boolean capped;

  /** While none may because of that cap or its tenant's. */
  private final Hold waitsForCap = new Hold();

  /** Requests that had to wait because of its own cap, or were sent away. */
  long heldByCap;

  /** Its place among the tenant's classes that have a request for a slot. */
  private final Flow<HandlerClass<R>> reads;

  private final Flow<HandlerClass<R>> writes;

  /** Requests between two pieces that wait for a slot again; they count as blocked. */
  final ArrayDeque<HandlerRequest<R>> paused = new ArrayDeque<>();

  /** Requests between two pieces that wait for a grant of {@link BulkGrants}; likewise. */
  final ArrayDeque<HandlerRequest<R>> awaitGrant = new ArrayDeque<>();

  /** Requests that a handler has taken and that have not ended. */
  int inFlight;

  /** Of those, the ones that use a handler slot. */
  int running;

  /** Of those, the ones that use none, as they wait for HDFS or pause. */
  int blocked;

  /** Moving average: part of the requests that needed a grant of I/O admission. */
  double ioRatio;

  /** Whether its queue has stood still since a request was taken, as enough are blocked on I/O. */
  boolean queueBlocked;

  /** How long its queue stood still for that, up to the last request that was taken. */
  long blockedNanos;

  /** Writes that begin although its tenant's are held back: they were so for long enough. */
  int writesLetThrough;

  private long lastTakenNanos;

  /** Whether it has had a request lately. */
  boolean active;

  long lastUsedNanos;
  boolean forgotten;

  /** Operations that a handler has taken. */
  long operations;

  /** How long the requests that a handler has taken waited for its cap or its tenant's. */
  long capWaitNanos;

  /** How long its requests that have ended waited, for a handler slot or for HDFS. */
  long waitedNanos;

  /** How long they were in handlers, or read from HDFS. */
  long servedNanos;

  HandlerClass(String name, HandlerTenant<R> tenant, IoTenant.RequestClass io) {
    this.name = name;
    this.tenant = tenant;
    this.io = io;
    reads = tenant.reads.turns.newFlow(this, HandlerSchedule.QUANTUM_NANOS);
    writes = tenant.writes.turns.newFlow(this, HandlerSchedule.QUANTUM_NANOS);
  }

  Flow<HandlerClass<R>> flow(HandlerSlots.Use<R> use) {
    return use == tenant.reads ? reads : writes;
  }

  /** Whether none of its requests may begin, because of its own cap. */
  boolean isCapped() {
    return capped;
  }

  /** Sets whether its own cap lets none of its requests begin. */
  void capped(boolean isCapped, long nowNanos) {
    capped = isCapped;
    followCaps(nowNanos);
  }

  /** Its cap, or its tenant's, begins or ceases to keep its requests. */
  void followCaps(long nowNanos) {
    boolean waits = capped || tenant.isCapped();
    if (waits != waitsForCap.isOn()) {
      waitsForCap.set(waits, nowNanos);
    }
  }

  /** Whether none of its requests may begin, because of its cap or its tenant's. */
  boolean waitsForCap() {
    return waitsForCap.isOn();
  }

  /** For how long none of them might begin, up to now. */
  long cappedNanos(long nowNanos) {
    return waitsForCap.nanos(nowNanos);
  }

  /** Requests that are blocked, and those that run by the part that needs I/O. */
  double expectedBlocked() {
    return blocked + ioRatio * running;
  }

  /** Those with which a request waits that pauses. */
  ArrayDeque<HandlerRequest<R>> pausedWith(HandlerRequest<R> request) {
    return request.awaitsGrant ? awaitGrant : paused;
  }

  /**
   * The request that pauses and goes on next, null if there is none.
   *
   * @param grants whether grants may be taken
   */
  @Nullable HandlerRequest<R> nextPaused(boolean grants) {
    HandlerRequest<R> next = paused.peek();
    return next == null && grants ? awaitGrant.peek() : next;
  }

  void used(long nowNanos) {
    lastUsedNanos = nowNanos;
    if (!active) {
      active = true;
      tenant.activeClasses++;
    }
  }

  /**
   * Corrects what is expected of requests like one of this class that was answered.
   *
   * @param accounting whether its HDFS bytes were counted
   */
  void learnFrom(HandlerRequest<R> request, long handlerNanos, long cpuNanos, boolean accounting) {
    RequestCosts costs = request.costs();
    costs.addHandlerNanos(handlerNanos);
    if (!request.cpuIsEstimate()) {
      costs.addCpuNanos(cpuNanos);
    }
    costs.addAnswerNanos(request.answerNanos());
    if (accounting) {
      costs.addUnadmittedBytes(request.io.unadmittedBytes());
    }
    ioRatio += IO_RATIO_STEP * ((request.io.askedForIo() ? 1 : 0) - ioRatio);
  }

  boolean hasRequests() {
    return !queue.isEmpty() || inFlight > 0;
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
}
