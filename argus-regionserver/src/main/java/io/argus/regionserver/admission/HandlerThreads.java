package io.argus.regionserver.admission;

import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The handler threads there are, and which of them to wake.
 *
 * <p>Idea: idle handlers wait last in, first out. At most as many wake-ups are under way at a time
 * as there are processors; with one only, processors idle beside queued requests. Threads are made
 * on demand up to a limit; those above the number of handler slots end when they were idle for
 * long. A host that brings threads of its own has them come by themselves; they are never made nor
 * ended here.
 *
 * <p>Guarded by the admission lock.
 *
 * @param <R> type of a request
 */
final class HandlerThreads<R> {
  private final HandlerPool<R> pool;
  private final HandlerPorts<R> ports;
  private final int handlers;
  private final int processors;
  private final ArrayDeque<HandlerSlot<R>> idle = new ArrayDeque<>();
  private boolean started;

  /** Null where the host brings the threads. */
  private @Nullable String namePrefix;

  private int most;
  private int count;
  private int made;
  private int wakesPending;

  HandlerThreads(HandlerPool<R> pool, HandlerPorts<R> ports, int handlers, int processors) {
    this.pool = pool;
    this.ports = ports;
    this.handlers = handlers;
    this.processors = processors;
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
    return count;
  }

  /** Counts a thread of the host's. */
  void lend() {
    count++;
  }

  void ended() {
    count--;
  }

  /** Notes that a thread looks for work, if it had been woken for that. */
  void arrived(HandlerSlot<R> handler) {
    if (handler.woken) {
      handler.woken = false;
      wakesPending--;
    }
  }

  /** The thread is about to park. */
  void rest(HandlerSlot<R> handler) {
    handler.idle = true;
    idle.addLast(handler);
  }

  /** Whether another thread is of use: one for each processor, but not more than there is work. */
  boolean mayWake(int waiting) {
    int useful = Math.min(processors, waiting);
    return started && (wakesPending == 0 || wakesPending < useful);
  }

  /** The idle thread to unpark, or a new one to start; null if there is none to be had. */
  @Nullable Thread wake() {
    HandlerSlot<R> handler = idle.pollLast();
    if (handler == null) {
      if (count >= most || namePrefix == null) {
        return null;
      }
      count++;
      handler = new HandlerThread<>(namePrefix + "-" + made++, pool, ports).handler;
    }
    wakesPending++;
    handler.woken = true;
    handler.idle = false;
    return handler.thread;
  }

  /** Takes back a thread that could not be started. */
  void notStarted() {
    count--;
    wakesPending--;
  }

  /**
   * Ends an idle thread, unless it was woken meanwhile: one of ours if it is above the number of
   * slots, one of the host's if it was interrupted.
   */
  boolean retire(HandlerSlot<R> handler, boolean interrupted) {
    boolean ours = namePrefix != null;
    if (!handler.idle || (ours ? interrupted || count <= handlers : !interrupted)) {
      return false;
    }
    handler.idle = false;
    idle.remove(handler);
    count -= ours ? 1 : 0;
    return true;
  }

  /** Unparks all idle threads for good. */
  void wakeAll() {
    for (HandlerSlot<R> handler : idle) {
      handler.idle = false;
      LockSupport.unpark(handler.thread);
    }
    idle.clear();
  }
}
