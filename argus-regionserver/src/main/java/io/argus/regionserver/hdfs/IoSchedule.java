package io.argus.regionserver.hdfs;

import io.argus.core.tenant.TenantId;
import io.argus.regionserver.scheduling.DeficitRoundRobin;
import io.argus.regionserver.scheduling.DeficitRoundRobin.Flow;
import io.argus.regionserver.scheduling.RequestState;
import io.argus.regionserver.scheduling.SchedulerPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Who reads from HDFS next (Schedule, Refund and Refill in Algorithm 3, made work-conserving).
 *
 * <p>Idea: at most S reads are at HDFS at once. Each tenant's account earns share x M bytes per
 * refill period, in slices. A free slot goes first to tenants whose account covers their next read
 * (guaranteed), and if there is none to the others (surplus), in either case by deficit round robin
 * over bytes with quanta proportional to the shares. Surplus reads are earned and spent at once, so
 * they never eat guaranteed credits. While a tenant reads with credits to spare, surplus reads
 * start only below a quarter of the slots: a tenant with few clients gets its share only if its
 * reads come back fast, which many reads of others ahead of them in the disk's queue would prevent.
 * Where M is found out, surplus is whatever HDFS does beyond it. Where M is set, HDFS is to do no
 * more, and surplus are the credits that their owners cannot keep. Without lending there is none: a
 * read waits until its account covers it; and M stays as it is, since reads that wait for credits
 * could only ever show less than HDFS sustains. While M is unknown everything is surplus, which is
 * plain deficit round robin. A tenant is in one of the two rings exactly while it has somebody
 * waiting. Bytes are charged at their {@link IoCostFactors}.
 *
 * <p>Pure: time is a parameter. Not safe for use by several threads.
 */
public final class IoSchedule {
  /** Bytes a tenant of mean share may read per round. */
  static final long QUANTUM_BYTES = 64 << 10;

  /** A turn is never free, or a tenant whose reads find no bytes would keep the slots. */
  static final long LEAST_BYTES = 4 << 10;

  private static final long UNKNOWN_READ_BYTES = 64 << 10;
  private static final int LEAST_SURPLUS_SLOTS = 4;
  private static final int LAG_ROUNDS = 16;

  /** 256 MB for a tenant of mean share. */
  private static final int DEBT_ROUNDS = 4096;

  private static final long BURST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long IDLE_BURST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final DeficitRoundRobin<IoTenant> guaranteed =
      new DeficitRoundRobin<>(LAG_ROUNDS, DEBT_ROUNDS);
  private final DeficitRoundRobin<IoTenant> surplus =
      new DeficitRoundRobin<>(LAG_ROUNDS, DEBT_ROUNDS);
  private final CapacityEstimate capacity;
  private final CreditSource credits;
  private final IoConcurrencyLimit slots = new IoConcurrencyLimit();
  private SchedulerPolicy policy;
  private boolean borrowing = true;

  private final List<IoTenant> tenants = new ArrayList<>();
  private final IoCostFactors prices;
  private int waiting;
  private int atHdfs;

  /** Credits that nobody keeps; below 0 if more were used. What surplus is where M is set. */
  private long lendable;

  /** How many tenants are claiming. */
  private int claiming;

  public IoSchedule(SchedulerPolicy policy, long now) {
    this.policy = policy;
    capacity = new CapacityEstimate(now);
    credits = new CreditSource(policy, capacity, now);
    prices = new IoCostFactors(tenants, now);
    slots.pin(policy.hdfsSlots);
  }

  public IoTenant add(TenantId id) {
    IoTenant tenant = new IoTenant(id, guaranteed, surplus, policy.estimatorWindow);
    tenants.add(tenant);
    return tenant;
  }

  public void remove(IoTenant tenant) {
    tenants.remove(tenant);
    claiming -= tenant.claiming ? 1 : 0;
    tenant.claiming = false;
  }

  /**
   * Sets a tenant's share.
   *
   * @param meanShare what share earns exactly {@link #QUANTUM_BYTES} per round
   */
  public void share(IoTenant tenant, double share, double meanShare) {
    tenant.share = share;
    double quantum = Math.max(1_024, Math.min(1e9, QUANTUM_BYTES * share / meanShare));
    guaranteed.quantum(tenant.guaranteed, (long) quantum);
    surplus.quantum(tenant.surplus, (long) quantum);
  }

  public void borrowing(boolean nowBorrowing) {
    borrowing = nowBorrowing;
    credits.borrowing(nowBorrowing);
    placeAll();
  }

  void policy(SchedulerPolicy newPolicy) {
    policy = newPolicy;
    for (IoTenant tenant : tenants) {
      tenant.estimatorWindow(newPolicy.estimatorWindow);
    }
    credits.policy(newPolicy);
    slots.pin(newPolicy.hdfsSlots);
    placeAll();
  }

