package io.argus.regionserver.io;

import io.argus.core.tenant.TenantId;
import io.argus.regionserver.scheduling.DeficitRoundRobin;
import io.argus.regionserver.scheduling.DeficitRoundRobin.Flow;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Which request reads from HDFS next (Schedule, Refund and Refill in Algorithm 3, made
 * work-conserving).
 *
 * <p>Idea: a read needs a grant, and there are S at a time ({@link IoConcurrencyLimit}). A free one
 * goes first to tenants whose {@link CreditAccount} covers their next read (guaranteed), and if
 * there is none to the others (surplus), in either case by deficit round robin over bytes with
 * quanta proportional to the shares. A tenant is in one of the two rings exactly while it has a
 * request waiting. Bytes are charged by their {@link IoCostFactors}.
 *
 * <p>Surplus reads are earned and spent at once, so they never use up guaranteed credits. While a
 * tenant reads with credits to spare, surplus reads start only below a quarter of S: a tenant with
 * few clients gets its share only if its reads come back fast, which many reads of others before
 * them in the disk's queue would prevent.
 *
 * <p>Only reads that were admitted count against S. A read that may not wait, since somebody waits
 * for what its request holds, keeps no other out; its tenant is charged. Nor does a read that takes
 * far longer than any should, such as at a sick DataNode: it does not keep the disks busy, and S of
 * them would stop all others.
 *
 * <p>What is surplus: where M is measured, whatever HDFS does beyond it; where M is set, HDFS is to
 * do no more, and surplus are the credits that their owners cannot keep; while M is unknown,
 * everything, which is plain deficit round robin. Without borrowing there is none: a read waits
 * until its account covers it, and M stays as it is, since reads that wait for credits could only
 * ever show less than HDFS sustains.
 *
 * <p>Pure: time is a parameter. Not safe for use by several threads.
 */
public final class IoSchedule {
  /** Bytes a tenant of mean share, or its class of the greatest weight, may read per round. */
  static final long QUANTUM_BYTES = 64 << 10;

  private static final int MIN_SURPLUS_READS = 4;
  static final int LAG_ROUNDS = 16;

  /** 256 MB for a tenant of mean share. */
  static final int DEBT_ROUNDS = 4096;

  /** After how long a read of {@link #QUANTUM_BYTES} is overdue. A greater one may take longer. */
  static final long OVERDUE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long BURST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long IDLE_BURST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final DeficitRoundRobin<IoTenant> guaranteed =
      new DeficitRoundRobin<>(LAG_ROUNDS, DEBT_ROUNDS, false);
  private final DeficitRoundRobin<IoTenant> surplus =
      new DeficitRoundRobin<>(LAG_ROUNDS, DEBT_ROUNDS, false);
  private final CapacityEstimate capacity;
  private final CreditSource credits;
  private final IoConcurrencyLimit limit = new IoConcurrencyLimit();
  private IoPolicy policy;
  private boolean borrowing = true;

  private final List<IoTenant> tenants = new ArrayList<>();
  private final IoCostFactors factors;
  private final IoTenant.Queue reading = new IoTenant.Queue();
  private int waiting;

  /** The last read that began; others of its tenant may wait for the same block. */
  private @Nullable IoRequest lastGranted;

  /** Reads that count against the limit: those that were admitted and are not overdue. */
  private int atHdfs;

  private int tenantsBelowGuarantee;

  public IoSchedule(IoPolicy policy, long now) {
    this.policy = policy;
    capacity = new CapacityEstimate(now);
    credits = new CreditSource(policy, capacity, now);
    factors = new IoCostFactors(tenants, now);
    limit.pin(policy.concurrencyLimit);
  }

  public IoTenant add(TenantId id) {
    IoTenant tenant = new IoTenant(id, guaranteed, surplus);
    tenants.add(tenant);
    return tenant;
  }

  public void remove(IoTenant tenant) {
    tenants.remove(tenant);
    belowGuarantee(tenant, false);
  }

