package io.argus.regionserver.handler;

import io.argus.core.plan.Plan;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.Caps;
import io.argus.core.tenant.RequestClasses;
import io.argus.core.tenant.RunawayRules;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.cpu.CpuClock;
import io.argus.regionserver.cpu.CpuLoad;
import io.argus.regionserver.io.BackgroundWork;
import io.argus.regionserver.io.HdfsBytes;
import io.argus.regionserver.io.IoAdmission;
import io.argus.regionserver.io.IoPolicy;
import io.argus.regionserver.io.IoSchedule;
import io.argus.regionserver.io.IoWaiters;
import io.argus.regionserver.monitor.RequestUsage;
import io.argus.regionserver.scheduling.Faults;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the requests of all tenants on one region server, so that none slows another: handler time
 * and HDFS bytes are each scheduled by deficit round robin, by weight and by reserved share.
 *
 * <p>The way of one request:
 *
 * <ol>
 *   <li>{@link #offer} puts it into the {@link RequestQueue} of its {@link HandlerTenant}.
 *   <li>When a handler slot is free, a handler thread asks the {@link HandlerPool} for work; the
 *       {@link HandlerSchedule} picks the tenant. The {@link HandlerRequest} of the thread takes
 *       the request over, and its tenant is charged an estimate of handler time.
 *   <li>The thread runs it, by {@link RequestRunner} or, where threads are the host's, by itself.
 *   <li>A cache miss brings it to {@link IoAdmission#beforeRead}: it leaves its handler slot and
 *       waits until the {@link io.argus.regionserver.io.IoSchedule} grants it a read. {@link
 *       IoAdmission#afterRead} charges the bytes, gives the grant back and takes a slot again.
 *   <li>If it waits in its slot for something else, it stalls: {@link StallDetector}.
 *   <li>A scan pauses between rows if another tenant is next ({@link #yieldBetweenRows}), or if it
 *       needs a grant for the sake of calls under an SLO ({@link BulkGrants}).
 *   <li>At its end the listener receives what it cost, and the estimate is corrected as the thread
 *       takes its next request.
 * </ol>
 *
 * <p>While not enforcing, what is queued here runs in the order of its arrival and nothing waits
 * for HDFS. A host with queues of its own uses them then, and has its requests {@linkplain #observe
 * counted}.
 *
 * <p>Lock order: handler before I/O. Safe for use by any thread.
 *
 * @param <R> type of a request
 */
public final class TenantScheduler<R> {
  /**
   * Receives what each tenant's request cost, in its handler thread. It is valid during the call
   * only: the thread uses it again for its next request.
   *
   * @param <R> type of a request
   */
  @FunctionalInterface
  public interface Listener<R> {
    /** A request has ended. */
    void ended(RequestUsage usage, R request);

    /** A request goes on; called about once a second while it reads or pauses. */
    default void goesOn(RequestUsage usage) {}
  }

  private static final long SWEEP_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** How long a request uses no CPU time before its slot is another's. */
  private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** How long a flush that is about to commit waits for reads that wait, at most. */
  private static final long LOCKS_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** How often to look whether a tenant is no longer above its cap, or a call has its grant. */
  private static final long CAPS_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /** So that threads of the host that go on asking do not spin. */
  private static final long AFTER_STOP_MILLIS = 100;

  private final LongSupplier nanoClock;
  private final CpuLoad cpuLoad = new CpuLoad(CpuLoad.ofThisMachine());
  private final OwnContention ownContention;
  private final RequestRunner<R> runner;
  private final Faults faults = new Faults();
  private final IoAdmission io;
  private final IoWaiters reads;
  private final HandlerPool<R> pool;
  private final TenantRegistry<R> tenants;
  private final StallDetector<R> stalls;
  private final ObservedRequest.Observation<R> observation;
  private volatile boolean stopped;
  private volatile long capsVersion;
  private volatile @Nullable Thread timer;

  /**
   * Returns a scheduler that is not started.
   *
   * @param handlers the most handler slots (H): how many requests may run at once, those that wait
   *     for HDFS or read from it not counted
   * @param nanoClock like {@link System#nanoTime}
   */
  public TenantScheduler(
      Settings settings,
      int handlers,
      HdfsBytes hdfsBytes,
      RequestRunner<R> runner,
      Listener<R> listener,
      LongSupplier nanoClock) {
    if (handlers < 1) {
      throw new IllegalArgumentException("handlers is " + handlers + ": must be 1 or more");
    }
    this.nanoClock = nanoClock;
    this.runner = runner;
    io = new IoAdmission(IoPolicy.of(settings), hdfsBytes, nanoClock, faults);
    reads = io.waiters();
    HandlerPolicy policy = HandlerPolicy.of(settings);
    pool = new HandlerPool<>(handlers, policy, io, runner, listener, faults, nanoClock);
    observation = new ObservedRequest.Observation<>(io, listener, faults, nanoClock);
    tenants = new TenantRegistry<>(pool, reads, nanoClock);
    pool.coolIn(tenant -> tenants.classOf(tenant.id(), RunawayRules.COOL_CLASS));
    tenants.caps(settings.get(Settings.TENANT_CAPS));
    tenants.classes(settings.get(Settings.TENANT_CLASSES));
    stalls = new StallDetector<>(pool, CpuClock.ofThreads());
    ownContention =
        new OwnContention(
            CpuClock.ofThisProcess(),
            Runtime.getRuntime().availableProcessors(),
            nanoClock.getAsLong());
  }

  /** Begins to run requests, in threads whose names begin with the prefix. */
  public void start(String threadNamePrefix) {
    startTimer(threadNamePrefix);
    pool.start(threadNamePrefix);
  }

  /**
   * Begins to give requests to threads of the host, see {@link #take}. Their number should be
   * {@link #hostThreads}.
   */
  public void startWithHostThreads(String threadNamePrefix) {
    startTimer(threadNamePrefix);
    pool.start(null);
  }

  /**
   * Returns how many threads a host should bring: one for each handler slot of either kind, each
   * request that may be blocked on I/O or become so while it runs, each that may stall, and each
   * direct request that may run at once.
   */
  public static int hostThreads(Settings settings, int handlers) {
    return 5 * handlers + settings.get(Settings.IO_BLOCKED_LIMIT).intValue();
  }

  /**
   * Ends the request that the calling thread took last and waits for the next one, which the caller
   * is to run. For threads of the host.
   *
   * @throws InterruptedException if the thread was interrupted or the scheduler has stopped
   */
  public R take() throws InterruptedException {
    HandlerRequest<R> request = pool.ofHostThread();
    if (!pool.next(request, request.end())) {
      if (stopped) {
        TimeUnit.MILLISECONDS.sleep(AFTER_STOP_MILLIS);
      }
      throw new InterruptedException();
    }
    request.begin();
    return request.request();
  }

  /** Ends the request that the calling thread took last: the host has another one for it. */
  public void end() {
    HandlerRequest<R> request = pool.ofHostThread();
    pool.end(request, request.end());
  }

  /**
   * Queues a request that belongs to no tenant: it runs before all others, uses no handler slot and
   * is not held back by anything.
   *
   * @return false if the scheduler has stopped
   */
  public boolean offerDirect(R request) {
    return pool.offerDirect(request);
  }

  /**
   * Called by the handler of a scan before each row: if it has used its handler slot for {@link
   * HandlerSchedule#QUANTUM_NANOS} and another tenant is next, waits until its own tenant is, for
   * {@code argus.scan.pause.limit} in all at most. Returns at once in any other thread, and throws
   * nothing.
   */
  public void yieldBetweenRows() {
    io.betweenRows();
  }

  private void startTimer(String threadNamePrefix) {
    Thread thread = new Thread(this::keepTime, threadNamePrefix + "-refill");
    thread.setDaemon(true);
    timer = thread;
    reads.timer(thread);
    thread.start();
  }

  /** Drops what is queued and lets the threads end after their current request. */
  public void stop() {
    stopped = true;
    List<R> queued = pool.stop(nanoClock.getAsLong());
    io.stop();
    LockSupport.unpark(timer);
    for (R request : queued) {
      try {
        runner.drop(request);
      } catch (Throwable fault) {
        faults.add("Dropping a request", fault);
      }
    }
  }

  /**
   * Queues a request of the tenant's default class. A single request larger than {@code
   * argus.queue.bytes} is taken while the queue is empty.
   *
   * @return false if that queue is full or the scheduler has stopped
   */
  public boolean offer(TenantId tenant, RequestKind kind, long requestBytes, R request) {
    return offer(tenant, RequestClasses.DEFAULT, kind, requestBytes, request);
  }

  /**
   * Queues a request of one of the tenant's classes.
   *
   * @return false if the queue of that class is full or the scheduler has stopped
   */
  public boolean offer(
      TenantId tenant, String requestClass, RequestKind kind, long requestBytes, R request) {
    while (true) {
      HandlerPool.Offer offer =
          pool.offer(tenants.classOf(tenant, requestClass), request, kind, requestBytes);
      if (offer != HandlerPool.Offer.FORGOTTEN) {
        return offer == HandlerPool.Offer.ACCEPTED;
      }
    }
  }

  /**
   * Counts a tenant's request that the host queues now, in a queue of its own, and runs by itself.
   * Returns null if others stand for it, and nothing is to be counted.
   *
   * @param isShort whether it is for one row, so that one may stand for others
   * @param random any number with the same probability
   */
  public @Nullable ObservedRequest<R> observe(
      TenantId tenant, RequestKind kind, boolean isShort, int random, R request) {
    return observation.begin(tenants.of(tenant), kind, isShort, random, request);
  }

  /**
   * Whether {@link #observe} counts no short request with that random number, whosever it is: the
   * host need not find that out.
   */
  public boolean leavesOut(int random) {
    return observation.leavesOut(random);
  }

  /** What the block cache calls before and after each read from HDFS. */
  public IoAdmission io() {
    return io;
  }

  /** Charges HDFS bytes that a tenant caused outside its requests, such as by compaction. */
  public void charge(TenantId tenant, long bytes) {
    reads.charge(tenants.of(tenant).io, bytes, nanoClock.getAsLong());
  }

  /**
   * Returns how background work that the calling thread begins waits for HDFS.
   *
   * @param urgency 0 while the work can wait, 1 or more when it must not; asked by the same thread
   * @param read told of the bytes that the work reads, by the same thread
   */
  public BackgroundWork background(TenantId tenant, DoubleSupplier urgency, LongConsumer read) {
    return io.background(
        () -> tenants.of(tenant).io,
        urgency,
        read,
        nanos -> tenants.of(tenant).cpu.addBackground(nanos));
  }

  /**
   * Takes over the shares of a plan. A tenant that it does not name has weight 1 and the mean of
   * the plan's shares; without a plan all known tenants have the same share.
   */
  public void apply(Plan newPlan) {
    tenants.apply(newPlan);
    reads.regrant();
  }

  /**
   * Takes over how the caps of tenants are divided among region servers.
   *
   * @param server name of this one
   */
  public void divide(Caps.Parts parts, String server) {
    tenants.parts(parts, server);
    capsVersion = parts.version();
  }

  /** Version of the division of the caps that is in force; 0 if there is none. */
  public long capsVersion() {
    return capsVersion;
  }

  /**
   * Holds the writes of tenants back that hold more of the memstores than their part, in their
   * queues: for a second, unless it is called again before, and each write for 10 s at most, or
   * half the time for which its client waits. Their reads go on.
   *
   * @param held instead of those before; not changed any more
   */
  public void holdWrites(Set<TenantId> held) {
    pool.holdWrites(held);
  }

  /** Takes over changed settings; switching the mode loses no request. */
  public void configure(Settings settings) {
    pool.policy(HandlerPolicy.of(settings));
    io.policy(IoPolicy.of(settings));
    tenants.caps(settings.get(Settings.TENANT_CAPS));
    tenants.classes(settings.get(Settings.TENANT_CLASSES));
  }

  private void keepTime() {
    long lastSweepNanos = nanoClock.getAsLong();
    long lastStallsNanos = lastSweepNanos;
    while (!stopped) {
      try {
        long now = nanoClock.getAsLong();
        if (now - lastSweepNanos >= SWEEP_NANOS) {
          lastSweepNanos = now;
          sweep(now);
        }
        if (now - lastStallsNanos >= STALL_NANOS) {
          lastStallsNanos = now;
          stalls.check();
          pool.followHolds();
          pool.followReads();
        }
        boolean anyoneWaits = reads.letThroughWhomOthersWaitFor();
        boolean anyonePauses = pool.resumeWhomOthersWaitFor();
        long idleNanos = anyoneWaits || anyonePauses ? LOCKS_NANOS : STALL_NANOS;
        idleNanos = pool.followCaps() ? CAPS_NANOS : idleNanos;
        idleNanos = pool.followGrants() ? CAPS_NANOS : idleNanos;
        LockSupport.parkNanos(this, Math.min(idleNanos, reads.crank(now, idleNanos)));
      } catch (Throwable fault) {
        faults.add("The refill timer", fault);
        LockSupport.parkNanos(this, SWEEP_NANOS);
      }
    }
  }

  /**
   * Follows the CPU and HDFS, and forgets tenants that have been idle for long, so that memory is
   * bounded as tables come and go.
   */
  void sweep(long now) {
    double load = cpuLoad.poll();
    observation.commonWeight(tenants.commonWeight(now));
    pool.sweep(now, load, ownContention.after(load, now), ioConcurrencyLimit(), tenants::forget);
  }

  /** What is known of each tenant, in no particular order. */
  public List<TenantSnapshot> snapshot() {
    return tenants.snapshot(nanoClock.getAsLong());
  }

  /** Requests waiting for a handler slot. */
  public int queueLength() {
    return pool.locked(HandlerSchedule::queued);
  }

  /** A copy of the requests that wait for a handler slot. */
  public List<R> queuedRequests() {
    return pool.locked(HandlerSchedule::queuedRequests);
  }

  /** A copy of tenants' requests that are in a handler now. */
  public List<R> requestsInHandlers() {
    return pool.requestsInHandlers();
  }

  /** How many requests may use a handler slot at once. */
  public int handlerSlots() {
    return pool.locked(HandlerSchedule::slots);
  }

  /**
   * The part of the cores that long calls may use beside calls under an SLO on p99; 1 while there
   * are no such calls, or they do not wait.
   */
  public double partOfLongCalls() {
    return pool.locked(HandlerSchedule::partOfLongCalls);
  }

  /** Requests using a handler slot. */
  public int running() {
    return pool.locked(HandlerSchedule::running);
  }

  /** Requests in flight that use no handler slot: they wait for HDFS, read from it or pause. */
  public int blockedOnIo() {
    return pool.locked(HandlerSchedule::blocked);
  }

  /** Requests in handlers that use no slot, since they wait there for something else than HDFS. */
  public int stalled() {
    return pool.locked(HandlerSchedule::stalled);
  }

  /** Requests of no tenant that a handler has taken. */
  public long directRequests() {
    return pool.directTaken();
  }

  /** CPU time of requests of no tenant, extrapolated from a sample. */
  public long cpuNanosOfNobody() {
    return pool.cpuOfNobody.requestNanos();
  }

  /**
   * Notes what a tenant's requests use of the CPU beyond handlers, which it is charged, too.
   *
   * @param ratio as {@link CpuUse#ratio} takes it
   */
  public void cpuRatio(TenantId tenant, double ratio) {
    tenants.of(tenant).cpu.ratio(ratio);
  }

  /** How busy the CPU of this machine, or container, was. */
  public CpuLoad cpuLoad() {
    return cpuLoad;
  }

  /** Handler threads that exist. */
  public int threads() {
    return pool.threads();
  }

  /** How many reads may be at HDFS at once (S), as set or as measured. */
  public int ioConcurrencyLimit() {
    return reads.locked(schedule -> schedule.concurrencyLimit().count());
  }

  /** What HDFS is taken to sustain, in bytes per second; 0 while unknown. */
  public double hdfsCapacityPerSecond() {
    return reads.locked(IoSchedule::hdfsCapacityPerSecond);
  }

  /** Sets who receives each exception of Argus or its ports that is caught; it must not throw. */
  public void onFault(Consumer<Throwable> listener) {
    faults.reportTo(listener);
  }

  /**
   * Whether nobody chooses the next request any more, since that failed too often. Then {@link
   * #offer} throws.
   */
  public boolean hasGivenUp() {
    return pool.locked(any -> pool.hasGivenUp());
  }

  /** Exceptions of Argus or its ports that were caught so far. */
  public long faults() {
    return faults.count();
  }
}
