package io.argus.regionserver.admission;

import io.argus.regionserver.hdfs.IoRequest;
import io.argus.regionserver.hdfs.RequestThread;

/**
 * A thread of the scheduler's own, which runs requests one after another.
 *
 * @param <R> type of a request
 */
final class HandlerThread<R> extends RequestThread {
  private final HandlerPool<R> pool;
  final int number;
  final RequestInFlight<R> request;

  HandlerThread(String namePrefix, int number, HandlerPool<R> pool) {
    super(namePrefix + "-" + number);
    this.pool = pool;
    this.number = number;
    request = new RequestInFlight<>(this, pool);
    setDaemon(true);
  }

  @Override
  protected IoRequest request() {
    return request;
  }

  @Override
  public void run() {
    long finishedNanos = pool.nanoClock.getAsLong();
    while (pool.next(request, finishedNanos)) {
      request.begin();
      try {
        pool.runner.run(request.request());
      } catch (Throwable fault) {
        pool.faults.add("A request", fault);
      }
      finishedNanos = request.end();
    }
  }
}