  /**
   * Sets a tenant's share.
   *
   * @param meanShare the share that earns exactly {@link #QUANTUM_BYTES} per round
   */
  public void share(IoTenant tenant, double share, double meanShare) {
    tenant.share(share);
    double quantum = Math.max(1_024, Math.min(1e9, QUANTUM_BYTES * share / meanShare));
    guaranteed.quantum(tenant.guaranteed, (long) quantum);
    surplus.quantum(tenant.surplus, (long) quantum);
  }

  /** Sets whether tenants may use what others leave of their shares. */
  public void borrowing(boolean nowBorrowing) {
    borrowing = nowBorrowing;
    credits.borrowing(nowBorrowing);
    placeAll();
  }

  void policy(IoPolicy newPolicy) {
    policy = newPolicy;
    credits.policy(newPolicy);
    limit.pin(newPolicy.concurrencyLimit);
    placeAll();
  }

  /**
   * The request waits for a grant from now on, among its tenant's others; unless one of these reads
   * the same block already, which the cache will then have for both.
   */
  public void enter(IoRequest request, long now) {
    advance(now);
    IoTenant tenant = request.ioTenant();
    if (isBeingRead(request)) {
      if (tenant.sharesReads()) {
        request.besideAnother = true;
        return;
      }
      tenant.readsApart();
    }
    tenant.add(request);
    tenant.usedSinceRefill = true;
    waiting++;
    place(tenant);
  }

  private boolean isBeingRead(IoRequest wanted) {
    if (wanted.cachedBlock == null) {
      return false;
    }
    for (IoRequest request = reading.head(); request != null; request = request.next) {
      if (request.wantsBlockOf(wanted)) {
        return true;
      }
    }
    return false;
  }

  /** Grants the next request its read and returns it, or null if none may read now. */
  public @Nullable IoRequest grant(long now) {
    advance(now);
    IoRequest beside = besideLastGranted();
    if (beside != null) {
      withdraw(beside, now);
      beside.besideAnother = true;
      place(beside.ioTenant());
      return beside;
    }
    if (waiting == 0 || (policy.enforcing && isAtLimit())) {
      return null;
    }
    boolean covered = true;
    Flow<IoTenant> flow = guaranteed.next();
    if (flow == null && atHdfs < surplusLimit() && (credits.hasSurplus() || !policy.enforcing)) {
      covered = false;
      flow = surplus.next();
    }
    IoRequest request = flow == null ? null : flow.owner().head();
    if (request == null) {
      return null;
    }
    request.ioTenant().granted(request);
    withdraw(request, now);
    start(request, covered, true, now);
    return request;
  }

  private @Nullable IoRequest besideLastGranted() {
    IoRequest last = lastGranted;
    IoRequest beside =
        last != null && last.granted ? last.ioTenant().waitingForBlockOf(last) : null;
    if (beside == null) {
      lastGranted = null;
    }
    return beside;
  }

  /** Up to how many reads at HDFS surplus ones may start; guaranteed ones may start up to S. */
  private int surplusLimit() {
    return policy.enforcing && tenantsBelowGuarantee > 0
        ? Math.max(MIN_SURPLUS_READS, limit.count() / 4)
        : Integer.MAX_VALUE;
  }

  /**
   * Grants a read at once, whether or not the request waits and how many others read. If it does so
   * because others wait for what the request holds, its tenant runs into debt, which the tenant's
   * other reads wait for.
   *
   * @param admitted false if so
   */
  void grantAnyway(IoRequest request, boolean admitted, long now) {
    advance(now);
    IoTenant tenant = request.ioTenant();
    tenant.usedSinceRefill = true;
    if (request.queue != null) {
      withdraw(request, now);
    } else if (!policy.enforcing && policy.accounting && isAtLimit()) {
      tenant.delayed++;
    }
    long leastBalance = admitted ? 0 : credits.deepestDebt(tenant.share());
    long balance = tenant.account.balance() - tenant.estimate(request);
    start(request, credits.known() && balance >= leastBalance, admitted, now);
  }

