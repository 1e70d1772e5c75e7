package io.argus.regionserver.scheduling;

import io.argus.core.usage.RequestKind;
import io.argus.regionserver.admission.RequestCosts;
import io.argus.regionserver.admission.ScheduledTenant;
import io.argus.regionserver.hdfs.IoCostFactors;
import io.argus.regionserver.hdfs.IoQueue;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where the request of one handler thread stands: what it holds and what it has read so far. One
 * per handler thread, reused for each of its requests.
 *
 * <p>Fields belong to the handler thread, except those marked otherwise.
 *
 * @param <R> type of a request
 */
public final class RequestState<R> {
  public final RequestRecord record = new RequestRecord();

  // The request. Written by the handler thread under the admission lock.
  public @Nullable R request;
  private @Nullable ScheduledTenant<R> tenant;
  private @Nullable RequestCosts costs;
  public long startedNanos;
  public long handlerEstimateNanos;

  /**
   * What the request is expected to read while it holds an HDFS slot all along; 0: it holds none.
   */
  public long requestEstimateBytes;

  /** Time spent between two pieces, waiting for a handler slot again. */
  public long pausedNanos;

  /** How long the present pause may take. */
  public long limitNanos;

  /** Handler time before the present piece. */
  public long pieceStartHandlerNanos;

  /** Whether it waits for a slot. Guarded by the admission lock; also read by the thread. */
  public volatile boolean paused;

  /** Whether it counts as running; otherwise it is parked. Guarded by the admission lock. */
  public boolean running;

  // Reading from HDFS.
  public boolean reading;
  public long readStartNanos;
  public long bytesAtRead;
  public boolean bytesKnown;
  public long lastBytes;
  public long bytesAtStart;
  public long bytesRead;

  /** Bytes charged already, read by read. */
  public long settledBytes;

  /** Bytes read between beforeRead and afterRead. */
  public long gatedBytes;

  public boolean visitedGate;

  /** How long it was kept in its queue because enough of its tenant's requests were at HDFS. */
  public long heldNanos;

  // Turn at HDFS. Guarded by the gate lock; granted is also read by the waiting thread.
  public final @Nullable Thread thread;
  public volatile boolean granted;
  public boolean guaranteed;
  public long heldBytes;

  public boolean startedWithFullSlots;

  /** {@link IoCostFactors#clock} when it was granted. */
  public double clockBefore;

  /** Where it waits; null while it does not. */
  public @Nullable IoQueue queue;

  public @Nullable RequestState<?> previous;
  public @Nullable RequestState<?> next;

  public RequestState(@Nullable Thread thread) {
    this.thread = thread;
  }

  public void begin(ScheduledTenant<R> ofTenant, RequestCosts ofKind, R ofRequest) {
    tenant = ofTenant;
    costs = ofKind;
    request = ofRequest;
    requestEstimateBytes = 0;
    pausedNanos = 0;
    pieceStartHandlerNanos = 0;
    reading = false;
    settledBytes = 0;
    gatedBytes = 0;
    bytesRead = 0;
    visitedGate = false;
  }

  /** Begins a turn for bytes that background work has moved. */
  public void beginBackground(ScheduledTenant<R> ofTenant, long bytes) {
    tenant = ofTenant;
    requestEstimateBytes = bytes;
  }

  /** The request in progress. */
  public R request() {
    return Objects.requireNonNull(request);
  }

  public boolean inProgress() {
    return request != null;
  }

  public ScheduledTenant<R> tenant() {
    return Objects.requireNonNull(tenant);
  }

  public RequestCosts costs() {
    return Objects.requireNonNull(costs);
  }

  public RequestKind kind() {
    return costs().kind;
  }

  /** Handler time up to now. */
  public long handlerNanos(long nowNanos) {
    return Math.max(
        0, nowNanos - startedNanos - record.hdfsWaitNanos - record.hdfsReadNanos - pausedNanos);
  }

  /**
   * Whether it only reads, so that nobody waits for a row that it has locked. A batch may hold
   * locks.
   */
  public boolean onlyReads() {
    return kind() == RequestKind.GET || kind() == RequestKind.SCAN;
  }

  public boolean holdsHdfsSlotAllAlong() {
    return requestEstimateBytes > 0;
  }
}
