package io.argus.regionserver.handler;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.cpu.CpuClock;
import io.argus.regionserver.cpu.RequestMeter;
import io.argus.regionserver.io.IoAdmission;
import io.argus.regionserver.runaway.RunawayWatch;
import io.argus.regionserver.scheduling.Faults;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The handler lock around {@link HandlerSchedule}, and the handler threads that wait behind it.
 *
 * <p>Idea: a handler that ends a request takes the next one within the same critical section. A
 * thread that was woken wakes the next if there is more to do, so that an offer costs at most one
 * wake-up and running handlers may take a request before the woken one gets there. Nothing is
 * called and no thread is woken or started under the lock.
 *
 * <p>Direct requests belong to no tenant: they run before all others, outside of the handler slots,
 * H at most at once.
 *
 * <p>Safe for use by any thread.
 *
 * @param <R> type of a request
 */
final class HandlerPool<R> {
  /** What became of an offer. */
  enum Offer {
    ACCEPTED,
    FULL,
    /** The tenant or its class had been forgotten meanwhile; look it up anew. */
    FORGOTTEN
  }

  private static final Object NO_TABLE = new Object();
  private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** Between the first CPU times that two threads measure. */
  private static final long SPREAD_NANOS = 618_034;

  private static final long AFTER_FAULT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** After so many failures in a row, nobody chooses any more. */
  private static final int GIVES_UP_AFTER = 100;

  private static final double HALF = 0.5;

  private final int handlers;
  final IoAdmission io;
  final RequestRunner<R> runner;
  private final TenantScheduler.Listener<R> listener;
  final Faults faults;
  final LongSupplier nanoClock;
  private final LongSupplier cpuClock = CpuClock.ofThisThread();
  private final ThreadLocal<HandlerRequest<R>> ofHostThread =
      ThreadLocal.withInitial(this::newOfHostThread);

  /** Of requests that belong to no tenant. */
  final CpuUse cpuOfNobody = new CpuUse();

  private final ReentrantLock lock = new ReentrantLock();

  // Live state, guarded by the lock.
  private final HandlerSchedule<R> schedule;
  private final ArrayDeque<R> direct = new ArrayDeque<>();
  final HandlerThreads<R> threads;

  /** For one thread. */
  private long waitsSeenNanos;

  @GuardedBy("lock")
  private int directRunning;

  private long directTaken;
  private int failuresInARow;
  private volatile boolean stopped;

  /** Whether threads that wait for a core are more likely this process's own than others'. */
  private volatile boolean yieldsCores = true;

  private volatile Function<HandlerTenant<R>, HandlerClass<R>> coolClass =
      tenant -> tenant.defaultClass;

  HandlerPool(
      int handlers,
      HandlerPolicy policy,
      IoAdmission io,
      RequestRunner<R> runner,
      TenantScheduler.Listener<R> listener,
      Faults faults,
      LongSupplier nanoClock) {
    this.handlers = handlers;
    this.io = io;
    this.runner = runner;
    this.listener = listener;
    this.faults = faults;
    this.nanoClock = nanoClock;
    schedule = new HandlerSchedule<>(handlers, policy);
    threads = new HandlerThreads<>(this, handlers, Runtime.getRuntime().availableProcessors());
    threads.limit(threads(policy));
  }

  /**
   * How many threads are made at most: one for each handler slot of either kind, each request that
   * may be blocked on I/O, each that may become so while it runs, and each that may stall.
   */
  private int threads(HandlerPolicy policy) {
    return 4 * handlers + policy.blockedLimit;
  }

  /** The schedule, to be used under the handler lock only. */
  HandlerSchedule<R> schedule() {
    return schedule;
  }

  /** Returns what a function of the schedule does under the handler lock; wakes nobody. */
  <V> V locked(Function<HandlerSchedule<R>, V> function) {
    lock.lock();
    try {
      return function.apply(schedule);
    } finally {
      lock.unlock();
    }
  }

  /** Changes the schedule under the handler lock; then a request may have become ready. */
  void change(Runnable change) {
    Thread wake;
    lock.lock();
    try {
      change.run();
      wake = wakeOne();
    } finally {
      lock.unlock();
    }
    signal(wake);
  }

