package io.argus.regionserver.io;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The request of one thread as I/O admission knows it: what it has read and whether it may read
 * now. One per thread, reused for each of its requests.
 *
 * <p>Fields belong to the thread, except those marked otherwise.
 */
public class IoRequest {
  /** Requests that are expected to read fewer bytes mostly read nothing. */
  private static final long LIKELY_TO_READ_BYTES = 32 << 10;

  final IoAdmission io;
  private final Thread thread;
  private final HandlerSlot slot;

  private boolean inProgress;
  private @Nullable IoTenant tenant;
  private IoTenant.@Nullable RequestClass ofClass;
  private RequestKind kind = RequestKind.OTHER;

  /**
   * What the request is expected to read without asking for a grant, as nobody announces it or it
   * holds locks then; few count as 0.
   */
  private long estimateBytes;

  /** Whether it holds locks of rows now, for which others may wait. */
  private boolean holdsLocks;

  /** The platform's region that it reads now, null if not known. */
  private @Nullable Object region;

  // Its reads.
  int reads;
  boolean reading;
  boolean readsUnderLocks;
  long readStartNanos;
  long readNanos;
  long waitNanos;
  boolean askedForIo;

  // The thread's counter of HDFS bytes, and what follows from it.
  boolean counterKnown;
  long counter;
  long counterAtStart;
  long counterAtRead;
  long bytesRead;

  /** Whether the sizes of blocks that it finds in the cache count. */
  private boolean countsBlocks;

  private long foundBytes;

  /** Bytes charged already: read by read, or ahead of all its reads. */
  long settledBytes;

  /** Bytes read between beforeRead and afterRead, except those under locks. */
  long admittedBytes;

  // Its grant. Guarded by the I/O lock; the waiting thread also reads what is volatile.
  volatile boolean granted;

  /**
   * Names the block that it waits for or reads, null if the cache will not have it then. Written by
   * the thread while it has no grant and waits for none.
   */
  @Nullable Object cachedBlock;

  /** Whether it needs no grant, since another of its tenant reads the block. */
  volatile boolean besideAnother;

  /** Whether the grant is for its estimate, else for one read. */
  boolean wholeGrant;

  boolean guaranteed;
  boolean grantedAtLimit;
  long heldCredits;
  long grantedNanos;

  /** Whether it counts against the limit: not if it was not admitted, or is overdue. */
  boolean counted;

  /** {@link IoCostFactors#clock} when it was granted. */
  double clockAtGrant;

  // Its place among those that wait for a grant or have one. Guarded by the I/O lock.
  IoTenant.@Nullable Queue queue;
  @Nullable IoRequest previous;
  @Nullable IoRequest next;

  /**
   * @param io where the requests of the thread read
   * @param slot in which the requests of the thread run
   */
  public IoRequest(IoAdmission io, Thread thread, HandlerSlot slot) {
    this.io = io;
    this.thread = thread;
    this.slot = slot;
  }

  /**
   * Begins a request of the tenant's default class.
   *
   * @param ofEstimateBytes what it is expected to read without asking for a grant; 0 for few
   */
  public final void begin(IoTenant ofTenant, RequestKind ofKind, long ofEstimateBytes) {
    begin(ofTenant, ofTenant.defaultClass(), ofKind, ofEstimateBytes);
  }

  /**
   * Begins a request.
   *
   * @param inClass one of the tenant's
   * @param ofEstimateBytes what it is expected to read without asking for a grant; 0 for few
   */
  public final void begin(
      IoTenant ofTenant, IoTenant.RequestClass inClass, RequestKind ofKind, long ofEstimateBytes) {
    inProgress = true;
    tenant = ofTenant;
    ofClass = inClass;
    kind = ofKind;
    estimateBytes = ofEstimateBytes;
    reads = 0;
    reading = false;
    wholeGrant = false;
    cachedBlock = null;
    besideAnother = false;
    readNanos = 0;
    waitNanos = 0;
    askedForIo = false;
    holdsLocks = ofKind.readsUnderLocks();
    bytesRead = 0;
    countsBlocks = false;
    foundBytes = 0;
    settledBytes = 0;
    admittedBytes = 0;
  }

  /** The request goes on in another class of its tenant, while it waits for nothing. */
  public final void moveTo(IoTenant.RequestClass other) {
    ofClass = other;
  }

  /** The thread is between two requests from now on. */
  public final void clear() {
    inProgress = false;
  }

