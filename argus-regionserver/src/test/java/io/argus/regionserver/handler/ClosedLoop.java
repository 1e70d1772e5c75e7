package io.argus.regionserver.handler;

import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.monitor.RequestUsage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * A region server in small: a scheduler with real threads, a disk that serves a fixed number of
 * reads per second, and tenants whose clients send the next request when the last one ended.
 */
public final class ClosedLoop implements AutoCloseable {
  public static final long BLOCK_BYTES = 64 << 10;
  private static final long HOT_WORK_NANOS = 10_000;

  /** One client's request; sent again and again. */
  record Request(TenantId tenant, double missRatio, AtomicLong seed) {}

  private final long nanosPerRead;
  private final AtomicLong diskFreeNanos = new AtomicLong(System.nanoTime());
  private final ThreadLocal<long[]> bytes = ThreadLocal.withInitial(() -> new long[1]);
  private final Map<TenantId, LongAdder> finished = new ConcurrentHashMap<>();
  private final LongAdder reads = new LongAdder();
  public final TenantScheduler<Request> scheduler;
  private volatile boolean closed;

  public ClosedLoop(Settings settings, int handlers, int readsPerSecond) {
    nanosPerRead = 1_000_000_000L / readsPerSecond;
    scheduler =
        new TenantScheduler<>(
            settings,
            handlers,
            () -> bytes.get()[0],
            new RequestRunner<>() {
              @Override
              public void run(Request request) {
                serve(request);
              }

              @Override
              public void drop(Request request) {}
            },
            this::ended,
            System::nanoTime);
    scheduler.start("test");
  }

  public static Settings settings(String... keysAndValues) {
    Map<String, String> map = new ConcurrentHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return Settings.read(map::get);
  }

  public static Plan plan(boolean borrowing, Reservation... reservations) {
    return Plan.of(
        1, Plan.Mode.PINNED, 0, borrowing, List.of(reservations), PlanExplanation.because("test"));
  }

  private void serve(Request request) {
    long end = System.nanoTime() + HOT_WORK_NANOS;
    if (isMiss(request)) {
      scheduler.io().beforeRead(null);
      readFromDisk();
      scheduler.io().afterRead();
    }
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  private static boolean isMiss(Request request) {
    long x = request.seed.addAndGet(0x9E3779B97F4A7C15L);
    x = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
    return ((x ^ (x >>> 27)) >>> 11) * 0x1.0p-53 < request.missRatio;
  }

  private void readFromDisk() {
    long now = System.nanoTime();
    long end =
        diskFreeNanos.updateAndGet(free -> Math.max(free, now - 10 * nanosPerRead) + nanosPerRead);
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
    bytes.get()[0] += BLOCK_BYTES;
    reads.increment();
  }

  private void ended(RequestUsage ended, Request request) {
    finished.get(request.tenant).increment();
    if (!closed) {
      scheduler.offer(request.tenant, RequestKind.GET, 100, request);
    }
  }

  public void clients(TenantId tenant, int clients, double missRatio) {
    finished.computeIfAbsent(tenant, t -> new LongAdder());
    for (int i = 0; i < clients; i++) {
      Request request = new Request(tenant, missRatio, new AtomicLong(i * 7919L));
      scheduler.offer(tenant, RequestKind.GET, 100, request);
    }
  }

  /** Lets the disk serve that many reads; returns how many requests of each tenant ended. */
  public Map<TenantId, Long> untilReads(long count) throws InterruptedException {
    Map<TenantId, Long> before = new ConcurrentHashMap<>();
    finished.forEach((tenant, number) -> before.put(tenant, number.sum()));
    long end = reads.sum() + count;
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (reads.sum() < end) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(
            (end - reads.sum()) + " of " + count + " reads missing after 30 s");
      }
      Thread.sleep(2);
    }
    Map<TenantId, Long> ended = new ConcurrentHashMap<>();
    finished.forEach((tenant, number) -> ended.put(tenant, number.sum() - before.get(tenant)));
    return ended;
  }

  @Override
  public void close() {
    closed = true;
    scheduler.stop();
  }
}
