package io.argus.regionserver.admission;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.hdfs.IoConcurrencyLimit;
import io.argus.regionserver.hdfs.IoTenant;
import io.argus.regionserver.scheduling.DeficitRoundRobin;
import io.argus.regionserver.scheduling.DeficitRoundRobin.Flow;
import io.argus.regionserver.scheduling.RequestState;
import io.argus.regionserver.scheduling.SchedulerPolicy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Which request a free handler takes next: deficit round robin over the tenants' handler time, with
 * a bound on how many requests of a tenant may be parked at the HDFS gate.
 *
 * <p>Idea: a tenant is in the ring exactly while it has a request queued and stays below its
 * bounds, so that choosing is O(1). A request counts as running while it uses a handler and as
 * parked while it waits for HDFS or reads from it. The parked bound looks ahead: running requests
 * count by the tenant's tendency to park, because a thread that reaches the gate has nowhere else
 * to go. The bound on running ones leaves an eighth of the slots to other tenants while there are
 * any: whatever a tenant's requests wait for in their slots, such as a lock or the write-ahead log,
 * the others' go on. What a tenant runs beyond it, back from HDFS, takes no slot from others.
 *
 * <p>Pure: time is a parameter. Not safe for use by several threads.
 *
 * @param <R> type of a request
 */
public final class AdmissionSchedule<R> {
  /** Handler time a tenant of weight 1 may use per round. */
  public static final long QUANTUM_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

  static final long ACTIVE_NANOS = TimeUnit.SECONDS.toNanos(1);
  static final long FORGET_NANOS = TimeUnit.MINUTES.toNanos(10);

  private static final int LAG_ROUNDS = 16;

  /** 5 s of handler time: after a stall a tenant makes good for no more. */
  private static final int DEBT_ROUNDS = 25_000;

  private static final long UNKNOWN_HANDLER_NANOS = TimeUnit.MICROSECONDS.toNanos(50);
  private static final long LEAST_HANDLER_NANOS = TimeUnit.MICROSECONDS.toNanos(1);

  /** What a request is expected to take at most, so that one that stalled holds back no other. */
  private static final long MOST_HANDLER_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long LIKELY_TO_READ_BYTES = 32 << 10;
  private static final double PARK_RATIO_STEP = 1.0 / 16;

  /** Enough that some wait while {@link IoConcurrencyLimit} tries a third more. */
  private static final double PARKED_PER_HDFS_SLOT = 1.5;

  private final int handlers;
  private final RunningLimit runningLimit;
  private final DeficitRoundRobin<ScheduledTenant<R>> ring =
      new DeficitRoundRobin<>(LAG_ROUNDS, DEBT_ROUNDS);
  private SchedulerPolicy policy;

  private final Collection<ScheduledTenant<R>> tenants = new ArrayList<>();
  private int activeTenants;
  private int running;

  /** Of {@link #running}, those within their tenants' {@link #runningBound}. */
  private int slotsTaken;

  private int runningBound;
  private int parked;
  private int paused;
  private int queued;

  private int hdfsSlots = IoConcurrencyLimit.FIRST;

  public AdmissionSchedule(int handlers, SchedulerPolicy policy) {
    this.handlers = handlers;
    this.runningLimit = new RunningLimit(handlers);
    this.policy = policy;
    placeAll();
  }

  public ScheduledTenant<R> add(TenantId id, IoTenant gate, double weight, long now) {
    ScheduledTenant<R> tenant =
        new ScheduledTenant<>(id, gate, ring, quantumNanos(weight), policy.estimatorWindow);
    tenant.lastOpenNanos = now;
    tenants.add(tenant);
    return tenant;
  }

  void weight(ScheduledTenant<R> tenant, double weight) {
    ring.quantum(tenant.flow, quantumNanos(weight));
  }

  private static long quantumNanos(double weight) {
    return (long) Math.max(1_000, Math.min(1e9, QUANTUM_NANOS * weight));
  }

