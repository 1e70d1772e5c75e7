package io.argus.regionserver.handler;

import io.argus.regionserver.io.IoRequest;
import io.argus.regionserver.io.RequestThread;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The handler threads there are, and which of them to wake.
 *
 * <p>Idea: the thread that became idle last is woken first. At most as many wake-ups are under way
 * at a time as there are cores; with one only, cores idle beside queued requests. Threads are made
 * on demand up to a limit; those above the number of handler slots end after a long idle time.
 * Threads of the host come by themselves; they are never made nor ended here.
 *
 * <p>Guarded by the handler lock.
 *
 * @param <R> type of a request
 */
final class HandlerThreads<R> {
  /**
   * A thread of the scheduler's own, which runs requests one after another.
   *
   * @param <R> type of a request
   */
  static final class HandlerThread<R> extends RequestThread {
    private final HandlerPool<R> pool;
    final int number;
    final HandlerRequest<R> request;

    HandlerThread(String namePrefix, int number, HandlerPool<R> pool) {
      super(namePrefix + "-" + number);
      this.pool = pool;
      this.number = number;
      request = new HandlerRequest<>(this, pool);
      setDaemon(true);
    }

    @Override
    protected IoRequest request() {
      return request.io;
    }

    @Override
    public void run() {
      request.runDelay = RunDelay.ofThisThread();
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

  private final HandlerPool<R> pool;
  private final int handlers;
  private final int cores;
  private final ArrayDeque<HandlerRequest<R>> idle = new ArrayDeque<>();
  private boolean started;

  /** Null where the threads are the host's. */
  private @Nullable String namePrefix;

  private int most;

  /** The request of each thread there is. */
  private final Set<HandlerRequest<R>> all = new HashSet<>();

  /** The numbers of the threads made here that have not ended. */
  private final BitSet numbers = new BitSet();

  private int wakesPending;

  HandlerThreads(HandlerPool<R> pool, int handlers, int cores) {
    this.pool = pool;
    this.handlers = handlers;
    this.cores = cores;
  }

  /** From now on requests are served: by threads made here if they are given a name. */
  void start(@Nullable String threadNamePrefix) {
    namePrefix = threadNamePrefix;
    started = true;
  }

  /** How many threads are made at most. */
  void limit(int mostThreads) {
    most = mostThreads;
  }

  int count() {
    return all.size();
  }

  /** Adds a thread of the host's. */
  void addHostThread(HandlerRequest<R> request) {
    all.add(request);
  }

  void ended(HandlerRequest<R> request) {
    all.remove(request);
  }

  /** A copy of the requests that are in a handler now, in a slot or stalled. */
  List<HandlerRequest<R>> inHandlers() {
    List<HandlerRequest<R>> inHandlers = new ArrayList<>();
    for (HandlerRequest<R> request : all) {
      if (request.running || request.stalled) {
        inHandlers.add(request);
      }
    }
    return inHandlers;
  }

  /** A copy of those that are known, of threads that have had a request since the last call. */
  List<RunDelay> runDelays() {
    List<RunDelay> delays = new ArrayList<>();
    for (HandlerRequest<R> request : all) {
      RunDelay delay = request.runDelay;
      if (delay != null && request.hasWorked()) {
        delays.add(delay);
      }
    }
    return delays;
  }

  /** Notes that a thread looks for work, if it had been woken for that. */
  void arrived(HandlerRequest<R> request) {
    if (request.woken) {
      request.woken = false;
      wakesPending--;
    }
  }

  /** The thread is about to park. */
  void rest(HandlerRequest<R> request) {
    request.idle = true;
    idle.addLast(request);
  }

  /** Whether another thread is of use: one for each core, but not more than there is work. */
  boolean mayWake(int waiting) {
    int useful = Math.min(cores, waiting);
    return started && (wakesPending == 0 || wakesPending < useful);
  }

  /** The idle thread to unpark, or a new one to start; null if there is none to be had. */
  @Nullable Thread wake() {
    HandlerRequest<R> request = idle.pollLast();
    if (request == null) {
      if (all.size() >= most || namePrefix == null) {
        return null;
      }
      int number = numbers.nextClearBit(0);
      numbers.set(number);
      request = new HandlerThread<>(namePrefix, number, pool).request;
      all.add(request);
    }
    wakesPending++;
    request.woken = true;
    request.idle = false;
    return request.thread();
  }

  boolean hasIdle() {
    return !idle.isEmpty();
  }

  /** Takes back a thread that could not be started. */
  void notStarted(Thread thread) {
    all.removeIf(request -> request.thread() == thread);
    wakesPending--;
    freeNumber(thread);
  }

  /** Later threads get the same names, so that what is kept by name does not grow. */
  private void freeNumber(Thread thread) {
    if (thread instanceof HandlerThread) {
      numbers.clear(((HandlerThread<?>) thread).number);
    }
  }

  /**
   * Ends an idle thread, unless it was woken meanwhile: one made here if there are more than
   * handler slots, one of the host's if it was interrupted.
   */
  boolean retire(HandlerRequest<R> request, boolean interrupted) {
    boolean ours = namePrefix != null;
    if (!request.idle || (ours ? interrupted || all.size() <= handlers : !interrupted)) {
      return false;
    }
    request.idle = false;
    idle.remove(request);
    if (ours) {
      all.remove(request);
      freeNumber(request.thread());
    }
    return true;
  }

  /** Unparks all idle threads for good. */
  void wakeAll() {
    for (HandlerRequest<R> request : idle) {
      request.idle = false;
      LockSupport.unpark(request.thread());
    }
    idle.clear();
  }
}
