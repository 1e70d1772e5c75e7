package io.argus.regionserver.scheduler;

import io.argus.core.usage.RequestKind;
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
final class RequestTurn<R> {
  final RequestRecord record = new RequestRecord();

  // The request. Written by the handler thread under the admission lock.
  @Nullable R request;
  private @Nullable ScheduledTenant<R> tenant;
  private @Nullable RequestCosts costs;
  long startedNanos;
  long handlerEstimateNanos;

  /**
   * What the request is expected to read while it holds an HDFS slot all along; 0: it holds none.
   */
  long requestEstimateBytes;

  /** Time spent between two pieces, waiting for a handler slot again. */
  long pausedNanos;

  /** How long the present pause may take. */
  long limitNanos;

  /** Handler time before the present piece. */
  long pieceStartHandlerNanos;

  /** Whether it waits for a slot. Guarded by the admission lock; also read by the thread. */
  volatile boolean paused;

  /** Whether it counts as running; otherwise it is parked. Guarded by the admission lock. */
  boolean running;

  // Reading from HDFS.
  boolean reading;
  long readStartNanos;
  long bytesAtRead;
  boolean bytesKnown;
  long lastBytes;
  long bytesAtStart;
  long bytesRead;

  /** Bytes charged already, read by read. */
  long settledBytes;

  /** Bytes read between beforeRead and afterRead. */
  long gatedBytes;

  boolean visitedGate;

  /** How long it was kept in its queue because enough of its tenant's requests were at HDFS. */
  long heldNanos;

  // Turn at HDFS. Guarded by the gate lock; granted is also read by the waiting thread.
  final @Nullable Thread thread;
  volatile boolean granted;
  boolean guaranteed;
  long heldBytes;

  boolean startedWithFullSlots;

  /** {@link ReadPrices#clock} when it was granted. */
  double clockBefore;

  /** Where it waits; null while it does not. */
  @Nullable TurnQueue queue;

  @Nullable RequestTurn<?> previous;
  @Nullable RequestTurn<?> next;

  RequestTurn(@Nullable Thread thread) {
    this.thread = thread;
  }

  void begin(ScheduledTenant<R> ofTenant, RequestCosts ofKind, R ofRequest) {
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
  void beginBackground(ScheduledTenant<R> ofTenant, long bytes) {
    tenant = ofTenant;
    requestEstimateBytes = bytes;
  }

  /** The request in progress. */
  R request() {
    return Objects.requireNonNull(request);
  }

  boolean inProgress() {
    return request != null;
  }

  ScheduledTenant<R> tenant() {
    return Objects.requireNonNull(tenant);
  }

  RequestCosts costs() {
    return Objects.requireNonNull(costs);
  }

  RequestKind kind() {
    return costs().kind;
  }

  /** Handler time up to now. */
  long handlerNanos(long nowNanos) {
    return Math.max(
        0, nowNanos - startedNanos - record.hdfsWaitNanos - record.hdfsReadNanos - pausedNanos);
  }

  /**
   * Whether it only reads, so that nobody waits for a row that it has locked. A batch may hold
   * locks.
   */
  boolean onlyReads() {
    return kind() == RequestKind.GET || kind() == RequestKind.SCAN;
  }

  boolean holdsHdfsSlotAllAlong() {
    return requestEstimateBytes > 0;
  }
}