  /** Until the next request begins, what the thread reads belongs to no tenant. */
  public final void ignoreReads() {
    counterKnown = false;
  }

  /** The handler slot in which it runs. */
  final HandlerSlot slot() {
    return slot;
  }

  /**
   * Whether another thread waits for a lock of the region that the request reads. Any thread may
   * ask; the request may have ended meanwhile, and another have begun.
   */
  public final boolean othersWait() {
    Object now = region;
    return now != null && slot.othersWait(now);
  }

  /** Sets the platform's region that it reads now, null if not known. */
  public final void region(@Nullable Object now) {
    region = now;
  }

  /** Whether the thread works on a tenant's request. */
  public final boolean inProgress() {
    return inProgress;
  }

  public final Thread thread() {
    return thread;
  }

  final IoTenant ioTenant() {
    return Objects.requireNonNull(tenant);
  }

  final IoTenant.RequestClass ioClass() {
    return Objects.requireNonNull(ofClass);
  }

  public final TenantId tenant() {
    return ioTenant().id();
  }

  public final RequestKind kind() {
    return kind;
  }

  /**
   * Whether one grant is for all that the request reads, from its begin to its end. So it is where
   * nobody announces the reads of a request that only reads.
   */
  public final boolean hasOneGrant() {
    return estimateBytes >= LIKELY_TO_READ_BYTES && !paysAhead();
  }

  /**
   * Whether the request pays for its reads before it begins, and then reads without a grant. So it
   * is where it may hold locks as it reads, or wait for other calls.
   */
  private boolean paysAhead() {
    return kind.writes() || kind == RequestKind.OTHER;
  }

  /** Whether the request needs a grant before it begins. */
  public final boolean waitsToBegin() {
    return estimateBytes >= LIKELY_TO_READ_BYTES;
  }

  /** Whether it pays before it begins; one that mostly reads nothing, only if its tenant owes. */
  final boolean waitsToPay() {
    return paysAhead()
        && (estimateBytes >= LIKELY_TO_READ_BYTES
            || (estimateBytes >= IoTenant.MIN_READ_BYTES && ioTenant().owes()));
  }

  /** Whether it waits for nothing now: it holds locks of rows. */
  public final boolean holdsLocks() {
    return holdsLocks;
  }

  /** The thread has taken locks of rows for the request, or has given them back. */
  final void holdsLocks(boolean now) {
    holdsLocks = now || kind.readsUnderLocks();
  }

  final long estimateBytes() {
    return estimateBytes;
  }

  /** Whether it need not wait: it has its grant, or needs none. */
  final boolean mayRead() {
    return granted || besideAnother;
  }

  /** Whether both want the same block for the same tenant. */
  final boolean wantsBlockOf(IoRequest other) {
    return cachedBlock != null && cachedBlock.equals(other.cachedBlock) && tenant == other.tenant;
  }

  /** Whether it has needed a grant. */
  public final boolean askedForIo() {
    return askedForIo;
  }

  /** Waiting for grants; 0 if every one was there at once. */
  public final long ioWaitNanos() {
    return waitNanos;
  }

  /** Reading blocks that the cache did not hold. */
  public final long hdfsReadNanos() {
    return readNanos;
  }

  /** Counts the bytes up to the last reading of the thread's counter. */
  final void countBytes() {
    if (counterKnown) {
      bytesRead = Math.max(0, counter - counterAtStart);
    }
  }

  /**
   * All bytes from HDFS up to the end of the last read, once the request has ended also those that
   * nobody announced; 0 while Argus is off.
   */
  public final long hdfsReadBytes() {
    return bytesRead;
  }

  /** The sizes of the blocks that it finds in the cache count from now on, until it ends. */
  public final void countBlocks() {
    countsBlocks = true;
  }

  final boolean countsBlocks() {
    return countsBlocks;
  }

  /** It has found a block of that size in the cache. */
  public final void found(long bytes) {
    foundBytes += bytes;
  }

  /** {@link #hdfsReadBytes}, and those of blocks that it found in the cache, if they count. */
  public final long blockBytes() {
    return bytesRead + foundBytes;
  }

  /**
   * Those of {@link #hdfsReadBytes} for which it asked for no grant: no call of {@link
   * IoAdmission#beforeRead} announced them, or it held locks.
   */
  public final long unadmittedBytes() {
    return Math.max(0, bytesRead - admittedBytes);
  }

  /** Its reads from HDFS that have ended. */
  public final int reads() {
    return reads;
  }
}