  private void withdraw(IoRequest request, long now) {
    request.ioTenant().remove(request, now);
    waiting--;
  }

  private void start(IoRequest request, boolean covered, boolean counted, long now) {
    IoTenant tenant = request.ioTenant();
    request.heldCredits = tenant.estimate(request);
    request.clockAtGrant = factors.clock();
    request.guaranteed = covered;
    if (covered) {
      tenant.account.hold(request.heldCredits);
      guaranteed.charge(tenant.guaranteed, request.heldCredits);
    } else {
      tenant.account.holdSurplus(request.heldCredits);
      surplus.charge(tenant.surplus, request.heldCredits);
      credits.borrow(request.heldCredits);
    }
    tenant.charge(request, request.heldCredits);
    request.counted = counted;
    if (counted) {
      atHdfs++;
      tenant.atHdfs++;
    }
    request.grantedAtLimit = counted && isAtLimit();
    request.grantedNanos = now;
    reading.addLast(request);
    request.granted = true;
    lastGranted = request;
    place(tenant);
  }

  /** The request gives its grant back; the estimate becomes what it really read. */
  public void leave(IoRequest request, long bytes, long now) {
    advance(now);
    IoTenant tenant = request.ioTenant();
    long cost = bytes;
    if (!request.wholeGrant) {
      tenant.hasRead(bytes);
      IoCost reads = tenant.reads(request.kind());
      reads.addSize(bytes);
      if (request.grantedAtLimit && request.counted && isAtLimit()) {
        factors.add(reads, bytes, factors.clock() - request.clockAtGrant);
      }
      cost = (long) (bytes * reads.factor());
    }
    long beyondHeld = Math.max(IoTenant.MIN_READ_BYTES, cost) - request.heldCredits;
    if (request.guaranteed) {
      tenant.account.settle(request.heldCredits, cost, credits.deepestDebt(tenant.share()));
      guaranteed.charge(tenant.guaranteed, beyondHeld);
    } else {
      tenant.account.settleSurplus(request.heldCredits, cost);
      surplus.charge(tenant.surplus, beyondHeld);
      credits.borrow(beyondHeld);
    }
    tenant.charge(request, beyondHeld);
    reading.remove(request);
    request.granted = false;
    request.cachedBlock = null;
    request.heldCredits = 0;
    if (request.counted) {
      leaveHdfs(request);
    }
    capacity.read(cost);
    place(tenant);
  }

  private void leaveHdfs(IoRequest request) {
    request.counted = false;
    atHdfs--;
    request.ioTenant().atHdfs--;
  }

  /** Stops counting the reads that are overdue, which is to be looked for about once a second. */
  void releaseOverdue(long now) {
    for (IoRequest request = reading.head(); request != null; request = request.next) {
      double times = Math.max(1, request.heldCredits / (double) QUANTUM_BYTES);
      if (request.counted && now - request.grantedNanos > OVERDUE_NANOS * times) {
        leaveHdfs(request);
        place(request.ioTenant());
      }
    }
  }

  /**
   * What background work has to pay for, in credits, 1 at least. How many reads were at HDFS while
   * it read is taken to be the mean since it paid last.
   */
  long backgroundCost(IoTenant tenant, BackgroundWork.Moved moved, long now) {
    advance(now);
    IoCost reads = tenant.compactions();
    long sinceNanos = now - moved.paidNanos;
    if (moved.paidNanos != 0 && sinceNanos > 0 && isAtLimit()) {
      double readPart = Math.min(1, moved.readNanos / (double) sinceNanos);
      factors.add(reads, moved.readBytes, readPart * (factors.clock() - moved.paidClock));
    }
    moved.paidNanos = now;
    moved.paidClock = factors.clock();
    return Math.max(1, (long) (moved.readBytes * reads.factor()) + moved.writtenBytes);
  }

  private boolean isAtLimit() {
    return atHdfs >= limit.count();
  }

