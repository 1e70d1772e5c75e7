package io.argus.jmh;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The cost of queueing itself: one reader thread sends empty calls of all tenants, round robin,
 * through the queue to the handlers and waits for their end.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Queueing {
  private static final int BURST = 200;

  /**
   * In HBase's executor, a call that comes between a handler's look into its queue and its sleep
   * stays there until a handler of that queue gets another call. After this time all get one.
   */
  private static final long STUCK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  @Param({"hbase", "argus", "observe"})
  public String subject = "";

  @Param({"1", "8", "64"})
  public int tenants;

  private CallQueue queue = CallQueue.of("argus", 1);
  private final AtomicInteger open = new AtomicInteger();
  private int next;

  @Setup
  public void start() {
    queue.close();
    queue = CallQueue.of(subject, tenants);
  }

  @TearDown
  public void close() {
    queue.close();
  }

  /** One call at a time; mostly measures waking two threads. */
  @Benchmark
  public void roundTrip() {
    run(1);
  }

  /** 200 calls at a time, as from 200 clients; measures queueing while handlers are busy. */
  @Benchmark
  @OperationsPerInvocation(BURST)
  public void burst() {
    run(BURST);
  }

  private void run(int calls) {
    Thread reader = Thread.currentThread();
    Runnable call =
        () -> {
          if (open.decrementAndGet() == 0) {
            LockSupport.unpark(reader);
          }
        };
    open.set(calls);
    for (int i = 0; i < calls; i++) {
      offer(call);
    }
    long stuckAt = System.nanoTime() + STUCK_NANOS;
    while (open.get() > 0) {
      LockSupport.parkNanos(this, STUCK_NANOS);
      if (System.nanoTime() - stuckAt >= 0) {
        for (int i = 0; i < BURST; i++) {
          offer(() -> {});
        }
        stuckAt += STUCK_NANOS;
      }
    }
  }

  private void offer(Runnable call) {
    next = next + 1 < tenants ? next + 1 : 0;
    while (!queue.offer(next, call)) {
      LockSupport.parkNanos(1_000);
    }
  }
}