  /** Takes over a policy; returns the paused requests that it lets go on. */
  List<RequestState<R>> policy(SchedulerPolicy newPolicy) {
    policy = newPolicy;
    List<RequestState<R>> resumed = new ArrayList<>();
    for (ScheduledTenant<R> tenant : tenants) {
      tenant.resizeWindows(newPolicy.estimatorWindow);
      if (!newPolicy.enforcing) {
        resumed.addAll(tenant.paused);
      }
    }
    resumed.forEach(this::resumeAnyway);
    placeAll();
    return resumed;
  }

  /** Queues a request; false if this tenant's queue is full. */
  boolean offer(ScheduledTenant<R> tenant, R request, RequestKind kind, long bytes, long now) {
    RequestFifo<R> queue = tenant.queue;
    if (queue.length() >= policy.queueLength
        || (queue.bytes() + bytes > policy.queueBytes && !queue.isEmpty())) {
      tenant.rejected++;
      return false;
    }
    queue.add(request, tenant.costs(kind), bytes, now, tenant.heldNanos);
    queued++;
    tenant.openSinceSweep = true;
    if (!tenant.active) {
      tenant.active = true;
      activeTenants++;
      placeAll();
    }
    if (queue.length() == 1) {
      place(tenant);
    }
    if (!tenant.backlogged && (!slotIsFree() || !tenant.flow.active())) {
      tenant.backlogged = true;
      tenant.gate.backlog.enter(now);
    }
    return true;
  }

  /**
   * Takes notice of how busy the processors are, which decides how many requests may use a handler.
   *
   * @param load as {@link RunningLimit#after} takes it
   */
  void processors(double load) {
    int before = runningLimit.limit();
    if (runningLimit.after(load, policy.runningWhileBusy) != before) {
      placeAll();
    }
  }

  /**
   * Takes notice of how many reads may be at HDFS at once, which {@link #parkedBound} follows.
   *
   * @param slots S of {@link IoConcurrencyLimit}
   */
  void hdfsSlots(int slots) {
    if (slots != hdfsSlots) {
      hdfsSlots = slots;
      placeAll();
    }
  }

  /** How many requests may use a handler at once. */
  int slots() {
    return policy.enforcing ? runningLimit.limit() : handlers;
  }

  /** How many requests of a tenant may use a handler at once. */
  int runningBound() {
    return runningBound;
  }

  private boolean slotIsFree() {
    return slotsTaken < slots();
  }

  /** Whether {@link #next} would find a request. */
  boolean ready() {
    return slotIsFree() && !ring.isEmpty();
  }

  /** Takes the next request into the turn; false if none may run now. */
  boolean next(RequestState<R> turn, long now) {
    if (!ready()) {
      return false;
    }
    Flow<ScheduledTenant<R>> flow = policy.enforcing ? ring.next() : oldest();
    if (flow == null) {
      return false;
    }
    ScheduledTenant<R> tenant = flow.owner();
    RequestCosts costs = tenant.queue.headCosts();
    long waitedNanos = Math.max(0, now - tenant.queue.headOfferedNanos());
    long heldNanos = tenant.takeHeldNanos(now);
    turn.begin(tenant, costs, tenant.queue.remove());
    queued--;
    turn.startedNanos = now;
    turn.heldNanos = heldNanos;
    turn.record.begin(tenant.id, costs.kind, waitedNanos - heldNanos);
    turn.handlerEstimateNanos = handlerEstimate(costs);
    if (policy.enforcing) {
      ring.charge(flow, turn.handlerEstimateNanos);
      turn.requestEstimateBytes = requestEstimate(costs);
    }
    if (turn.holdsHdfsSlotAllAlong()) {
      park(turn);
    } else {
      resume(turn);
    }
    if (tenant.backlogged && tenant.queue.isEmpty()) {
      tenant.backlogged = false;
      tenant.gate.backlog.leave(now);
    }
    place(tenant);
    return true;
  }

  private static long handlerEstimate(RequestCosts costs) {
    return costs.handlerNanos.mean(UNKNOWN_HANDLER_NANOS);
  }

