package io.argus.regionserver.handler;

import io.argus.regionserver.handler.RequestQueue.Queued;
import io.argus.regionserver.io.IoConcurrencyLimit;
import io.argus.regionserver.io.IoTenant;
import io.argus.regionserver.scheduling.DeficitRoundRobin;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Which request a free handler takes next: that of the tenant whose turn it is in the slots for
 * such requests, see {@link HandlerSlots}, and of the class that {@link ClassTurns} says.
 *
 * <p>Idea: a request in flight counts as running while it uses one of the slots, and as blocked
 * while it waits for HDFS, reads from it or pauses, see {@link InFlight}. A tenant takes part while
 * it has a request that nothing keeps from going on ({@link HandlerHolds}, {@link ClassTurns}). The
 * bound on running ones leaves an eighth of the slots to other tenants while there are any.
 *
 * <p>Requests that write have slots of their own, as many as the host has handlers, whether or not
 * the CPU is busy. They mostly wait for the write-ahead log, and one sync of the log serves all
 * that wait for it.
 *
 * <p>Tenants are charged what they compete for: while cores are busy, and slots few, CPU time with
 * what belongs to it outside of handlers, else the time for which requests have a handler.
 *
 * <p>Pure: time is a parameter. Not safe for use by several threads.
 *
 * @param <R> type of a request
 */
final class HandlerSchedule<R> {
  /** CPU or handler time that a tenant of weight 1 may use per round. */
  static final long QUANTUM_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

  private final HandlerLimits limits;

  /** For all that does not write; for all while requests run in the order of their arrival. */
  private final HandlerSlots<R> reads = new HandlerSlots<>(false);

  private final HandlerSlots<R> writes = new HandlerSlots<>(true);
  private final InFlight<R> inFlight;
  private final ClassTurns<R> turns;
  private final WriteTurns<R> writeTurns;
  private final HandlerTenants<R> tenants = new HandlerTenants<>();
  private final HandlerHolds<R> holds;
  private final BulkCalls<R> longCalls;
  private int paused;
  private int queued;

  HandlerSchedule(int handlers, HandlerPolicy policy) {
    limits = new HandlerLimits(handlers, policy);
    inFlight = new InFlight<>(handlers);
    longCalls = new BulkCalls<>(tenants.all(), new BulkGrants(policy.cores));
    turns = new ClassTurns<>(limits, inFlight, longCalls.grants);
    writeTurns = new WriteTurns<>(limits, reads, writes, tenant -> place(tenant.writes));
    holds = new HandlerHolds<>(limits, tenants.all(), this::place);
    placeAll();
  }

  /** What keeps a tenant's own requests from beginning. */
  HandlerHolds<R> holds() {
    return holds;
  }

  HandlerTenant<R> add(IoTenant io, double weight, long now) {
    HandlerTenant<R> tenant = new HandlerTenant<>(io, reads, writes, quantumNanos(weight));
    tenant.latencySlo = limits.policy().latencySlo(tenant.id());
    tenants.add(tenant, now);
    return tenant;
  }

  void weight(HandlerTenant<R> tenant, double weight) {
    tenant.cpuCredit.quantum(quantumNanos(weight));
    writes.ring.quantum(tenant.writes.flow, quantumNanos(weight));
  }

  private static long quantumNanos(double weight) {
    return (long) Math.max(1_000, Math.min(1e9, QUANTUM_NANOS * weight));
  }

  /** Takes over a policy; returns the paused requests that it lets go on. */
  List<HandlerRequest<R>> policy(HandlerPolicy newPolicy) {
    limits.policy(newPolicy);
    longCalls.policy(newPolicy);
    List<HandlerRequest<R>> resumed =
        newPolicy.enforcing ? Collections.emptyList() : pausedRequests();
    resumed.forEach(this::resumeAnyway);
    placeAll();
    return resumed;
  }

