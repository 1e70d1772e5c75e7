package io.argus.regionserver.hdfs;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The request of one thread as I/O admission knows it: what it has read and whether it may read
 * now. One per thread, reused for each of its requests.
 *
 * <p>This class has no handler slot, as background work has none; handler admission extends it by
 * one. Fields belong to the thread, except those marked otherwise.
 */
public class IoRequest {
  final IoAdmission io;
  private final Thread thread;

  private boolean inProgress;
  private @Nullable IoTenant tenant;
  private RequestKind kind = RequestKind.OTHER;

  /** What the request is expected to read; 0 if it needs a grant for each read instead. */
  private long estimateBytes;

  // Its reads.
  int reads;
  boolean reading;
  long readStartNanos;
  long readNanos;
  long waitNanos;
  boolean askedForIo;

  /** After how long a wait for a grant its client waits no more, so that it is not to read. */
  long usefulNanos;

  // The thread's counter of HDFS bytes, and what follows from it.
  boolean counterKnown;
  long counter;
  long counterAtStart;
  long counterAtRead;
  long bytesRead;

  /** Bytes charged already, read by read. */
  long settledBytes;

  /** Bytes read between beforeRead and afterRead. */
  long admittedBytes;

  // Its grant. Guarded by the I/O lock; granted is also read by the waiting thread.
  volatile boolean granted;
  boolean guaranteed;
  boolean grantedAtLimit;
  long heldCredits;
  long grantedNanos;

  /** Whether it takes so long that it no longer counts against the limit. */
  boolean overdue;

  /** {@link IoCostFactors#clock} when it was granted. */
  double clockAtGrant;

  // Its place among those that wait for a grant or have one. Guarded by the I/O lock.
  IoTenant.@Nullable Queue queue;
  @Nullable IoRequest previous;
  @Nullable IoRequest next;

  /**
   * @param io where the requests of the thread read
   */
  protected IoRequest(IoAdmission io, Thread thread) {
    this.io = io;
    this.thread = thread;
  }

  /**
   * Begins a request.
   *
   * @param ofEstimateBytes if above 0, the request needs one grant for all it reads, estimated as
   *     that many bytes; for requests whose reads nobody announces
   */
  protected final void begin(IoTenant ofTenant, RequestKind ofKind, long ofEstimateBytes) {
    inProgress = true;
    tenant = ofTenant;
    kind = ofKind;
    estimateBytes = ofEstimateBytes;
    reads = 0;
    reading = false;
    readNanos = 0;
    waitNanos = 0;
    askedForIo = false;
    usefulNanos = Long.MAX_VALUE;
    bytesRead = 0;
    settledBytes = 0;
    admittedBytes = 0;
  }

  /** The thread is between two requests from now on. */
  protected final void clear() {
    inProgress = false;
  }

  /** Until the next request begins, what the thread reads belongs to no tenant. */
  protected final void ignoreReads() {
    counterKnown = false;
  }

  /** Gives the handler slot away, if the request uses one, to wait for HDFS and read from it. */
  protected void leaveSlot() {}

  /** Takes a handler slot again, if the request uses none. */
  protected void takeSlot() {}

  /**
   * Between two pieces: lets other tenants have the handler slot, if they are next.
   *
   * @param atRow false after a block that brought no row
   */
  protected void pause(boolean atRow) {}

  /** For how many nanoseconds its client waits for the answer. */
  protected long usefulNanos() {
    return Long.MAX_VALUE;
  }

  /** Returns what ends it when its client does not wait any more. */
  protected IOException useless() {
    return new IOException("Nobody waits for it");
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

  public final TenantId tenant() {
    return ioTenant().id();
  }

  public final RequestKind kind() {
    return kind;
  }

  /** Whether one grant is for all that the request reads, from its begin to its end. */
  public final boolean hasOneGrant() {
    return estimateBytes > 0;
  }

  final long estimateBytes() {
    return estimateBytes;
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

  /** All bytes from HDFS, announced or not, once the request has ended; 0 while Argus is off. */
  public final long hdfsReadBytes() {
    return bytesRead;
  }

  /** Those of {@link #hdfsReadBytes} that no call of {@link IoAdmission#beforeRead} announced. */
  public final long unannouncedBytes() {
    return Math.max(0, bytesRead - admittedBytes);
  }

  /** Cache misses that went to HDFS. */
  public final int reads() {
    return reads;
  }
}