  /** The turn waits for HDFS from now on, among its tenant's others. */
  void enter(RequestState<?> turn, long now) {
    advance(now);
    IoTenant tenant = turn.tenant().gate;
    tenant.add(turn);
    tenant.usedSinceRefill = true;
    waiting++;
    place(tenant);
  }

  /** Lets the next turn read, or returns null if nobody may now. */
  @Nullable RequestState<?> grant(long now) {
    advance(now);
    if (waiting == 0 || (policy.enforcing && slotsAreFull())) {
      return null;
    }
    boolean covered = true;
    Flow<IoTenant> flow = guaranteed.next();
    if (flow == null && atHdfs < surplusSlots() && hasSurplus()) {
      covered = false;
      flow = surplus.next();
    }
    RequestState<?> turn = flow == null ? null : flow.owner().head();
    if (turn == null) {
      return null;
    }
    withdraw(turn, now);
    start(turn, covered);
    return turn;
  }

  private boolean hasSurplus() {
    return lendable > 0 || !credits.areSet() || !policy.enforcing;
  }

  /** Slots up to which surplus reads may start; guaranteed ones may fill all. */
  private int surplusSlots() {
    return policy.enforcing && claiming > 0
        ? Math.max(LEAST_SURPLUS_SLOTS, slots.count() / 4)
        : Integer.MAX_VALUE;
  }

  /** Lets a turn read at once, whether or not it waits and a slot is free. */
  void grantAnyway(RequestState<?> turn, long now) {
    advance(now);
    IoTenant tenant = turn.tenant().gate;
    tenant.usedSinceRefill = true;
    if (turn.queue != null) {
      withdraw(turn, now);
    } else if (policy.accounting && slotsAreFull()) {
      tenant.delayed++;
    }
    start(turn, credits.known() && tenant.account.balance() >= estimate(turn));
  }

  private void withdraw(RequestState<?> turn, long now) {
    IoTenant tenant = turn.tenant().gate;
    tenant.remove(turn);
    waiting--;
    if (tenant.backlogged && tenant.waiting == 0) {
      tenant.backlogged = false;
      tenant.backlog.leave(now);
    }
  }

  private void start(RequestState<?> turn, boolean covered) {
    IoTenant tenant = turn.tenant().gate;
    turn.heldBytes = estimate(turn);
    turn.clockBefore = prices.clock();
    turn.guaranteed = covered;
    if (covered) {
      tenant.account.hold(turn.heldBytes);
      guaranteed.charge(tenant.guaranteed, turn.heldBytes);
    } else {
      tenant.account.holdSurplus(turn.heldBytes);
      surplus.charge(tenant.surplus, turn.heldBytes);
      lendable -= turn.heldBytes;
    }
    atHdfs++;
    tenant.atHdfs++;
    turn.startedWithFullSlots = slotsAreFull();
    turn.granted = true;
    place(tenant);
  }

  /** The turn was not let through at once: it is delayed, and its tenant backlogged. */
  void delayed(RequestState<?> turn, long now) {
    IoTenant tenant = turn.tenant().gate;
    tenant.delayed++;
    if (!tenant.backlogged) {
      tenant.backlogged = true;
      tenant.backlog.enter(now);
    }
  }

  /** The turn gives its slot back; its estimate becomes what it really read. */
  void leave(RequestState<?> turn, long bytes, long now) {
    advance(now);
    IoTenant tenant = turn.tenant().gate;
    long cost = bytes;
    if (!turn.holdsHdfsSlotAllAlong()) {
      IoCost reads = tenant.reads(turn.kind());
      reads.addSize(bytes);
      if (turn.startedWithFullSlots && slotsAreFull()) {
        prices.add(reads, bytes, prices.clock() - turn.clockBefore);
      }
      cost = (long) (bytes * reads.price());
    }
    long beyondHeld = Math.max(LEAST_BYTES, cost) - turn.heldBytes;
    if (turn.guaranteed) {
      tenant.account.settle(turn.heldBytes, cost, deepestDebt(tenant));
      guaranteed.charge(tenant.guaranteed, beyondHeld);
    } else {
      tenant.account.settleSurplus(turn.heldBytes, cost);
      surplus.charge(tenant.surplus, beyondHeld);
      lendable -= beyondHeld;
    }
    turn.granted = false;
    turn.heldBytes = 0;
    atHdfs--;
    tenant.atHdfs--;
    capacity.read(cost);
    place(tenant);
  }