  /**
   * Queues a request of a class; false if the queue of that class is full.
   *
   * @param costs what requests like it cost the tenant
   * @param operations how many operations it is
   * @param usefulNanos after how long its client waits no more, or {@link Queued#NO_DEADLINE}
   */
  boolean offer(
      HandlerClass<R> ofClass,
      R request,
      RequestCosts costs,
      int operations,
      long bytes,
      long usefulNanos,
      long now) {
    HandlerTenant<R> tenant = ofClass.tenant;
    RequestQueue<R> queue = ofClass.queue;
    HandlerPolicy policy = limits.policy();
    if (queue.length() >= policy.queueLength
        || (queue.bytes() + bytes > policy.queueBytes && !queue.isEmpty())) {
      tenant.rejected++;
      return false;
    }
    HandlerSlots.Use<R> use =
        policy.enforcing && costs.kind.writes() ? tenant.writes : tenant.reads;
    boolean first = turns.head(use, ofClass) == null;
    queue.add(
        new Queued<>(
            request,
            costs,
            operations,
            bytes,
            longCalls.queues(ofClass, costs.kind, costs.cpuNanos(), now),
            now,
            usefulNanos,
            ofClass.blockedNanos,
            ofClass.cappedNanos(now),
            tenant.heldNanos(now)));
    queued++;
    tenant.usedSinceSweep = true;
    ofClass.used(now);
    tenant.heldByCap += tenant.isCapped() ? 1 : 0;
    ofClass.heldByCap += ofClass.isCapped() ? 1 : 0;
    boolean held = use.isHeld();
    tenant.writesHeld += held ? 1 : 0;
    if (!tenant.active) {
      tenant.active = true;
      limits.activeTenants(tenants.active());
      placeAll();
    } else if (first) {
      place(use);
    }
    boolean keptByOthers = !ofClass.waitsForCap() && !held;
    if (keptByOthers && !(use.slots.isFree() && use.flow.active())) {
      tenant.enterBacklog(now);
    }
    return true;
  }

  /**
   * Follows how busy the cores are, which decides how many requests may use a handler slot.
   *
   * @param waiting as {@link HandlerLimits#cores} takes it
   * @param load likewise
   */
  void cores(double waiting, double load) {
    if (limits.cores(waiting, load)) {
      placeAll();
    }
  }

  /**
   * Follows how many reads may be at HDFS at once, which {@link #blockedBound} depends on.
   *
   * @param reads S of {@link IoConcurrencyLimit}
   */
  void ioConcurrencyLimit(int reads) {
    if (limits.ioConcurrencyLimit(reads)) {
      placeAll();
    }
  }

  /** Looks whether reads go on; to be called every 100 ms or so. */
  void followReads() {
    writeTurns.followReads();
  }

  /** Looks how long calls under an SLO on p99 waited; to be called every 100 ms or so. */
  void followWaits(long now) {
    boolean needed = longCalls.grants.areNeeded();
    longCalls.followWaits(now);
    if (needed && !longCalls.grants.areNeeded()) {
      placeAll();
    }
  }

  /** Whether long calls need grants. */
  boolean needsGrants() {
    return longCalls.grants.areNeeded();
  }

  /** Lets long calls go on that waited for a grant, if there is one now. */
  void followGrants(long now) {
    if (longCalls.grants.areNeeded() && longCalls.grants.fill(now)) {
      for (HandlerTenant<R> tenant : tenants.all()) {
        if (tenant.awaitsGrant()) {
          place(tenant);
        }
      }
    }
  }

  /** The part of the cores that long calls may use, beside calls under an SLO on p99. */
  double partOfLongCalls() {
    return longCalls.grants.part();
  }

  /** How many requests that do not write may use a handler slot at once. */
  int slots() {
    return limits.slots();
  }

  /** How many of these slots one tenant may use. */
  int runningBound() {
    return reads.bound();
  }

  /** How many requests of a tenant may be blocked now if one of a class is to go on. */
  int blockedBound(HandlerClass<R> ofClass) {
    return turns.blockedBound(ofClass);
  }

  /** Whether {@link #next} would find a request. */
  boolean ready() {
    return reads.ready() || writes.ready() || writeTurns.mayBeginRound();
  }

  /** Has a thread take the next request; false if none may run now. */
  boolean next(HandlerRequest<R> request, long now) {
    if (!ready()) {
      return false;
    }
    HandlerSlots.Use<R> use = limits.enforcing() ? chosen() : turns.oldest(reads);
    if (use == null) {
      return false;
    }
    HandlerTenant<R> tenant = use.tenant;
    HandlerClass<R> ofClass = turns.next(use);
    Queued<R> next = ofClass == null ? null : turns.remove(use, ofClass, now);
    if (ofClass == null || next == null) {
      place(tenant);
      return false;
    }
    request.takeFrom(ofClass, next, limits.enforcing(), chargesCpu(), now);
    request.use = use;
    if (!use.slots.ofWrites) {
      writeTurns.readBegins();
    }
    if (use.isHeld()) {
      ofClass.writesLetThrough--;
    }
    queued--;
    charge(request, request.chargedNanos);
    holds.begins(ofClass, next, now);
    longCalls.begins(request);
    if (request.io.waitsToBegin()) {
      inFlight.block(request);
    } else {
      inFlight.run(request);
    }
    if (tenant.queued() == 0) {
      tenant.leaveBacklog(now);
    }
    place(tenant);
    return true;
  }

