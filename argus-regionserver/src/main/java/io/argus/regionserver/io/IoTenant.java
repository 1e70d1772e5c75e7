package io.argus.regionserver.io;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.scheduling.BacklogClock;
import io.argus.regionserver.scheduling.DeficitRoundRobin;
import io.argus.regionserver.scheduling.DeficitRoundRobin.Flow;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One tenant as I/O admission knows it: its credits, its requests that wait for a grant, and what
 * its reads cost lately.
 *
 * <p>Idea: requests that have read already go first, so that a get that needs a second block does
 * not wait behind everybody again. From the fifth read on, a request is a long one, such as a get
 * of hundreds of rows. While both wait, three reads in four are of long ones, in turn: so each of
 * them ends, and others need not wait for whole scans. That is so within each {@link RequestClass};
 * while the tenant has several, the next class is chosen by deficit round robin over the same
 * credits, with quanta in proportion to their weights.
 *
 * <p>Guarded by the I/O lock, except {@link #backlog}, {@link #owes} and {@link #readUnderLocks}.
 */
public final class IoTenant {
  /**
   * Requests in the order in which they came, such as those that wait; any of them can leave.
   * Linked through the requests themselves, so that nothing is allocated.
   */
  static final class Queue {
    private @Nullable IoRequest head;
    private @Nullable IoRequest tail;

    @Nullable IoRequest head() {
      return head;
    }

    @Nullable IoRequest wantingBlockOf(IoRequest other) {
      IoRequest request = head;
      while (request != null && !request.wantsBlockOf(other)) {
        request = request.next;
      }
      return request;
    }

    void addLast(IoRequest request) {
      request.queue = this;
      request.previous = tail;
      request.next = null;
      if (tail == null) {
        head = request;
      } else {
        tail.next = request;
      }
      tail = request;
    }

    void remove(IoRequest request) {
      if (request.previous == null) {
        head = request.next;
      } else {
        request.previous.next = request.next;
      }
      if (request.next == null) {
        tail = request.previous;
      } else {
        request.next.previous = request.previous;
      }
      request.queue = null;
      request.previous = null;
      request.next = null;
    }
  }

  /**
   * One class of the tenant's requests: those of it that wait for a grant. Guarded by the I/O lock.
   */
  public static final class RequestClass {
    private final Flow<RequestClass> flow;
    private final Queue haveRead = new Queue();
    private final Queue fresh = new Queue();
    private final Queue longOnes = new Queue();

    /** Reads of long requests since the last one of another, while both waited. */
    private int longInARow;

    private RequestClass(DeficitRoundRobin<RequestClass> ring) {
      flow = ring.newFlow(this, IoSchedule.QUANTUM_BYTES);
    }

    /** The request to be granted next, null if none waits. */
    private @Nullable IoRequest head() {
      IoRequest longOne = longOnes.head();
      IoRequest other = haveRead.head();
      other = other == null ? fresh.head() : other;
      boolean longNext = other == null || longInARow < LONG_OF_READS - 1;
      return longOne != null && longNext ? longOne : other;
    }

    private void add(IoRequest request) {
      boolean isLong = request.reads > READS_IN_A_ROW;
      (isLong ? longOnes : request.reads > 1 ? haveRead : fresh).addLast(request);
    }

    private void granted(IoRequest request) {
      boolean isLong = request.queue == longOnes;
      boolean bothWait =
          longOnes.head() != null && (haveRead.head() != null || fresh.head() != null);
      longInARow = isLong && bothWait ? longInARow + 1 : 0;
    }

    private @Nullable IoRequest wantingBlockOf(IoRequest reading) {
      IoRequest found = haveRead.wantingBlockOf(reading);
      found = found == null ? longOnes.wantingBlockOf(reading) : found;
      return found == null ? fresh.wantingBlockOf(reading) : found;
    }

    private void addWaitingReads(List<IoRequest> all) {
      for (Queue queue : new Queue[] {haveRead, fresh, longOnes}) {
        for (IoRequest request = queue.head(); request != null; request = request.next) {
          if (!request.wholeGrant) {
            all.add(request);
          }
        }
      }
    }
  }

  /** How many reads of a request follow each other without a wait behind others' first reads. */
  static final int READS_IN_A_ROW = 4;

  /** Of that many reads, all but one are of long requests while both kinds wait. */
  private static final int LONG_OF_READS = 4;

  private static final int READS_APART = 100;

  /** Of requests that want one block, any may be the first to read it: so many may seem in vain. */
  private static final int MAX_READ_AGAIN = 16;

  /** A read is never free, or a tenant whose reads find no bytes would keep all grants. */
  static final long MIN_READ_BYTES = 4 << 10;

  private static final long UNKNOWN_READ_BYTES = 64 << 10;

  private final TenantId id;
  private final BacklogClock backlog = new BacklogClock();
  final CreditAccount account = new CreditAccount();

  /** Its place among tenants whose credits cover their next read. */
  final Flow<IoTenant> guaranteed;

  /** Its place among all other tenants. */
  final Flow<IoTenant> surplus;

  private final Map<RequestKind, IoCost> reads = new EnumMap<>(RequestKind.class);
  private final IoCost compactions = new IoCost();
  private final List<IoCost> allReads = new ArrayList<>();
  private double share;

  /** Whose turn it is among its classes, while there are several: those with requests waiting. */
  private final DeficitRoundRobin<RequestClass> turns =
      new DeficitRoundRobin<>(IoSchedule.LAG_ROUNDS, IoSchedule.DEBT_ROUNDS);

  private final RequestClass defaultClass = new RequestClass(turns);
  private boolean divided;

  private int waiting;

  /**
   * Reads beside another one that read the block again, less granted ones that found their block
   * read already: where the cache has what was read, either comes with the other.
   */
  private int readAgain;

  /** Reads that need grants of their own, though another request reads the same block. */
  private int readsApart;

  /** Reads in progress for which requests that hold locks have paid before. Not guarded. */
  private final AtomicInteger readsUnderLocks = new AtomicInteger();

  /** Whether its balance is below zero. */
  private volatile boolean owes;

  int atHdfs;

  /** Whether it asked for a grant since the last refill. */
  boolean usedSinceRefill;

  /** Whether it reads with credits to spare, so that it gets less than its guaranteed share. */
  boolean belowGuarantee;

  private boolean backlogged;
  long delayed;
  long timedOut;

  IoTenant(
      TenantId id,
      DeficitRoundRobin<IoTenant> guaranteedRing,
      DeficitRoundRobin<IoTenant> surplusRing) {
    this.id = id;
    guaranteed = guaranteedRing.newFlow(this, 1);
    surplus = surplusRing.newFlow(this, 1);
    allReads.add(compactions);
  }

  public TenantId id() {
    return id;
  }

  /** When its requests have waited, for a handler slot or for a grant. */
  public BacklogClock backlog() {
    return backlog;
  }

  /** A copy of its account. */
  public CreditAccount credits() {
    return account.copy();
  }

  /** Its part of the credits, 0..1. */
  public double share() {
    return share;
  }

  void share(double newShare) {
    share = newShare;
  }

  /** Requests that wait for a grant. */
  public int waiting() {
    return waiting;
  }

  /** Requests that have a grant. */
  public int atHdfs() {
    return atHdfs;
  }

  /** Reads that were not granted at once. */
  public long delayed() {
    return delayed;
  }

  /** Waits that ended because of the wait limit. */
  public long timedOut() {
    return timedOut;
  }

  IoCost reads(RequestKind kind) {
    IoCost cost = reads.get(kind);
    if (cost == null) {
      cost = new IoCost();
      reads.put(kind, cost);
      allReads.add(cost);
    }
    return cost;
  }

  IoCost compactions() {
    return compactions;
  }

  /** The mean I/O cost factor of the bytes that its requests read lately. */
  public double ioCostFactor() {
    double bytes = 0;
    double charged = 0;
    for (IoCost cost : reads.values()) {
      bytes += cost.bytes();
      charged += cost.bytes() * cost.factor();
    }
    return bytes > 0 ? charged / bytes : 1;
  }

  List<IoCost> allReads() {
    return allReads;
  }

  /** A request that holds locks begins or ends a read. Any thread may call this. */
  void readUnderLocks(int more) {
    readsUnderLocks.addAndGet(more);
  }

  /** Whether it reads now. */
  boolean reads() {
    return atHdfs > 0 || readsUnderLocks.get() > 0;
  }

  /** Whether it has used more credits than it had. Any thread may ask. */
  boolean owes() {
    return owes;
  }

  /** To be called after its balance has changed. */
  void noteBalance() {
    boolean owesNow = account.balance() < 0;
    if (owes != owesNow) {
      owes = owesNow;
    }
  }

  /** The class of requests that no rule puts into another one. */
  public RequestClass defaultClass() {
    return defaultClass;
  }

  /** Returns a further class, which has the weight of the greatest until {@link #weigh}. */
  public RequestClass newClass() {
    divided = true;
    place(defaultClass);
    return new RequestClass(turns);
  }

  /**
   * Sets the weight of a class.
   *
   * @param part its weight over the greatest of the tenant's classes
   */
  public void weigh(RequestClass of, double part) {
    turns.quantum(of.flow, (long) (IoSchedule.QUANTUM_BYTES * part));
  }

  private void place(RequestClass of) {
    if (!divided) {
      return;
    }
    IoRequest next = of.head();
    if (next == null) {
      turns.deactivate(of.flow);
    } else {
      of.flow.expect(estimate(next));
      turns.activate(of.flow);
    }
  }

  /** Charges the class of a request, as its tenant is charged. */
  void charge(IoRequest request, long credits) {
    if (divided) {
      turns.charge(request.ioClass().flow, credits);
    }
  }

  /** The request to be granted next, null if none waits. */
  @Nullable IoRequest head() {
    if (!divided) {
      return defaultClass.head();
    }
    Flow<RequestClass> next = turns.next();
    return next == null ? null : next.owner().head();
  }

  void add(IoRequest request) {
    request.ioClass().add(request);
    place(request.ioClass());
    waiting++;
  }

  /** A request read a block although another one had read it, as in a table that is not cached. */
  void readAgain() {
    readAgain++;
    if (readAgain > MAX_READ_AGAIN) {
      readAgain = 0;
      readsApart = READS_APART;
    }
  }

  /** A read that was granted has ended. */
  void hasRead(long bytes) {
    if (bytes == 0 && readAgain > 0) {
      readAgain--;
    }
  }

  /** Whether a request needs no grant while another reads its block. */
  boolean sharesReads() {
    return readsApart == 0;
  }

  /** A request that another reads the block of gets a grant of its own. */
  void readsApart() {
    readsApart--;
  }

  /** A request that waits for the block that another reads, null if none does. */
  @Nullable IoRequest waitingForBlockOf(IoRequest reading) {
    if (reading.cachedBlock == null || !sharesReads()) {
      return null;
    }
    IoRequest found = divided ? null : defaultClass.wantingBlockOf(reading);
    for (Flow<RequestClass> each = turns.first();
        each != null && found == null;
        each = turns.after(each)) {
      found = each.owner().wantingBlockOf(reading);
    }
    return found;
  }

  /** Adds the requests to a list that wait for a read, as opposed to those that wait to begin. */
  void addWaitingReads(List<IoRequest> all) {
    if (!divided) {
      defaultClass.addWaitingReads(all);
    }
    for (Flow<RequestClass> each = turns.first(); each != null; each = turns.after(each)) {
      each.owner().addWaitingReads(all);
    }
  }

  /** Notes that the waiting request is granted its read. */
  void granted(IoRequest request) {
    request.ioClass().granted(request);
  }

  void remove(IoRequest request, long now) {
    Objects.requireNonNull(request.queue).remove(request);
    place(request.ioClass());
    waiting--;
    if (backlogged && waiting == 0) {
      backlogged = false;
      backlog.leave(now);
    }
  }

  /** A request was not granted at once. */
  void delayed(long now) {
    delayed++;
    if (!backlogged) {
      backlogged = true;
      backlog.enter(now);
    }
  }

  /** What a request's next grant is expected to cost, in credits. */
  long estimate(IoRequest request) {
    if (request.wholeGrant) {
      return Math.max(MIN_READ_BYTES, request.estimateBytes());
    }
    IoCost cost = reads(request.kind());
    long bytes = cost.bytesEach(UNKNOWN_READ_BYTES);
    return Math.max(MIN_READ_BYTES, (long) (bytes * cost.factor()));
  }

  /** What the next grant is expected to cost, also if no request waits for one. */
  long nextEstimate() {
    IoRequest head = head();
    return head == null ? UNKNOWN_READ_BYTES : estimate(head);
  }
}
