package io.argus.regionserver.admission;

import io.argus.core.plan.Plan;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.hdfs.BackgroundWork;
import io.argus.regionserver.hdfs.HdfsBytes;
import io.argus.regionserver.hdfs.IoAdmission;
import io.argus.regionserver.scheduling.Faults;
import io.argus.regionserver.scheduling.RequestState;
import io.argus.regionserver.scheduling.SchedulerPolicy;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the requests of all tenants on one region server, so that none slows another: handler time
 * and HDFS bytes are each scheduled by deficit round robin, by weight and by reserved share.
 *
 * <p>A request waits in its tenant's own bounded queue until a handler slot is free and its
 * tenant's turn has come; it waits again, without a handler slot, at the {@link IoAdmission} for
 * each block that the cache does not hold. While observing or off, requests run in the order of
 * their arrival and nothing waits for HDFS.
 *
 * <p>Lock order: admission before gate. Safe for use by any thread.
 *
 * @param <R> type of a request
 */
public final class TenantScheduler<R> {
  private static final long SWEEP_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** So that threads of the host that go on asking do not spin. */
  private static final long AFTER_STOP_MILLIS = 100;

  private final LongSupplier nanoClock;
  private final DoubleSupplier processorLoad = ProcessorLoad.ofThisMachine();
  private final RequestRunner<R> runner;
  private final Faults faults = new Faults();
  private final IoAdmission gate;
  private final HandlerPorts<R> ports;
  private final HandlerPool<R> pool;

  private final ScheduledTenants<R> tenants;
  private volatile boolean stopped;
  private volatile @Nullable Thread timer;

  /**
   * Returns a scheduler that is not started.
   *
   * @param handlers how many requests may use a handler at once at most (H), those waiting for HDFS
   *     or reading from it not counted
   * @param nanoClock like {@link System#nanoTime}
   */
  public TenantScheduler(
      Settings settings,
      int handlers,
      HdfsBytes hdfsBytes,
      RequestRunner<R> runner,
      RequestListener<R> listener,
      LongSupplier nanoClock) {
    if (handlers < 1) {
      throw new IllegalArgumentException("handlers is " + handlers + ": must be 1 or more");
    }
    this.nanoClock = nanoClock;
    this.runner = runner;
    SchedulerPolicy policy = SchedulerPolicy.of(settings);
    gate = new IoAdmission(policy, hdfsBytes, nanoClock, faults);
    ports = new HandlerPorts<>(runner, listener, gate, faults, nanoClock);
    pool = new HandlerPool<>(handlers, policy, ports);
    tenants = new ScheduledTenants<>(pool, gate.turns(), nanoClock);
  }

  /** Begins to run requests, in threads whose names begin with the prefix. */
  public void start(String threadNamePrefix) {
    startTimer(threadNamePrefix);
    pool.start(threadNamePrefix);
  }

  /**
   * Begins to give requests to threads that the host lends, see {@link #take}. Their number should
   * be {@link #hostThreads}.
   */
  public void startWithHostThreads(String threadNamePrefix) {
    startTimer(threadNamePrefix);
    pool.start(null);
  }

  /**
   * Returns how many threads a host should lend: one for each handler slot, each parked request and
   * each direct request that may run at once.
   */
  public static int hostThreads(Settings settings, int handlers) {
    return 2 * handlers + settings.get(Settings.IO_BLOCKED_LIMIT).intValue();
  }

  /**
   * Ends the request that the calling thread took last and waits for the next one, which the caller
   * is to run. For threads that the host lends.
   *
   * @throws InterruptedException if the thread was interrupted or the scheduler has stopped
   */
  public R take() throws InterruptedException {
    HandlerSlot<R> handler = lentHandler();
    if (!pool.next(handler, handler.end())) {
      if (stopped) {
        TimeUnit.MILLISECONDS.sleep(AFTER_STOP_MILLIS);
      }
      throw new InterruptedException();
    }
    R direct = handler.direct;
    if (direct != null) {
      return direct;
    }
    handler.begin();
    return handler.turn.request();
  }