  private void charge(HandlerRequest<R> request, long nanos) {
    if (limits.enforcing()) {
      HandlerSlots.Use<R> use = request.use();
      use.charge(request.ofClass(), turns.costNanos(use.tenant, nanos));
    }
  }

  /** Whether cores are what tenants compete for, else it is handler slots. */
  boolean chargesCpu() {
    return limits.chargesCpu();
  }

  private HandlerSlots.@Nullable Use<R> chosen() {
    if (writeTurns.mayBeginRound()) {
      writeTurns.beginRound();
    }
    HandlerSlots.Use<R> write = chosen(writes);
    return write == null ? chosen(reads) : write;
  }

  /**
   * Who has the next of the slots, without tenants that others' blocked requests keep out by now;
   * null if no slot is free or nobody wants one.
   */
  private HandlerSlots.@Nullable Use<R> chosen(HandlerSlots<R> slots) {
    HandlerSlots.Use<R> use = slots.next();
    while (use != null && turns.next(use) == null) {
      place(use.tenant);
      use = slots.next();
    }
    if (!slots.ofWrites) {
      writeTurns.followRounds();
    }
    return use;
  }

  /** The request gives its handler slot away, to wait for HDFS. */
  void leaveSlot(HandlerRequest<R> request) {
    inFlight.leaveHandler(request);
    inFlight.block(request);
    place(request.owner());
  }

  /**
   * A request that does not pause goes on in another class of its tenant, where it is charged from
   * now on.
   */
  void move(HandlerRequest<R> request, HandlerClass<R> to, long now) {
    HandlerClass<R> from = request.ofClass();
    if (from == to || to.forgotten || request.paused) {
      return;
    }
    inFlight.move(request, to);
    to.used(now);
    place(to.tenant);
  }

  /**
   * The request has used no CPU time in its handler for a while: it takes no slot from others until
   * it {@linkplain #goesOn goes on}. No more requests stall than the host has handlers.
   */
  void stall(HandlerRequest<R> request) {
    if (limits.enforcing() && inFlight.stall(request)) {
      place(request.owner());
    }
  }

  /** The stalled request uses CPU time again. */
  void goesOn(HandlerRequest<R> request) {
    inFlight.goOn(request);
  }

  /** The request is back from HDFS; it goes on even if all slots are taken by now. */
  void takeSlot(HandlerRequest<R> request) {
    inFlight.unblock(request);
    unblocked();
    inFlight.run(request);
    place(request.owner());
  }

  private void unblocked() {
    if (limits.raisesBounds(inFlight.blocked())) {
      placeAll();
    }
  }

  /**
   * Between two pieces of a request: charges what it used so far and, if another tenant or class
   * waits for a slot or it needs a grant that may not be taken, gives the slot away. Then {@link
   * #resume} brings it back when its tenant is next; the caller calls {@link #resumeAnyway} after
   * as many nanoseconds as this returns.
   *
   * @param usedNanos CPU time if {@link #chargesCpu}, else handler time
   */
  long pause(HandlerRequest<R> request, long usedNanos) {
    HandlerClass<R> ofClass = request.ofClass();
    HandlerSlots.Use<R> use = request.use();
    if (!limits.enforcing() || !request.running || use.slots.ofWrites) {
      return 0;
    }
    long uncharged = usedNanos - request.chargedNanos;
    if (uncharged > 0) {
      charge(request, uncharged);
      request.chargedNanos += uncharged;
    }
    long limitNanos = limits.policy().scanPauseLimitNanos - request.pausedNanos;
    boolean mayGoOn = longCalls.mayGoOn(request, usedNanos);
    boolean othersWait =
        reads.ring.size() > (use.flow.active() ? 1 : 0) || turns.othersMayGoOn(use, ofClass);
    boolean keepsSlot = reads.isFree() || !othersWait || use.isBeyondBound();
    if (limitNanos <= 0 || (mayGoOn && keepsSlot)) {
      return 0;
    }
    request.paused = true;
    paused++;
    request.awaitsGrant = !mayGoOn;
    ofClass.pausedWith(request).add(request);
    leaveSlot(request);
    return limitNanos;
  }

