package io.argus.regionserver.admission;

/**
 * A thread that runs requests one after another. What it is working on is a field, so that the gate
 * finds the request of the calling thread without a ThreadLocal.
 *
 * @param <R> type of a request
 */
public final class HandlerThread<R> extends Thread {
  public final HandlerSlot<R> handler;
  private final HandlerPool<R> pool;
  private final HandlerPorts<R> ports;

  HandlerThread(String name, HandlerPool<R> pool, HandlerPorts<R> ports) {
    super(name);
    this.pool = pool;
    this.ports = ports;
    handler = new HandlerSlot<>(this, pool, ports);
    setDaemon(true);
  }

  @Override
  public void run() {
    long finishedNanos = ports.nanoClock.getAsLong();
    while (pool.next(handler, finishedNanos)) {
      R direct = handler.direct;
      if (direct == null) {
        handler.begin();
      }
      try {
        ports.runner.run(direct == null ? handler.turn.request() : direct);
      } catch (Throwable fault) {
        ports.faults.add("A request", fault);
      }
      finishedNanos = handler.end();
    }
  }
}
