package io.argus.regionserver.handler;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.cpu.CpuClock;
import io.argus.regionserver.cpu.RequestMeter;
import io.argus.regionserver.io.HandlerSlot;
import io.argus.regionserver.io.IoAdmission;
import io.argus.regionserver.io.IoRequest;
import io.argus.regionserver.monitor.RequestUsage;
import io.argus.regionserver.scheduling.Faults;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A tenant's request that the host queues and runs by itself. Argus only counts: how long it was
 * queued and ran, what it read, and the CPU time of a sample; of {@link RequestSample many short
 * ones} all that only for a sample. Nothing here waits, nothing throws.
 *
 * <p>It begins and ends in one thread of the host's, or is {@linkplain #refused refused}.
 *
 * @param <R> type of a request
 */
public final class ObservedRequest<R> implements RequestUsage {
  private static final String FAULT = "Counting a request";

  /**
   * What all observed requests of a server share.
   *
   * <p>Safe for use by any thread.
   */
  static final class Observation<R> {
    private final IoAdmission io;
    private final TenantScheduler.Listener<R> listener;
    private final Faults faults;
    private final LongSupplier nanoClock;
    private final LongSupplier cpuClock = CpuClock.ofThisThread();

    /** Of so many short requests, one at most is measured, whosever they are; a power of two. */
    private volatile int commonWeight = 1;

    @SuppressWarnings("ThreadLocalUsage") // one for each server, not for each request
    private final ThreadLocal<HostThread> threads = ThreadLocal.withInitial(this::newThread);

    /**
     * @param listener receives each request that ended, in its thread
     */
    Observation(
        IoAdmission io,
        TenantScheduler.Listener<R> listener,
        Faults faults,
        LongSupplier nanoClock) {
      this.io = io;
      this.listener = listener;
      this.faults = faults;
      this.nanoClock = nanoClock;
    }

    /** Notes the least weight of the samples of those tenants that send requests. */
    void commonWeight(int weight) {
      commonWeight = weight;
    }

    /** Whether a short request with that random number is in nobody's sample. */
    boolean leavesOut(int random) {
      return (random & (commonWeight - 1)) != 0;
    }

    /**
     * Returns a request that the host queues from now on; null if it is not in the sample.
     *
     * @param isShort whether a sample is enough
     * @param random any number with the same probability
     */
    @Nullable ObservedRequest<R> begin(
        HandlerTenant<R> tenant, RequestKind kind, boolean isShort, int random, R request) {
      RequestSample sample = tenant.host.sample;
      int weight = isShort ? sample.next(random, commonWeight) : 1;
      if (weight == 0) {
        return null;
      }
      long now = nanoClock.getAsLong();
      if (isShort) {
        sample.measured(now);
      }
      ObservedRequest<R> observed = new ObservedRequest<>(this, tenant, kind, request, weight, now);
      observed.enterQueue();
      return observed;
    }

    private HostThread newThread() {
      return new HostThread(
          new IoRequest(io, Thread.currentThread(), HandlerSlot.NONE),
          new RequestMeter(cpuClock, HandlerPool.meterPhase(Thread.currentThread())));
    }
  }

  /** What a thread of the host's counts with, request after request. */
  private static final class HostThread {
    final IoRequest io;
    final RequestMeter meter;

    /** The thread's while nothing is observed. */
    @Nullable IoRequest unobserved;

    /**
     * What the last request took: what the next one is expected to, for the sample of CPU times.
     */
    long lastNanos;

    final Counted counted = new Counted();

    HostThread(IoRequest io, RequestMeter meter) {
      this.io = io;
      this.meter = meter;
    }
  }

  private final Observation<R> shared;
  private final HandlerTenant<R> tenant;
  private final RequestKind kind;
  private final R request;
  private final int weight;
  private final long offeredNanos;

  // Written by the thread that runs it.
  private @Nullable HostThread thread;
  private long begunNanos;
  private long handlerNanos;
  private Outcome outcome = Outcome.ANSWERED;

  private ObservedRequest(
      Observation<R> shared,
      HandlerTenant<R> tenant,
      RequestKind kind,
      R request,
      int weight,
      long offeredNanos) {
    this.shared = shared;
    this.tenant = tenant;
    this.kind = kind;
    this.request = request;
    this.weight = weight;
    this.offeredNanos = offeredNanos;
  }

  private void enterQueue() {
    tenant.host.enterQueue(weight);
    tenant.io.backlog().enter(offeredNanos);
  }

  private void leaveQueue(long now) {
    tenant.host.leaveQueue(weight);
    tenant.io.backlog().leave(now);
  }

  /** The host's queue is full, or it drops the request: it will not begin. */
  public void refused() {
    leaveQueue(shared.nanoClock.getAsLong());
    tenant.host.refuse(weight);
  }

  /** The calling thread begins the request. */
  public void begin() {
    begunNanos = shared.nanoClock.getAsLong();
    leaveQueue(begunNanos);
    try {
      HostThread current = shared.threads.get();
      current.counted.clear();
      current.io.begin(tenant.io, kind, 0);
      current.io.region(null);
      current.io.ignoreReads(); // the thread may have read for nobody since its last request
      shared.io.begin(current.io);
      current.meter.begin(current.lastNanos);
      current.unobserved = shared.io.ofHostThread(current.io); // last: only end() takes it back
      thread = current;
    } catch (Throwable fault) {
      shared.faults.add(FAULT, fault);
    }
  }

  /** The calling thread, which began the request, has run it. */
  public void end(Outcome how) {
    tenant.host.end(weight);
    HostThread current = thread;
    if (current == null) {
      return;
    }
    try {
      long now = shared.nanoClock.getAsLong();
      tenant.cpu.addRequests(weight * current.meter.end());
      shared.io.end(current.io, now);
      long waitedNanos = current.io.ioWaitNanos() + current.io.hdfsReadNanos();
      handlerNanos = Math.max(0, now - begunNanos - waitedNanos);
      current.lastNanos = handlerNanos;
      outcome = how;
      shared.listener.ended(this, request);
    } catch (Throwable fault) {
      shared.faults.add(FAULT, fault);
    } finally {
      outcome = Outcome.ANSWERED; // which holds nothing of the request
      current.io.clear();
      shared.io.ofHostThread(current.unobserved);
    }
  }

  private HostThread current() {
    return Objects.requireNonNull(thread, "thread");
  }

  private IoRequest io() {
    return current().io;
  }

  @Override
  public TenantId tenant() {
    return tenant.id();
  }

  @Override
  public RequestKind kind() {
    return kind;
  }

  @Override
  public Counted counted() {
    return current().counted;
  }

  @Override
  public int weight() {
    return weight;
  }

  @Override
  public boolean answered() {
    return outcome.answered();
  }

  @Override
  public long queueWaitNanos() {
    return Math.max(0, begunNanos - offeredNanos);
  }

  @Override
  public long hdfsWaitNanos() {
    return io().ioWaitNanos();
  }

  @Override
  public long hdfsReadNanos() {
    return io().hdfsReadNanos();
  }

  /** With what it took to read from HDFS, if the block cache is the host's own. */
  @Override
  public long handlerNanos() {
    return handlerNanos;
  }

  @Override
  public int reads() {
    return io().reads();
  }

  @Override
  public long hdfsReadBytes() {
    return io().hdfsReadBytes();
  }

  @Override
  public long receivedBytes() {
    return outcome.receivedBytes();
  }

  @Override
  public long sentBytes() {
    return outcome.sentBytes();
  }
}