  /**
   * What background work has to pay for, in bytes of the mean price. How many reads were under way
   * while it read is taken to be what it was on average since it paid last.
   */
  long backgroundCost(IoTenant tenant, BackgroundWork.Moved moved, long now) {
    advance(now);
    IoCost reads = tenant.compactions();
    long sinceNanos = now - moved.paidNanos;
    if (moved.paidNanos != 0 && sinceNanos > 0 && slotsAreFull()) {
      double readPart = Math.min(1, moved.readNanos / (double) sinceNanos);
      prices.add(reads, moved.readBytes, readPart * (prices.clock() - moved.paidClock));
    }
    moved.paidNanos = now;
    moved.paidClock = prices.clock();
    return (long) (moved.readBytes * reads.price()) + moved.writtenBytes;
  }

  private boolean slotsAreFull() {
    return atHdfs >= slots.count();
  }

  /** Charges bytes that were moved without a turn. */
  void charge(IoTenant tenant, long bytes, long now) {
    advance(now);
    long surplusBefore = tenant.account.surplus();
    tenant.account.settle(0, bytes, deepestDebt(tenant));
    long excess = tenant.account.surplus() - surplusBefore;
    guaranteed.charge(tenant.guaranteed, bytes - excess);
    surplus.charge(tenant.surplus, excess);
    lendable -= excess;
    capacity.movedBesides(bytes);
    place(tenant);
  }

  private long estimate(RequestState<?> turn) {
    if (turn.holdsHdfsSlotAllAlong()) {
      return Math.max(LEAST_BYTES, turn.requestEstimateBytes);
    }
    IoCost reads = turn.tenant().gate.reads(turn.kind());
    long bytes = reads.bytesEach(UNKNOWN_READ_BYTES);
    return Math.max(LEAST_BYTES, (long) (bytes * reads.price()));
  }

  private long deepestDebt(IoTenant tenant) {
    return -credits.credits(tenant.share, policy.refillPeriodNanos);
  }

  /** Accounts for the time since the last call: capacity and refills. */
  void advance(long now) {
    if (prices.advance(now, atHdfs)) {
      placeAll();
    }
    boolean measurable = borrowing || !credits.known();
    double measured = capacity.advance(now, measurable && waiting > 0 && slotsAreFull());
    if (measured > 0) {
      slots.window(measured);
    }
    long dueNanos = credits.advance(now);
    if (dueNanos > 0 && policy.accounting && credits.known()) {
      refill(dueNanos);
    }
  }

  private void refill(long nanos) {
    long unclaimed = credits.credits(1, nanos);
    for (IoTenant tenant : tenants) {
      boolean busy = tenant.usedSinceRefill || tenant.waiting > 0 || tenant.atHdfs > 0;
      long burst = credits.credits(tenant.share, busy ? BURST_NANOS : IDLE_BURST_NANOS);
      long earned = credits.credits(tenant.share, nanos);
      unclaimed -= earned - tenant.account.refill(earned, Math.max(burst, 2 * largestNext(tenant)));
      tenant.usedSinceRefill = false;
      place(tenant);
    }
    long most = Math.max(QUANTUM_BYTES, credits.credits(1, BURST_NANOS));
    long deepest = -credits.credits(1, policy.refillPeriodNanos);
    lendable = Math.max(deepest, Math.min(most, lendable + unclaimed));
  }

  private long largestNext(IoTenant tenant) {
    RequestState<?> head = tenant.head();
    return head == null ? UNKNOWN_READ_BYTES : estimate(head);
  }

  private void place(IoTenant tenant) {
    RequestState<?> head = tenant.head();
    boolean claims =
        tenant.atHdfs > 0 && credits.known() && tenant.account.balance() >= largestNext(tenant);
    if (claims != tenant.claiming) {
      tenant.claiming = claims;
      claiming += claims ? 1 : -1;
    }
    if (head == null) {
      guaranteed.deactivate(tenant.guaranteed);
      surplus.deactivate(tenant.surplus);
      return;
    }
    long cost = estimate(head);
    boolean limited = policy.enforcing && credits.known();
    if (limited && tenant.account.balance() >= cost) {
      surplus.deactivate(tenant.surplus);
      tenant.guaranteed.expect(cost);
      guaranteed.activate(tenant.guaranteed);
    } else {
      guaranteed.deactivate(tenant.guaranteed);
      if (limited && !borrowing) {
        surplus.deactivate(tenant.surplus);
      } else {
        tenant.surplus.expect(cost);
        surplus.activate(tenant.surplus);
      }
    }
  }

  private void placeAll() {
    for (IoTenant tenant : tenants) {
      place(tenant);
    }
  }

  /** Whether somebody waits although a slot is free: only a refill can help. */
  boolean blockedOnCredits() {
    return waiting > 0 && !slotsAreFull();
  }

  /** Credits that nobody keeps, see above. */
  long lendable() {
    return lendable;
  }

  public IoConcurrencyLimit slots() {
    return slots;
  }

  public CreditSource credits() {
    return credits;
  }

  List<IoTenant> tenants() {
    return tenants;
  }

  int atHdfs() {
    return atHdfs;
  }

  int waiting() {
    return waiting;
  }
}