  /** Begins to serve: in threads of its own if they are given a name, else in the host's. */
  void start(@Nullable String threadNamePrefix) {
    change(() -> threads.start(threadNamePrefix));
  }

  /** Ends idle threads now and the others after their request; returns what was queued. */
  List<R> stop(long now) {
    lock.lock();
    try {
      stopped = true;
      threads.wakeAll();
      List<R> queued = schedule.drain(now);
      queued.addAll(direct);
      direct.clear();
      return queued;
    } finally {
      lock.unlock();
    }
  }

  /** Looks who is above its cap now; returns whether to look again soon. */
  boolean followCaps() {
    if (!locked(any -> any.holds().hasCaps())) {
      return false;
    }
    change(() -> schedule.holds().followCaps(nanoClock.getAsLong()));
    return true;
  }

  /** Holds the writes of these tenants back, and no others'. */
  void holdWrites(Set<TenantId> tenants) {
    change(() -> schedule.holds().holdWrites(tenants, nanoClock.getAsLong()));
  }

  /** Lets writes through that were held back for long enough. */
  void followHolds() {
    change(() -> schedule.holds().followHolds(nanoClock.getAsLong()));
  }

  /** Lets writes begin that wait for reads which do not go on, and looks how long calls waited. */
  void followReads() {
    change(
        () -> {
          schedule.followReads();
          schedule.followWaits(nanoClock.getAsLong());
        });
  }

  /** Lets long calls go on that waited for a grant; returns whether to look again soon. */
  boolean followGrants() {
    if (!locked(HandlerSchedule::needsGrants)) {
      return false;
    }
    change(() -> schedule.followGrants(nanoClock.getAsLong()));
    return true;
  }

  void policy(HandlerPolicy policy) {
    List<HandlerRequest<R>> resumed = new ArrayList<>();
    change(
        () -> {
          threads.limit(threads(policy));
          resumed.addAll(schedule.policy(policy));
          schedule.holds().followCaps(nanoClock.getAsLong());
          schedule.holds().followHolds(nanoClock.getAsLong());
        });
    resumed.forEach(request -> LockSupport.unpark(request.thread()));
  }

  Offer offer(HandlerClass<R> ofClass, R request, RequestKind kind, long bytes) {
    HandlerTenant<R> tenant = ofClass.tenant;
    Object region = runner.region(request);
    Object table = region == null ? NO_TABLE : runner.table(region);
    long usefulNanos = runner.usefulNanos(request);
    int operations = runner.operations(request);
    long now = nanoClock.getAsLong();
    long awayNanos =
        tenant.cap.limits() || ofClass.cap.limits()
            ? locked(any -> schedule.holds().sentAwayNanos(ofClass, operations, bytes, now))
            : 0;
    if (awayNanos > 0 && sendAway(ofClass, request, awayNanos)) {
      return Offer.ACCEPTED;
    }
    Thread wake;
    lock.lock();
    try {
      if (tenant.forgotten || ofClass.forgotten) {
        return Offer.FORGOTTEN;
      }
      if (hasGivenUp()) {
        throw new IllegalStateException("admission has failed for good");
      }
      int before = ofClass.queue.length();
      try {
        RequestCosts costs = tenant.costs(table, kind);
        if (stopped
            || !schedule.offer(ofClass, request, costs, operations, bytes, usefulNanos, now)) {
          return Offer.FULL;
        }
        wake = wakeOne();
      } catch (RuntimeException | Error fault) {
        if (ofClass.queue.length() == before) {
          throw fault;
        }
        faults.add("Queueing a request", fault); // which the platform must not run, too
        wake = null;
      }
    } finally {
      lock.unlock();
    }
    signal(wake);
    return Offer.ACCEPTED;
  }

  private boolean sendAway(HandlerClass<R> ofClass, R request, long nanos) {
    if (!runner.sendAway(request, nanos)) {
      return false;
    }
    change(() -> schedule.holds().sentAway(ofClass, nanoClock.getAsLong()));
    return true;
  }

