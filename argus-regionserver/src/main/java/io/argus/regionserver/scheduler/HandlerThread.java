package io.argus.regionserver.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * A thread that runs requests one after another. What it is working on is a field, so that the gate
 * finds the request of the calling thread without a ThreadLocal.
 *
 * <p>Fields belong to the thread itself, except those marked otherwise.
 *
 * @param <R> type of a request
 */
final class HandlerThread<R> extends Thread {
  final HdfsGate gate;
  final RequestTurn<R> turn = new RequestTurn<>(this);
  private final HandlerPool<R> pool;
  private final HandlerPorts<R> ports;

  /** Guarded by the admission lock; also read by the thread while it is parked. */
  volatile boolean idle;

  /**
   * Whether it was woken to take a request and has not yet looked. Guarded by the admission lock.
   */
  boolean woken;

  HandlerThread(String name, HandlerPool<R> pool, HandlerPorts<R> ports) {
    super(name);
    this.pool = pool;
    this.ports = ports;
    this.gate = ports.gate;
    setDaemon(true);
  }

  @Override
  public void run() {
    long finishedNanos = ports.nanoClock.getAsLong();
    while (pool.next(this, finishedNanos)) {
      finishedNanos = runOne();
    }
  }

  private long runOne() {
    R request = turn.request();
    gate.beginRequest(this);
    try {
      ports.runner.run(request);
    } catch (Throwable fault) {
      ports.faults.add("A request", fault);
    }
    long now = ports.nanoClock.getAsLong();
    gate.endRequest(this, now);
    RequestRecord record = turn.record;
    record.handlerNanos =
        Math.max(0, now - turn.startedNanos - record.hdfsWaitNanos - record.hdfsReadNanos);
    try {
      ports.listener.finished(request, record);
    } catch (Throwable fault) {
      ports.faults.add("The request listener", fault);
    }
    return now;
  }

  void leaveSlot() {
    pool.leaveSlot(turn);
  }

  void takeSlot() {
    pool.takeSlot(turn);
  }

  static @Nullable HandlerThread<?> current() {
    Thread thread = Thread.currentThread();
    return thread instanceof HandlerThread ? (HandlerThread<?>) thread : null;
  }
}
