package io.argus.regionserver.admission;

import io.argus.regionserver.hdfs.IoAdmission;
import io.argus.regionserver.scheduling.RequestRecord;
import io.argus.regionserver.scheduling.RequestState;
import org.jspecify.annotations.Nullable;

/**
 * What one thread works on: a {@link HandlerThread} of the scheduler's own, or a thread of the
 * host's that came for a request.
 *
 * <p>Fields belong to the thread, except those marked otherwise.
 *
 * @param <R> type of a request
 */
public final class HandlerSlot<R> {
  final Thread thread;
  public final IoAdmission gate;
  public final RequestState<R> turn;
  private final HandlerPool<R> pool;
  private final HandlerPorts<R> ports;

  /** A request that no tenant pays for. Written by the thread under the admission lock. */
  @Nullable R direct;

  /** Guarded by the admission lock; also read by the thread while it is parked. */
  volatile boolean idle;

  /**
   * Whether it was woken to take a request and has not yet looked. Guarded by the admission lock.
   */
  boolean woken;

  HandlerSlot(Thread thread, HandlerPool<R> pool, HandlerPorts<R> ports) {
    this.thread = thread;
    this.pool = pool;
    this.ports = ports;
    this.gate = ports.gate;
    this.turn = new RequestState<>(thread);
  }

  /** Begins the request that was taken. */
  void begin() {
    gate.beginRequest(turn);
  }

  /** Ends the tenant's request in progress, if there is one; returns the time. */
  long end() {
    long now = ports.nanoClock.getAsLong();
    R request = turn.request;
    if (request == null) {
      return now;
    }
    gate.endRequest(turn, now);
    RequestRecord record = turn.record;
    record.handlerNanos = turn.handlerNanos(now);
    record.queueWaitNanos += turn.pausedNanos;
    record.hdfsWaitNanos += turn.heldNanos;
    try {
      ports.listener.finished(request, record);
    } catch (Throwable fault) {
      ports.faults.add("The request listener", fault);
    }
    return now;
  }

  public void leaveSlot() {
    pool.leaveSlot(turn);
  }

  public void takeSlot() {
    pool.takeSlot(turn);
  }

  /**
   * After a piece, lets others have the slot if it is their turn; comes back when it is the
   * request's again.
   */
  public void pause(long pieceNanos) {
    pool.pause(turn, pieceNanos);
  }
}