  private long requestEstimate(RequestCosts costs) {
    long bytes = costs.ungatedBytes.mean(0);
    return bytes >= LIKELY_TO_READ_BYTES ? bytes : 0;
  }

  private @Nullable Flow<ScheduledTenant<R>> oldest() {
    Flow<ScheduledTenant<R>> oldest = ring.first();
    for (Flow<ScheduledTenant<R>> f = oldest; f != null; f = ring.after(f)) {
      long head = f.owner().queue.headOfferedNanos();
      if (oldest == null || head - oldest.owner().queue.headOfferedNanos() < 0) {
        oldest = f;
      }
    }
    return oldest;
  }

  /** The request gives its handler slot away, to wait for HDFS. */
  void leaveSlot(RequestState<R> turn) {
    runs(turn.tenant(), -1);
    park(turn);
    place(turn.tenant());
  }

  /** The request is back from HDFS; it goes on even if all slots are taken by now. */
  void takeSlot(RequestState<R> turn) {
    parked--;
    turn.tenant().parked--;
    resume(turn);
    place(turn.tenant());
  }

  /**
   * Between two pieces of a request: books the handler time used so far and, if another tenant
   * waits for a slot, gives the slot away. Then {@link #resume} brings it back when its tenant's
   * turn has come; the caller calls {@link #resumeAnyway} after as many nanoseconds as this
   * returns.
   */
  long pause(RequestState<R> turn, long now) {
    ScheduledTenant<R> tenant = turn.tenant();
    if (!policy.enforcing || !turn.running) {
      return 0;
    }
    long unbooked = turn.handlerNanos(now) - turn.handlerEstimateNanos;
    if (unbooked > 0) {
      ring.charge(tenant.flow, unbooked);
      turn.handlerEstimateNanos += unbooked;
    }
    long limitNanos = policy.scanPauseLimitNanos - turn.pausedNanos;
    int others = ring.size() - (tenant.flow.active() ? 1 : 0);
    boolean takesNoSlot = tenant.running > runningBound;
    if (limitNanos <= 0 || slotIsFree() || others == 0 || takesNoSlot) {
      return 0;
    }
    turn.paused = true;
    paused++;
    tenant.paused.add(turn);
    leaveSlot(turn);
    return limitNanos;
  }

  /** Gives the free slot to a paused request, if its tenant is the next one to serve. */
  @Nullable RequestState<R> resume() {
    if (paused == 0 || !policy.enforcing || !ready()) {
      return null;
    }
    Flow<ScheduledTenant<R>> flow = ring.next();
    RequestState<R> turn = flow == null ? null : flow.owner().paused.peek();
    if (turn != null) {
      resumeAnyway(turn);
    }
    return turn;
  }

  /** Lets a paused request go on, even if all slots are taken. */
  void resumeAnyway(RequestState<R> turn) {
    if (!turn.paused) {
      return;
    }
    turn.tenant().paused.remove(turn);
    paused--;
    turn.paused = false;
    takeSlot(turn);
  }

  private void park(RequestState<R> turn) {
    turn.running = false;
    parked++;
    turn.tenant().parked++;
  }

  private void resume(RequestState<R> turn) {
    turn.running = true;
    runs(turn.tenant(), 1);
  }

  /** The tenant has one running request more, or fewer. */
  private void runs(ScheduledTenant<R> tenant, int more) {
    slotsTaken -= slotsTaken(tenant);
    tenant.running += more;
    running += more;
    slotsTaken += slotsTaken(tenant);
  }

  private int slotsTaken(ScheduledTenant<R> tenant) {
    return Math.min(tenant.running, runningBound);
  }

