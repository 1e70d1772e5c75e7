package io.argus.regionserver.handler;

import io.argus.core.tenant.TenantId;
import io.argus.regionserver.handler.RequestQueue.Queued;
import io.argus.regionserver.io.IoConcurrencyLimit;
import io.argus.regionserver.io.IoTenant;
import io.argus.regionserver.scheduling.DeficitRoundRobin;
import io.argus.regionserver.scheduling.DeficitRoundRobin.Flow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Which request a free handler takes next, with a bound on how many requests of a tenant may be
 * blocked on I/O.
 *
 * <p>Idea: a request in flight counts as running while it uses one of the {@link HandlerSlots}, and
 * as blocked while it waits for HDFS, reads from it or pauses. The bound on blocked ones looks
 * ahead: running requests count by the part of the tenant's requests that need I/O, because a
 * thread that comes to I/O admission has nowhere else to go. It falls as more requests of all
 * tenants are blocked, see {@link HandlerLimits#blocked}. At the limit only tenants go on whose
 * requests mostly hit: threads are left for them. The bound on running ones leaves an eighth of the
 * slots to other tenants while there are any.
 *
 * <p>Requests that write have slots of their own, as many as the host has handlers, whether or not
 * the CPU is busy. They mostly wait for the write-ahead log, and one sync of the log serves all
 * that wait for it.
 *
 * <p>Any running request may wait in its slot for something that Argus does not see, such as a row
 * lock, the memstore or the log. If it uses no CPU time for a while it is {@link #stall}ed: it
 * still counts against its tenant's bound, but takes no slot from others, so that these go on. No
 * more requests stall than the host has handlers.
 *
 * <p>Where rules divide a tenant's requests into classes, its turn is that of the class which is
 * next by the same deficit round robin, with quanta in proportion to the weights of its classes.
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

  static final long ACTIVE_NANOS = TimeUnit.SECONDS.toNanos(1);
  static final long FORGET_NANOS = TimeUnit.MINUTES.toNanos(10);

  /** How long a request may wait for its tenant's cap before its client is sent away. */
  static final long CAP_WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** For how long writes are held back unless that is renewed. */
  private static final long HELD_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long MAX_AWAY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final double IO_RATIO_STEP = 1.0 / 16;

  /** Less than this part of a tenant's requests needs I/O if they mostly hit. */
  private static final double MOSTLY_HITS = 1.0 / 8;

  private final HandlerLimits limits;

  /** For all that does not write; for all while requests run in the order of their arrival. */
  private final HandlerSlots<R> reads = new HandlerSlots<>();

  private final HandlerSlots<R> writes = new HandlerSlots<>();
  private HandlerPolicy policy;

  private final Collection<HandlerTenant<R>> tenants = new ArrayList<>();
  private int activeTenants;
  private int blocked;
  private int stalled;
  private int paused;
  private int queued;
  private Set<TenantId> heldWriters = Collections.emptySet();
  private long heldUntilNanos;

  HandlerSchedule(int handlers, HandlerPolicy policy) {
    this.limits = new HandlerLimits(handlers);
    this.policy = policy;
    placeAll();
  }

  HandlerTenant<R> add(IoTenant io, double weight, long now) {
    HandlerTenant<R> tenant = new HandlerTenant<>(io, reads, writes, quantumNanos(weight));
    tenant.lastUsedNanos = now;
    tenants.add(tenant);
    return tenant;
  }

  void weight(HandlerTenant<R> tenant, double weight) {
    reads.ring.quantum(tenant.reads.flow, quantumNanos(weight));
    writes.ring.quantum(tenant.writes.flow, quantumNanos(weight));
  }

  private static long quantumNanos(double weight) {
    return (long) Math.max(1_000, Math.min(1e9, QUANTUM_NANOS * weight));
  }

  /** Takes over a policy; returns the paused requests that it lets go on. */
  List<HandlerRequest<R>> policy(HandlerPolicy newPolicy) {
    policy = newPolicy;
    List<HandlerRequest<R>> resumed = new ArrayList<>();
    for (HandlerTenant<R> tenant : tenants) {
      if (!newPolicy.enforcing) {
        tenant.classes().forEach(each -> resumed.addAll(each.paused));
      }
    }
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
    if (queue.length() >= policy.queueLength
        || (queue.bytes() + bytes > policy.queueBytes && !queue.isEmpty())) {
      tenant.rejected++;
      return false;
    }
    HandlerSlots.Use<R> use =
        policy.enforcing && costs.kind.writes() ? tenant.writes : tenant.reads;
    boolean first = head(use, ofClass) == null;
    queue.add(
        new Queued<>(
            request,
            costs,
            operations,
            bytes,
            now,
            usefulNanos,
            ofClass.blockedNanos,
            tenant.cappedNanos(now),
            tenant.heldNanos(now)));
    queued++;
    tenant.usedSinceSweep = true;
    used(ofClass, now);
    tenant.heldByCap += tenant.isCapped() ? 1 : 0;
    boolean held = isHeld(use);
    tenant.writesHeld += held ? 1 : 0;
    if (!tenant.active) {
      tenant.active = true;
      activeTenants++;
      placeAll();
    } else if (first) {
      place(use);
    }
    boolean keptByOthers = !tenant.isCapped() && !held;
    if (!tenant.backlogged && keptByOthers && !(use.slots.isFree() && use.flow.active())) {
      tenant.backlogged = true;
      tenant.io.backlog().enter(now);
    }
    return true;
  }

  /**
   * Returns after how long the client of a request is to come again, since the request would have
   * to wait here for too long under its tenant's cap; 0 if it may wait here.
   */
  long sentAwayNanos(HandlerTenant<R> tenant, int operations, long bytes, long now) {
    if (!policy.enforcing) {
      return 0;
    }
    long waitNanos = tenant.cap.waitNanos(tenant.queuedOperations(), tenant.queuedBytes(), now);
    return waitNanos <= CAP_WAIT_NANOS
        ? 0
        : tenant.cap.turn(waitNanos - CAP_WAIT_NANOS, operations, bytes, MAX_AWAY_NANOS, now);
  }

  /**
   * Holds the writes of tenants back, which hold more of the memstores than their part: their other
   * requests go on. Each write waits for {@link Queued#isHeldLongEnough} at most.
   *
   * @param writers instead of those before
   */
  void holdWrites(Set<TenantId> writers, long now) {
    heldWriters = writers;
    heldUntilNanos = now + HELD_NANOS;
    followHolds(now);
  }

  /** Lets writes through that were held back for long enough; returns whether any still are. */
  boolean followHolds(long now) {
    if (!heldWriters.isEmpty() && now - heldUntilNanos >= 0) {
      heldWriters = Collections.emptySet(); // whoever holds them back does so no more
    }
    boolean any = false;
    for (HandlerTenant<R> tenant : tenants) {
      boolean hold = policy.enforcing && heldWriters.contains(tenant.id());
      if (hold || tenant.holdsWrites()) {
        if (hold && !tenant.holdsWrites()) {
          leaveBacklog(tenant, now); // nobody else keeps it waiting
        }
        tenant.holdWrites(hold, now);
        place(tenant.writes);
      }
      any |= hold;
    }
    return any;
  }

  private boolean isHeld(HandlerSlots.Use<R> use) {
    return use.slots == writes && use.tenant.holdsWrites();
  }

  private boolean isHeld(HandlerSlots.Use<R> use, HandlerClass<R> ofClass) {
    return isHeld(use) && ofClass.writesLetThrough == 0;
  }

  /** Looks who is above its cap now. */
  void followCaps(long now) {
    for (HandlerTenant<R> tenant : tenants) {
      followCap(tenant, !policy.enforcing || tenant.cap.isOpen(now), now);
    }
  }

  private void followCap(HandlerTenant<R> tenant, boolean open, long now) {
    if (tenant.isCapped() == open) {
      tenant.capped(!open, now);
      if (!open) {
        leaveBacklog(tenant, now); // nobody else keeps it waiting
      }
      place(tenant);
    }
  }

  private static void leaveBacklog(HandlerTenant<?> tenant, long now) {
    if (tenant.backlogged) {
      tenant.backlogged = false;
      tenant.io.backlog().leave(now);
    }
  }

  /** Whether a tenant that has requests lately has a cap. */
  boolean hasCaps() {
    for (HandlerTenant<R> tenant : tenants) {
      if (tenant.active && tenant.cap.limits()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Follows how busy the cores are, which decides how many requests may use a handler slot.
   *
   * @param waiting as {@link HandlerLimits#after} takes it
   * @param load likewise
   */
  void cores(double waiting, double load) {
    int before = slots();
    limits.after(waiting, load, policy.cores, policy.runningWhileBusy);
    if (slots() != before) {
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

  /** How many requests that do not write may use a handler slot at once. */
  int slots() {
    return limits.slots(policy);
  }

  /** How many of these slots one tenant may use. */
  int runningBound() {
    return reads.bound();
  }

  /** How many requests of a tenant may be blocked now if one of a class is to go on. */
  int blockedBound(HandlerClass<R> ofClass) {
    boolean atLimit = blocked >= policy.blockedLimit;
    return atLimit && ofClass.ioRatio >= MOSTLY_HITS
        ? 0
        : limits.blocked(policy, activeTenants, blocked);
  }

  /** Whether {@link #next} would find a request. */
  boolean ready() {
    return reads.ready() || writes.ready();
  }

  /** Has a thread take the next request; false if none may run now. */
  boolean next(HandlerRequest<R> request, long now) {
    if (!ready()) {
      return false;
    }
    HandlerSlots.Use<R> use = policy.enforcing ? chosen() : oldest();
    if (use == null) {
      return false;
    }
    HandlerTenant<R> tenant = use.tenant;
    HandlerClass<R> ofClass = next(use);
    Queued<R> next = ofClass == null ? null : remove(use, ofClass, now);
    if (ofClass == null || next == null) {
      place(tenant);
      return false;
    }
    request.takeFrom(ofClass, next, policy.enforcing, chargesCpu(), now);
    request.use = use;
    if (isHeld(use)) {
      ofClass.writesLetThrough--;
    }
    queued--;
    charge(request, request.chargedNanos);
    if (policy.enforcing && tenant.cap.limits()) {
      tenant.cap.charge(next.operations, next.bytes);
      followCap(tenant, tenant.cap.isOpen(now), now);
    }
    if (request.io.waitsToBegin()) {
      block(request);
    } else {
      run(request);
    }
    if (tenant.queued() == 0) {
      leaveBacklog(tenant, now);
    }
    place(tenant);
    return true;
  }

  private @Nullable Queued<R> remove(HandlerSlots.Use<R> use, HandlerClass<R> ofClass, long now) {
    return policy.enforcing
        ? ofClass.queue.remove(use.slots == writes, now)
        : ofClass.queue.removeOldest();
  }

  private void charge(HandlerRequest<R> request, long nanos) {
    if (policy.enforcing) {
      HandlerSlots.Use<R> use = request.use();
      use.charge(request.ofClass(), costNanos(use.tenant, nanos));
    }
  }

  /** Whether cores are what tenants compete for, else it is handler slots. */
  boolean chargesCpu() {
    return slots() < limits.handlers();
  }

  private long costNanos(HandlerTenant<R> tenant, long nanos) {
    return chargesCpu() ? tenant.cpu.withOutside(nanos) : nanos;
  }

  private HandlerSlots.@Nullable Use<R> chosen() {
    HandlerSlots.Use<R> write = chosen(writes);
    return write == null ? chosen(reads) : write;
  }

  /**
   * Who has the next of the slots, without tenants that others' blocked requests keep out by now;
   * null if no slot is free or nobody wants one.
   */
  private HandlerSlots.@Nullable Use<R> chosen(HandlerSlots<R> slots) {
    HandlerSlots.Use<R> use = slots.next();
    while (use != null && next(use) == null) {
      place(use.tenant);
      use = slots.next();
    }
    return use;
  }

  /** Whether a paused request of the class waits for one of the slots. */
  private boolean pauses(HandlerSlots.Use<R> use, HandlerClass<R> ofClass) {
    return use.slots == reads && !ofClass.paused.isEmpty();
  }

  private HandlerSlots.@Nullable Use<R> oldest() {
    HandlerSlots.Use<R> oldest = null;
    long oldestNanos = 0;
    for (Flow<HandlerSlots.Use<R>> f = reads.ring.first(); f != null; f = reads.ring.after(f)) {
      HandlerClass<R> next = next(f.owner());
      Queued<R> head = next == null ? null : head(f.owner(), next);
      if (head != null && (oldest == null || head.offeredNanos - oldestNanos < 0)) {
        oldest = f.owner();
        oldestNanos = head.offeredNanos;
      }
    }
    return oldest;
  }

  /** The request gives its handler slot away, to wait for HDFS. */
  void leaveSlot(HandlerRequest<R> request) {
    leaveHandler(request);
    block(request);
    place(request.owner());
  }

  private static void used(HandlerClass<?> ofClass, long now) {
    ofClass.lastUsedNanos = now;
    if (!ofClass.active) {
      ofClass.active = true;
      ofClass.tenant.activeClasses++;
    }
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
    from.inFlight--;
    to.inFlight++;
    if (request.running) {
      from.running--;
      to.running++;
    } else if (!request.stalled) {
      from.blocked--;
      to.blocked++;
    }
    request.moveTo(to);
    used(to, now);
    place(to.tenant);
  }

  /**
   * The request has used no CPU time in its handler for a while: it takes no slot from others until
   * it {@linkplain #goesOn goes on}. No more requests stall than the host has handlers.
   */
  void stall(HandlerRequest<R> request) {
    if (policy.enforcing && request.running && stalled < limits.handlers()) {
      request.running = false;
      request.stalled = true;
      stalled++;
      request.use().stalled++;
      runs(request, -1);
      place(request.owner());
    }
  }

  /** The stalled request uses CPU time again. */
  void goesOn(HandlerRequest<R> request) {
    if (request.stalled) {
      unstall(request);
      run(request);
    }
  }

  private void unstall(HandlerRequest<R> request) {
    request.stalled = false;
    stalled--;
    request.use().stalled--;
  }

  /** The request is back from HDFS; it goes on even if all slots are taken by now. */
  void takeSlot(HandlerRequest<R> request) {
    unblock(request);
    run(request);
    place(request.owner());
  }

  private void leaveHandler(HandlerRequest<R> request) {
    if (request.stalled) {
      unstall(request);
    } else {
      request.running = false;
      runs(request, -1);
    }
  }

  private static void runs(HandlerRequest<?> request, int more) {
    request.use().runs(more);
    request.ofClass().running += more;
  }

  /**
   * Between two pieces of a request: charges what it used so far and, if another tenant or class
   * waits for a slot, gives the slot away. Then {@link #resume} brings it back when its tenant is
   * next; the caller calls {@link #resumeAnyway} after as many nanoseconds as this returns.
   *
   * @param usedNanos CPU time if {@link #chargesCpu}, else handler time
   */
  long pause(HandlerRequest<R> request, long usedNanos) {
    HandlerClass<R> ofClass = request.ofClass();
    HandlerSlots.Use<R> use = request.use();
    if (!policy.enforcing || !request.running || use.slots != reads) {
      return 0;
    }
    long uncharged = usedNanos - request.chargedNanos;
    if (uncharged > 0) {
      charge(request, uncharged);
      request.chargedNanos += uncharged;
    }
    long limitNanos = policy.scanPauseLimitNanos - request.pausedNanos;
    boolean othersWait =
        reads.ring.size() > (use.flow.active() ? 1 : 0) || othersMayGoOn(use, ofClass);
    if (limitNanos <= 0 || reads.isFree() || !othersWait || use.isBeyondBound()) {
      return 0;
    }
    request.paused = true;
    paused++;
    ofClass.paused.add(request);
    leaveSlot(request);
    return limitNanos;
  }

  /** A copy of those that pause. */
  List<HandlerRequest<R>> pausedRequests() {
    List<HandlerRequest<R>> all = new ArrayList<>(paused);
    for (HandlerTenant<R> tenant : tenants) {
      tenant.classes().forEach(each -> all.addAll(each.paused));
    }
    return all;
  }

  /** Gives the free slot to a paused request, if its tenant is next. */
  @Nullable HandlerRequest<R> resume() {
    if (paused == 0 || !policy.enforcing) {
      return null;
    }
    HandlerSlots.Use<R> use = chosen(reads);
    HandlerClass<R> next = use == null ? null : next(use);
    HandlerRequest<R> request = next == null ? null : next.paused.peek();
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
    request.ofClass().paused.remove(request);
    paused--;
    request.paused = false;
    takeSlot(request);
  }

  private void block(HandlerRequest<R> request) {
    blocked++;
    request.owner().blocked++;
    request.ofClass().blocked++;
  }

  /**
   * Below either limit of requests that all tenants may have blocked, others' bounds are higher.
   */
  private void unblock(HandlerRequest<R> request) {
    blocked--;
    request.owner().blocked--;
    request.ofClass().blocked--;
    if (blocked == policy.blockedLimit - 1 || blocked == limits.borrowedBelow(policy) - 1) {
      placeAll();
    }
  }

  private void run(HandlerRequest<R> request) {
    request.running = true;
    runs(request, 1);
  }

  /** Ends a request and corrects its estimate. One that was not answered tells of no other. */
  void finish(HandlerRequest<R> request, long handlerNanos, long cpuNanos, long now) {
    HandlerTenant<R> tenant = request.owner();
    HandlerClass<R> ofClass = request.ofClass();
    ofClass.inFlight--;
    ofClass.waitedNanos += request.queueWaitNanos() + request.hdfsWaitNanos();
    ofClass.servedNanos += handlerNanos + request.hdfsReadNanos();
    if (request.running || request.stalled) {
      leaveHandler(request);
    } else {
      unblock(request);
    }
    charge(request, (chargesCpu() ? cpuNanos : handlerNanos) - request.chargedNanos);
    if (policy.enforcing && tenant.cap.limits()) {
      tenant.cap.charge(0, request.sentBytes());
      followCap(tenant, !tenant.isCapped() && !tenant.cap.owes(), now);
    }
    if (request.answered()) {
      RequestCosts costs = request.costs();
      costs.addHandlerNanos(handlerNanos);
      if (!request.cpuIsEstimate()) {
        costs.addCpuNanos(cpuNanos);
      }
      costs.addAnswerNanos(request.answerNanos());
      if (policy.accounting) {
        costs.addUnadmittedBytes(request.io.unadmittedBytes());
      }
      ofClass.ioRatio += IO_RATIO_STEP * ((request.io.askedForIo() ? 1 : 0) - ofClass.ioRatio);
    }
    place(tenant);
  }

  private void place(HandlerTenant<R> tenant) {
    place(tenant.reads);
    place(tenant.writes);
  }

  private void place(HandlerSlots.Use<R> use) {
    DeficitRoundRobin<HandlerSlots.Use<R>> ring = use.slots.ring;
    HandlerClass<R> next = policy.enforcing && use.isAtBound() ? null : next(use);
    if (next == null) {
      ring.deactivate(use.flow);
      return;
    }
    use.flow.expect(expectedNanos(use, next));
    ring.activate(use.flow);
  }

  /**
   * The class of a tenant whose request goes on next in one of the slots, null if none may. Between
   * several, it is who is next by deficit round robin over what the tenant is charged for them.
   */
  private @Nullable HandlerClass<R> next(HandlerSlots.Use<R> use) {
    HandlerTenant<R> tenant = use.tenant;
    if (!tenant.isDivided()) {
      return isCandidate(use, tenant.defaultClass) ? tenant.defaultClass : null;
    }
    if (!policy.enforcing) {
      return withOldest(use);
    }
    for (HandlerClass<R> each : tenant.classes()) {
      Flow<HandlerClass<R>> flow = each.flow(use);
      if (isCandidate(use, each)) {
        flow.expect(expectedNanos(use, each));
        use.turns.activate(flow);
      } else {
        use.turns.deactivate(flow);
      }
    }
    Flow<HandlerClass<R>> next = use.turns.next();
    return next == null ? null : next.owner();
  }

  private @Nullable HandlerClass<R> withOldest(HandlerSlots.Use<R> use) {
    HandlerClass<R> oldest = null;
    long oldestNanos = 0;
    for (HandlerClass<R> each : use.tenant.classes()) {
      Queued<R> head = head(use, each);
      if (head != null && (oldest == null || head.offeredNanos - oldestNanos < 0)) {
        oldest = each;
        oldestNanos = head.offeredNanos;
      }
    }
    return oldest;
  }

  /** Whether a request of the class may go on; notes if its queue stands still. */
  private boolean isCandidate(HandlerSlots.Use<R> use, HandlerClass<R> ofClass) {
    boolean mayGoOn = mayGoOn(use, ofClass);
    boolean kept = use.tenant.isCapped() || isHeld(use, ofClass);
    ofClass.queueBlocked |= !mayGoOn && !kept && head(use, ofClass) != null;
    return mayGoOn;
  }

  private boolean mayGoOn(HandlerSlots.Use<R> use, HandlerClass<R> ofClass) {
    if (!policy.enforcing) {
      return head(use, ofClass) != null;
    }
    return pauses(use, ofClass)
        || (!use.tenant.isCapped()
            && !isHeld(use, ofClass)
            && head(use, ofClass) != null
            && !atBlockedBound(ofClass));
  }

  private boolean othersMayGoOn(HandlerSlots.Use<R> use, HandlerClass<R> beside) {
    if (use.tenant.isDivided()) {
      for (HandlerClass<R> each : use.tenant.classes()) {
        if (each != beside && mayGoOn(use, each)) {
          return true;
        }
      }
    }
    return false;
  }

  private long expectedNanos(HandlerSlots.Use<R> use, HandlerClass<R> next) {
    Queued<R> head = head(use, next);
    if (head == null || (policy.enforcing && pauses(use, next))) {
      return RequestCosts.UNKNOWN_NANOS;
    }
    return costNanos(use.tenant, chargesCpu() ? head.costs.cpuNanos() : head.costs.handlerNanos());
  }

  /** The next request of a class for these slots, null if it has none. */
  private @Nullable Queued<R> head(HandlerSlots.Use<R> use, HandlerClass<R> ofClass) {
    boolean ofWrites = use.slots == writes;
    if (policy.enforcing) {
      return ofClass.queue.head(ofWrites);
    }
    return ofWrites ? null : ofClass.queue.oldest();
  }

  /**
   * Whether so many requests are blocked that none of the class may begin. A class leaves an eighth
   * of what its tenant may have to the tenant's others; one that mostly hits waits for no other.
   */
  private boolean atBlockedBound(HandlerClass<R> ofClass) {
    HandlerTenant<R> tenant = ofClass.tenant;
    int bound = blockedBound(ofClass);
    int ofOne = tenant.activeClasses > 1 ? HandlerLimits.besideOthers(bound) : bound;
    return ofClass.expectedBlocked() >= ofOne
        || (tenant.isDivided()
            && ofClass.ioRatio >= MOSTLY_HITS
            && tenant.expectedBlocked() >= bound);
  }

  /**
   * Sets the weight of a class.
   *
   * @param part its weight over the greatest of the tenant's classes
   */
  void weigh(HandlerClass<R> ofClass, double part) {
    for (HandlerSlots.Use<R> use : Arrays.asList(ofClass.tenant.reads, ofClass.tenant.writes)) {
      use.turns.quantum(ofClass.flow(use), (long) (QUANTUM_NANOS * part));
    }
  }

  /** After a change of what the bounds depend on. */
  private void placeAll() {
    boolean shared = policy.enforcing && activeTenants > 1;
    reads.resize(slots(), limits.extraSlots(policy), shared, tenants, tenant -> tenant.reads);
    writes.resize(limits.handlers(), 0, shared, tenants, tenant -> tenant.writes);
    tenants.forEach(this::place);
  }

  /** Looks which tenants are still active; returns those that were idle so long that they go. */
  List<HandlerTenant<R>> sweep(long now) {
    List<HandlerTenant<R>> gone = new ArrayList<>();
    activeTenants = 0;
    for (Iterator<HandlerTenant<R>> i = tenants.iterator(); i.hasNext(); ) {
      HandlerTenant<R> tenant = i.next();
      boolean usedByHost = tenant.host.usedSinceSweep();
      if (tenant.hasRequests() || tenant.usedSinceSweep || usedByHost) {
        tenant.lastUsedNanos = now;
      }
      tenant.usedSinceSweep = false;
      tenant.sweepClasses(now - ACTIVE_NANOS, now - FORGET_NANOS, now);
      tenant.active = now - tenant.lastUsedNanos <= ACTIVE_NANOS;
      activeTenants += tenant.active ? 1 : 0;
      if (now - tenant.lastUsedNanos >= FORGET_NANOS) {
        tenant.forgotten = true;
        gone.add(tenant);
        i.remove();
      }
    }
    placeAll();
    return gone;
  }

  /** A copy of the queued requests. */
  List<R> queuedRequests() {
    List<R> all = new ArrayList<>(queued);
    for (HandlerTenant<R> tenant : tenants) {
      tenant.classes().forEach(each -> each.queue.addTo(all));
    }
    return all;
  }

  /** Removes and returns every queued request. */
  List<R> drain(long now) {
    List<R> requests = new ArrayList<>();
    for (HandlerTenant<R> tenant : tenants) {
      requests.addAll(tenant.drain());
      leaveBacklog(tenant, now);
      place(tenant);
    }
    queued = 0;
    return requests;
  }

  Collection<HandlerTenant<R>> tenants() {
    return tenants;
  }

  int running() {
    return reads.running() + writes.running();
  }

  int blocked() {
    return blocked;
  }

  int stalled() {
    return stalled;
  }

  int queued() {
    return queued;
  }
}