  @SuppressWarnings("unchecked") // the handlers of our gate are ours
  private HandlerSlot<R> lentHandler() {
    HandlerSlot<R> handler = (HandlerSlot<R>) gate.lent();
    if (handler == null) {
      handler = new HandlerSlot<>(Thread.currentThread(), pool, ports);
      gate.lend(handler);
      pool.lend();
    }
    return handler;
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
   * Called by the handler of a scan before each row: if it has used its handler for {@link
   * AdmissionSchedule#QUANTUM_NANOS} and other tenants wait for one whose turn has come, waits
   * until it is its own tenant's again, for {@code argus.scan.pause.limit} in all at most. Returns
   * at once in any other thread, and throws nothing.
   */
  public void yieldBetweenRows() {
    gate.betweenRows();
  }

  private void startTimer(String threadNamePrefix) {
    Thread thread = new Thread(this::keepTime, threadNamePrefix + "-refill");
    thread.setDaemon(true);
    timer = thread;
    gate.turns().timer(thread);
    thread.start();
  }

  /** Drops what is queued and lets the threads end after their present request. */
  public void stop() {
    stopped = true;
    List<R> queued = pool.stop(nanoClock.getAsLong());
    gate.stop();
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
   * Queues a request. A single request larger than {@code argus.queue.bytes} is taken while its
   * tenant's queue is empty.
   *
   * @return false if this tenant's queue is full or the scheduler has stopped
   */
  public boolean offer(TenantId tenant, RequestKind kind, long requestBytes, R request) {
    while (true) {
      HandlerPool.Offer offer = pool.offer(tenants.of(tenant), request, kind, requestBytes);
      if (offer != HandlerPool.Offer.FORGOTTEN) {
        return offer == HandlerPool.Offer.ACCEPTED;
      }
    }
  }

  /** The gate that the block cache calls before and after each read from HDFS. */
  public IoAdmission gate() {
    return gate;
  }

  /** Charges HDFS bytes that a tenant caused outside its requests, such as by compaction. */
  public void charge(TenantId tenant, long bytes) {
    gate.turns().charge(tenants.of(tenant).gate, bytes, nanoClock.getAsLong());
  }

  /**
   * Returns the way through the gate of background work that the calling thread begins.
   *
   * @param urgency 0 while the work can wait, 1 or more when it must not; asked by the same thread
   */
  public BackgroundWork background(TenantId tenant, DoubleSupplier urgency) {
    RequestState<R> turn = new RequestState<>(Thread.currentThread());
    return new BackgroundWork(
        gate.hdfsBytes(),
        gate.nanoClock(),
        moved -> gate.background(turn, tenants.of(tenant), moved, urgency.getAsDouble()),
        faults);
  }

  /**
   * Takes over the shares of a plan. A tenant that it does not name has weight 1 and the mean of
   * the plan's shares; without a plan all known tenants have the same share.
   */
  public void apply(Plan newPlan) {
    tenants.apply(newPlan);
    gate.turns().regrant();
  }

  /** Takes over changed settings; switching the mode loses no request. */
  public void configure(Settings settings) {
    SchedulerPolicy policy = SchedulerPolicy.of(settings);
    pool.policy(policy);
    gate.policy(policy);
  }

  private void keepTime() {
    long lastSweepNanos = nanoClock.getAsLong();
    while (!stopped) {
      try {
        long now = nanoClock.getAsLong();
        if (now - lastSweepNanos >= SWEEP_NANOS) {
          lastSweepNanos = now;
          sweep(now);
        }
        LockSupport.parkNanos(this, gate.turns().crank(now, SWEEP_NANOS));
      } catch (Throwable fault) {
        faults.add("The refill timer", fault);
        LockSupport.parkNanos(this, SWEEP_NANOS);
      }
    }
  }

  /**
   * Follows the processors and HDFS, and forgets tenants that have been idle for long, so that
   * memory is bounded as tables come and go.
   */
  void sweep(long now) {
    pool.sweep(now, processorLoad.getAsDouble(), hdfsSlots(), tenants::forget);
  }

  /** What is known of each tenant, in no particular order. */
  public List<TenantSchedule> snapshot() {
    return tenants.snapshot(nanoClock.getAsLong());
  }

  /** Requests waiting for a handler. */
  public int queueLength() {
    pool.lock.lock();
    try {
      return pool.schedule().queued();
    } finally {
      pool.lock.unlock();
    }
  }

  /** How many reads may be at HDFS at once (S), as set or as found out. */
  public int hdfsSlots() {
    gate.turns().lock.lock();
    try {
      return gate.turns().schedule().slots().count();
    } finally {
      gate.turns().lock.unlock();
    }
  }

  /** How many requests may use a handler slot at once. */
  public int handlerSlots() {
    pool.lock.lock();
    try {
      return pool.schedule().slots();
    } finally {
      pool.lock.unlock();
    }
  }

  /** Requests using a handler slot. */
  public int running() {
    pool.lock.lock();
    try {
      return pool.schedule().running();
    } finally {
      pool.lock.unlock();
    }
  }

  /** Requests waiting for HDFS or reading from it. */
  public int parked() {
    pool.lock.lock();
    try {
      return pool.schedule().parked();
    } finally {
      pool.lock.unlock();
    }
  }

  /** Handler threads that exist. */
  public int threads() {
    return pool.threads();
  }

  /** Credits handed out per refill period (M), as set or as found out; 0 while unknown. */
  public long creditsPerPeriod() {
    gate.turns().lock.lock();
    try {
      return gate.turns().schedule().credits().creditsPerPeriod();
    } finally {
      gate.turns().lock.unlock();
    }
  }

  /** What HDFS is taken to sustain, in bytes per second; 0 while unknown. */
  public double hdfsCapacityPerSecond() {
    gate.turns().lock.lock();
    try {
      return gate.turns().schedule().credits().hdfsCapacityPerSecond();
    } finally {
      gate.turns().lock.unlock();
    }
  }

  /** Exceptions of Argus or its ports that were caught so far. */
  public long faults() {
    return faults.count();
  }
}