  boolean offerDirect(R request) {
    boolean[] accepted = {false};
    change(() -> accepted[0] = !stopped && direct.add(request));
    return accepted[0];
  }

  /** What measures the CPU time of the requests of a thread. */
  RequestMeter meterOf(Thread thread) {
    return new RequestMeter(cpuClock, meterPhase(thread));
  }

  /** Where the sampling of CPU times begins in a thread. */
  static long meterPhase(Thread thread) {
    return thread.getId() * SPREAD_NANOS;
  }

  /** How many requests that belong to no tenant a handler has taken. */
  long directTaken() {
    return locked(any -> directTaken);
  }

  /** The request of the calling thread, which is the host's; made when it comes first. */
  HandlerRequest<R> ofHostThread() {
    return ofHostThread.get();
  }

  private HandlerRequest<R> newOfHostThread() {
    HandlerRequest<R> request = new HandlerRequest<>(Thread.currentThread(), this);
    request.runDelay = RunDelay.ofThisThread();
    io.ofHostThread(request.io);
    change(() -> threads.addHostThread(request));
    return request;
  }

  /**
   * Ends the thread's request, if it has one, and takes the next; false if the thread is to end or,
   * being the host's, was interrupted.
   */
  boolean next(HandlerRequest<R> request, long finishedNanos) {
    long now = finishedNanos;
    while (true) {
      try {
        if (tryNext(request, now)) {
          return !request.isEmpty();
        }
        if (!awaitWork(request)) {
          return false;
        }
      } catch (Throwable fault) {
        choiceFailed();
        faults.add("Choosing the next request", fault);
        LockSupport.parkNanos(this, AFTER_FAULT_NANOS);
      }
      now = nanoClock.getAsLong();
    }
  }

  /** Ends the thread's request, if it has one; the thread takes none now. */
  void end(HandlerRequest<R> request, long finishedNanos) {
    Thread wake;
    lock.lock();
    try {
      finish(request, finishedNanos);
      wake = wakeOne();
    } catch (Throwable fault) {
      faults.add("Ending a request", fault);
      wake = null;
    } finally {
      lock.unlock();
    }
    request.io.ignoreReads();
    signal(wake);
  }