  /** Ends a request and corrects its estimate. */
  void finish(RequestState<R> turn, long handlerNanos) {
    ScheduledTenant<R> tenant = turn.tenant();
    if (turn.running) {
      runs(tenant, -1);
    } else {
      parked--;
      tenant.parked--;
    }
    turn.costs()
        .handlerNanos
        .add(Math.max(LEAST_HANDLER_NANOS, Math.min(MOST_HANDLER_NANOS, handlerNanos)));
    if (policy.enforcing) {
      ring.charge(tenant.flow, handlerNanos - turn.handlerEstimateNanos);
    }
    if (policy.accounting) {
      turn.costs().hdfsBytes.add(turn.bytesRead);
      turn.costs().ungatedBytes.add(Math.max(0, turn.bytesRead - turn.gatedBytes));
    }
    tenant.parkRatio += PARK_RATIO_STEP * ((turn.visitedGate ? 1 : 0) - tenant.parkRatio);
    place(tenant);
  }

  private void place(ScheduledTenant<R> tenant) {
    if (policy.enforcing && tenant.running >= runningBound) {
      ring.deactivate(tenant.flow);
      return;
    }
    if (policy.enforcing && !tenant.paused.isEmpty()) {
      tenant.flow.expect(UNKNOWN_HANDLER_NANOS);
      ring.activate(tenant.flow);
      return;
    }
    boolean atBound = policy.enforcing && atParkedBound(tenant);
    if (atBound || tenant.queue.isEmpty()) {
      tenant.held |= atBound && !tenant.queue.isEmpty();
      ring.deactivate(tenant.flow);
      return;
    }
    tenant.flow.expect(handlerEstimate(tenant.queue.headCosts()));
    ring.activate(tenant.flow);
  }

  private boolean atParkedBound(ScheduledTenant<R> tenant) {
    return tenant.parked + tenant.parkRatio * tenant.running >= parkedBound();
  }

  /**
   * How many requests a tenant may have parked: as many as the host would have let wait in its
   * handlers, so that hits wait behind misses no more and no less than they would there, or as many
   * as keep HDFS busy; and its part of the limit at most.
   */
  int parkedBound() {
    int enough = Math.max(handlers, (int) (PARKED_PER_HDFS_SLOT * hdfsSlots));
    return Math.max(1, Math.min(enough, policy.parkedLimit / Math.max(1, activeTenants)));
  }

  /** After a change of what the bounds depend on. */
  private void placeAll() {
    boolean shared = policy.enforcing && activeTenants > 1;
    runningBound = shared ? RunningLimit.besideOthers(slots()) : slots();
    slotsTaken = 0;
    for (ScheduledTenant<R> tenant : tenants) {
      slotsTaken += slotsTaken(tenant);
      place(tenant);
    }
  }

  /** Looks who is still active; returns the tenants that were idle so long that they are gone. */
  List<ScheduledTenant<R>> sweep(long now) {
    List<ScheduledTenant<R>> gone = new ArrayList<>();
    activeTenants = 0;
    for (Iterator<ScheduledTenant<R>> i = tenants.iterator(); i.hasNext(); ) {
      ScheduledTenant<R> tenant = i.next();
      if (tenant.hasOpen() || tenant.openSinceSweep) {
        tenant.lastOpenNanos = now;
      }
      tenant.openSinceSweep = false;
      tenant.active = now - tenant.lastOpenNanos <= ACTIVE_NANOS;
      activeTenants += tenant.active ? 1 : 0;
      if (now - tenant.lastOpenNanos >= FORGET_NANOS) {
        tenant.forgotten = true;
        gone.add(tenant);
        i.remove();
      }
    }
    placeAll();
    return gone;
  }

  /** Removes and returns every queued request. */
  List<R> drain(long now) {
    List<R> requests = new ArrayList<>();
    for (ScheduledTenant<R> tenant : tenants) {
      while (!tenant.queue.isEmpty()) {
        requests.add(tenant.queue.remove());
      }
      if (tenant.backlogged) {
        tenant.backlogged = false;
        tenant.gate.backlog.leave(now);
      }
      place(tenant);
    }
    queued = 0;
    return requests;
  }

  Collection<ScheduledTenant<R>> tenants() {
    return tenants;
  }

  int running() {
    return running;
  }

  int parked() {
    return parked;
  }

  int queued() {
    return queued;
  }
}