  /** A copy of those that pause. */
  List<HandlerRequest<R>> pausedRequests() {
    return tenants.pausedRequests();
  }

  /** Gives the free slot to a paused request, if its tenant is next. */
  @Nullable HandlerRequest<R> resume() {
    if (paused == 0 || !limits.enforcing()) {
      return null;
    }
    HandlerSlots.Use<R> use = chosen(reads);
    HandlerClass<R> next = use == null ? null : turns.next(use);
    HandlerRequest<R> request = next == null ? null : turns.nextPaused(next);
    if (request != null) {
      resumeAnyway(request);
    }
    return request;
  }

  /** Lets a paused request go on, even if all slots are taken. */
  void resumeAnyway(HandlerRequest<R> request) {
    if (!request.paused) {
      return;
    }
    request.ofClass().pausedWith(request).remove(request);
    if (request.awaitsGrant) {
      longCalls.renew(request);
    }
    paused--;
    request.paused = false;
    writeTurns.readBegins();
    takeSlot(request);
  }

  /** Ends a request and corrects its estimate. One that was not answered tells of no other. */
  void finish(HandlerRequest<R> request, long handlerNanos, long cpuNanos, long now) {
    HandlerTenant<R> tenant = request.owner();
    HandlerClass<R> ofClass = request.ofClass();
    ofClass.waitedNanos += request.queueWaitNanos() + request.hdfsWaitNanos();
    ofClass.servedNanos += handlerNanos + request.hdfsReadNanos();
    if (inFlight.end(request)) {
      unblocked();
    }
    charge(request, (chargesCpu() ? cpuNanos : handlerNanos) - request.chargedNanos);
    holds.ends(ofClass, request.sentBytes(), now);
    longCalls.ends(request, handlerNanos, cpuNanos);
    if (request.answered()) {
      ofClass.learnFrom(request, handlerNanos, cpuNanos, limits.policy().accounting);
    }
    place(tenant);
  }

  private void place(HandlerTenant<R> tenant) {
    place(tenant.reads);
    place(tenant.writes);
  }

  private void place(HandlerSlots.Use<R> use) {
    DeficitRoundRobin<HandlerSlots.Use<R>> ring = use.slots.ring;
    boolean atBound = limits.enforcing() && use.isAtBound();
    HandlerClass<R> next = atBound ? null : turns.next(use);
    use.waits(atBound ? turns.anyWaits(use) : next != null);
    if (!writeTurns.follow(use) || next == null) {
      ring.deactivate(use.flow);
    } else {
      use.flow.expect(turns.expectedNanos(use, next));
      ring.activate(use.flow);
    }
  }

  /** After a change of what the bounds depend on. */
  private void placeAll() {
    reads.resize(slots(), limits.extraSlots(), limits.shared(), tenants.all(), each -> each.reads);
    writes.resize(limits.handlers(), 0, limits.shared(), tenants.all(), each -> each.writes);
    tenants.all().forEach(this::place);
  }

  /** Looks which tenants are still active; returns those that were idle so long that they go. */
  List<HandlerTenant<R>> sweep(long now) {
    List<HandlerTenant<R>> gone = tenants.sweep(now);
    limits.activeTenants(tenants.active());
    placeAll();
    return gone;
  }

  /** A copy of the queued requests. */
  List<R> queuedRequests() {
    return tenants.queuedRequests();
  }

  /** Removes and returns every queued request. */
  List<R> drain(long now) {
    List<R> requests = new ArrayList<>();
    for (HandlerTenant<R> tenant : tenants.all()) {
      requests.addAll(tenant.drain());
      tenant.leaveBacklog(now);
      place(tenant);
    }
    queued = 0;
    return requests;
  }

  Collection<HandlerTenant<R>> tenants() {
    return tenants.all();
  }

  int running() {
    return reads.running() + writes.running();
  }

  int blocked() {
    return inFlight.blocked();
  }

  int stalled() {
    return inFlight.stalled();
  }

  int queued() {
    return queued;
  }
}