  /**
   * Gives up if it fails each time. Then what is queued runs like requests that belong to no
   * tenant, and what is offered later is refused by an exception, so that it goes to the platform.
   */
  private void choiceFailed() {
    lock.lock();
    try {
      failuresInARow++;
      if (hasGivenUp()) {
        for (HandlerTenant<R> tenant : schedule.tenants()) {
          direct.addAll(tenant.drain());
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** To be asked under the handler lock. */
  boolean hasGivenUp() {
    return failuresInARow >= GIVES_UP_AFTER;
  }

  /**
   * Ends the thread's request and takes the next; false if there is none to take now, or a paused
   * one goes on in its place. After the stop, true without a request.
   */
  private boolean tryNext(HandlerRequest<R> request, long now) {
    Thread wake;
    boolean taken = false;
    lock.lock();
    try {
      finish(request, now);
      threads.arrived(request);
      if (stopped) {
        threads.ended(request);
        return true;
      }
      schedule.followGrants(now);
      HandlerRequest<R> resumed = hasGivenUp() ? null : schedule.resume();
      if (resumed != null) {
        wake = resumed.thread();
      } else if (takeDirect(request) || (!hasGivenUp() && schedule.next(request, now))) {
        taken = true;
        wake = wakeOne();
        failuresInARow = hasGivenUp() ? failuresInARow : 0;
      } else {
        threads.rest(request);
        return false;
      }
    } finally {
      lock.unlock();
    }
    signal(wake);
    return taken;
  }

  @GuardedBy("lock")
  private void finish(HandlerRequest<R> request, long now) {
    if (request.isEmpty()) {
      return;
    }
    if (!request.drop()) {
      directRunning--;
    } else if (!hasGivenUp()) {
      schedule.finish(request, request.handlerNanos(), request.cpuNanos(), now);
    }
  }

  @GuardedBy("lock")
  private boolean takeDirect(HandlerRequest<R> request) {
    if (!directReady()) {
      return false;
    }
    request.takeDirect(direct.remove());
    directRunning++;
    directTaken++;
    return true;
  }

  @GuardedBy("lock")
  private boolean directReady() {
    return !direct.isEmpty() && directRunning < handlers;
  }

  /** Parks while idle, until woken; false if the thread has nothing more to do here. */
  private boolean awaitWork(HandlerRequest<R> request) {
    long deadline = System.nanoTime() + IDLE_NANOS;
    while (request.idle) {
      // An interrupt meant for an earlier request must not keep us awake.
      boolean interrupted = Thread.interrupted();
      long remaining = deadline - System.nanoTime();
      if (remaining > 0 && !interrupted) {
        LockSupport.parkNanos(this, remaining);
      } else if (locked(any -> threads.retire(request, interrupted))) {
        return false;
      } else {
        deadline = System.nanoTime() + IDLE_NANOS;
      }
    }
    return true;
  }

  /** Tells how long a tenant's request has waited, in its thread. */
  void waited(
      HandlerRequest<R> request, long queueNanos, long capNanos, long memstoreNanos, long ioNanos) {
    try {
      runner.waited(request.request(), queueNanos, capNanos, memstoreNanos, ioNanos);
    } catch (Throwable fault) {
      faults.add("Telling the waits of a request", fault);
    }
  }

  /** How the tenant's request has ended that the calling thread ran. */
  Outcome outcome(HandlerRequest<R> request) {
    try {
      return runner.outcome(request.request());
    } catch (Throwable fault) {
      faults.add("Asking for the answer of a request", fault);
      return Outcome.ANSWERED;
    }
  }

  /** The tenant's request as it is limited, null if it is not. */
  RunawayWatch.@Nullable Subject watched(R request) {
    try {
      return runner.watched(request);
    } catch (RuntimeException | LinkageError fault) {
      faults.add("Asking for the limits of a request", fault);
      return null;
    }
  }

  /** Whether the blocks count that the tenant's request finds in the cache. */
  boolean countsBlocks(R request) {
    try {
      return runner.countsBlocks(request);
    } catch (RuntimeException | LinkageError fault) {
      faults.add("Asking whether the blocks of a request count", fault);
      return false;
    }
  }

  /** Makes requests that are cooled down go on in a class of their tenant that this returns. */
  void coolIn(Function<HandlerTenant<R>, HandlerClass<R>> classOf) {
    coolClass = classOf;
  }

  /** The request of the calling thread, which waits for nothing, goes on in the class for that. */
  void coolDown(HandlerRequest<R> request) {
    HandlerClass<R> cool = coolClass.apply(request.owner());
    change(() -> schedule.move(request, cool, nanoClock.getAsLong()));
  }

  /** Whether another thread waits for a lock of a region that whoever reads there holds. */
  boolean othersWait(Object region) {
    try {
      return runner.othersWait(region);
    } catch (Throwable fault) {
      faults.add("Looking at the locks of a region", fault);
      return false;
    }
  }

  /** Reports a tenant's request that has ended, in its thread. */
  void ended(HandlerRequest<R> request) {
    try {
      listener.ended(request, request.request());
    } catch (Throwable fault) {
      faults.add("The request listener", fault);
    }
  }

  /** Receives what a request of the calling thread that goes on has cost so far. */
  void goesOn(HandlerRequest<R> request) {
    try {
      listener.goesOn(request);
    } catch (Throwable fault) {
      faults.add("The request listener", fault);
    }
  }

  /**
   * Lets threads that are no handlers, such as those of the network, have the core, unless other
   * processes would have it instead.
   */
  @SuppressWarnings("ThreadPriorityCheck") // a hint is all that it is meant to be
  void yieldCore() {
    if (yieldsCores) {
      Thread.yield();
    }
  }

  /** Between two pieces: lets others have the slot, if they are next, and waits for it again. */
  void pause(HandlerRequest<R> request, long sinceNanos) {
    if (request.io.othersWait()) {
      return;
    }
    Thread wake;
    long limitNanos;
    lock.lock();
    try {
      limitNanos =
          schedule.pause(
              request,
              schedule.chargesCpu()
                  ? request.cpuNanos(sinceNanos)
                  : request.handlerNanos(sinceNanos));
      wake = wakeOne();
    } finally {
      lock.unlock();
    }
    signal(wake);
    if (!request.paused) {
      return;
    }
    long now = nanoClock.getAsLong();
    while (request.paused) {
      long remaining = limitNanos - (now - sinceNanos);
      if (remaining > 0 && !stopped && !Thread.currentThread().isInterrupted()) {
        LockSupport.parkNanos(this, remaining);
      } else {
        change(() -> schedule.resumeAnyway(request));
      }
      now = nanoClock.getAsLong();
    }
    request.pausedNanos += now - sinceNanos;
    change(() -> {}); // a thread that was woken wakes the next
  }

  /**
   * Lets those go on that pause while other threads wait for what they hold; returns whether any
   * paused.
   */
  boolean resumeWhomOthersWaitFor() {
    List<HandlerRequest<R>> paused = locked(HandlerSchedule::pausedRequests);
    for (HandlerRequest<R> request : paused) {
      if (request.io.othersWait()) {
        change(() -> schedule.resumeAnyway(request));
        LockSupport.unpark(request.thread());
      }
    }
    return !paused.isEmpty();
  }

  /**
   * Follows the load of the CPU and the I/O concurrency limit, and looks which tenants are still
   * active; reports, under the lock, each tenant that is forgotten.
   *
   * @param ownContention the part of the contention for cores that is due to this process, 0..1
   */
  void sweep(
      long now,
      double cpuLoad,
      double ownContention,
      int ioConcurrencyLimit,
      Consumer<HandlerTenant<R>> forgotten) {
    double waiting = ownContention * waitingForCore(now);
    yieldsCores = ownContention > HALF;
    change(
        () -> {
          schedule.cores(waiting, cpuLoad);
          schedule.ioConcurrencyLimit(ioConcurrencyLimit);
          schedule.sweep(now).forEach(forgotten);
        });
  }

  /**
   * How many handler threads waited for a core since the last call, on average; -1 if that is not
   * known.
   */
  private double waitingForCore(long now) {
    long sinceNanos = now - waitsSeenNanos;
    waitsSeenNanos = now;
    List<RunDelay> delays = locked(any -> threads.runDelays());
    long waitedNanos = 0;
    for (RunDelay delay : delays) {
      waitedNanos += delay.sinceLastNanos();
    }
    return delays.isEmpty() || sinceNanos <= 0 ? -1 : (double) waitedNanos / sinceNanos;
  }

  /**
   * Finds a thread for the next request, unless enough are on their way. To be signalled unlocked.
   */
  @GuardedBy("lock")
  private @Nullable Thread wakeOne() {
    boolean chooses = !hasGivenUp();
    int waiting = (chooses ? schedule.queued() : 0) + direct.size();
    if (stopped || !threads.mayWake(waiting)) {
      return null;
    }
    if (!directReady() && !(chooses && schedule.ready())) {
      return null;
    }
    HandlerRequest<R> resumed = chooses ? schedule.resume() : null;
    return resumed != null ? resumed.thread() : threads.wake();
  }

  private void signal(@Nullable Thread thread) {
    if (thread == null) {
      return;
    }
    if (thread.getState() != Thread.State.NEW) {
      LockSupport.unpark(thread);
      return;
    }
    try {
      thread.start();
    } catch (Throwable fault) {
      faults.add("Starting a handler thread", fault);
      signal(notStarted(thread));
    }
  }

  /** Finds another thread for the request of one that could not be started, if one is idle. */
  @Nullable Thread notStarted(Thread thread) {
    lock.lock();
    try {
      threads.notStarted(thread);
      return threads.hasIdle() ? wakeOne() : null;
    } finally {
      lock.unlock();
    }
  }

  /** A copy of tenants' requests that are in a handler now, in a slot or stalled. */
  List<R> requestsInHandlers() {
    return locked(
        any -> {
          List<R> requests = new ArrayList<>();
          threads.inHandlers().forEach(request -> requests.add(request.request()));
          return requests;
        });
  }

  int threads() {
    return locked(any -> threads.count());
  }
}