  /**
   * Charges bytes that were moved without a grant.
   *
   * @param bytes less than 0 if more was charged before
   */
  void charge(IoTenant tenant, long bytes, long now) {
    advance(now);
    long surplusBefore = tenant.account.surplus();
    tenant.account.settle(0, bytes, credits.deepestDebt(tenant.share()));
    long excess = tenant.account.surplus() - surplusBefore;
    guaranteed.charge(tenant.guaranteed, bytes - excess);
    surplus.charge(tenant.surplus, excess);
    credits.borrow(excess);
    capacity.movedBesides(bytes);
    place(tenant);
  }

  /** Accounts for the time since the last call: capacity and refills. */
  void advance(long now) {
    if (factors.advance(now, atHdfs)) {
      placeAll();
    }
    boolean measurable = borrowing || !credits.known();
    double measured = capacity.advance(now, measurable && waiting > 0 && isAtLimit());
    if (measured > 0) {
      limit.window(measured);
    }
    long dueNanos = credits.advance(now);
    if (dueNanos > 0 && policy.accounting && credits.known()) {
      refill(dueNanos);
    }
  }

  private void refill(long nanos) {
    long unused = credits.credits(1, nanos);
    for (IoTenant tenant : tenants) {
      boolean busy = tenant.usedSinceRefill || tenant.waiting() > 0 || tenant.atHdfs > 0;
      long burst = credits.credits(tenant.share(), busy ? BURST_NANOS : IDLE_BURST_NANOS);
      long earned = credits.credits(tenant.share(), nanos);
      unused -= earned - tenant.account.refill(earned, Math.max(burst, 2 * tenant.nextEstimate()));
      tenant.usedSinceRefill = false;
      place(tenant);
    }
    credits.addUnused(unused, Math.max(QUANTUM_BYTES, credits.credits(1, BURST_NANOS)));
  }

  private void place(IoTenant tenant) {
    IoRequest head = tenant.head();
    long cost = tenant.nextEstimate();
    boolean covered = credits.known() && tenant.account.balance() >= cost;
    belowGuarantee(tenant, tenant.reads() && covered);
    tenant.noteBalance();
    if (head == null) {
      guaranteed.deactivate(tenant.guaranteed);
      surplus.deactivate(tenant.surplus);
    } else if (policy.enforcing && covered) {
      surplus.deactivate(tenant.surplus);
      tenant.guaranteed.expect(cost);
      guaranteed.activate(tenant.guaranteed);
    } else {
      guaranteed.deactivate(tenant.guaranteed);
      if (policy.enforcing && credits.known() && !borrowing) {
        surplus.deactivate(tenant.surplus);
      } else {
        tenant.surplus.expect(cost);
        surplus.activate(tenant.surplus);
      }
    }
  }

  private void belowGuarantee(IoTenant tenant, boolean now) {
    if (now != tenant.belowGuarantee) {
      tenant.belowGuarantee = now;
      tenantsBelowGuarantee += now ? 1 : -1;
    }
  }

  private void placeAll() {
    for (IoTenant tenant : tenants) {
      place(tenant);
    }
  }

  /** Whether requests wait although S would allow more reads: only a refill can help. */
  boolean blockedOnCredits() {
    return waiting > 0 && !isAtLimit();
  }

  public IoConcurrencyLimit concurrencyLimit() {
    return limit;
  }

  CreditSource credits() {
    return credits;
  }

  /** What HDFS is taken to sustain, in bytes per second; 0 while unknown. */
  public double hdfsCapacityPerSecond() {
    return credits.hdfsCapacityPerSecond();
  }

  List<IoTenant> tenants() {
    return tenants;
  }

  /** The requests that wait for a read, without those that wait to begin. */
  List<IoRequest> thoseThatWait() {
    List<IoRequest> all = new ArrayList<>(waiting);
    tenants.forEach(tenant -> tenant.addWaitingReads(all));
    return all;
  }

  int atHdfs() {
    return atHdfs;
  }

  int waiting() {
    return waiting;
  }
}
