package io.argus.regionserver.handler;

/**
 * Where requests are that a handler has taken: each runs in one of the {@link HandlerSlots}, is
 * blocked while it waits for HDFS, reads from it or pauses, or has stalled. Counts them, for all
 * and for each tenant and class.
 *
 * <p>Any running request may wait in its slot for something that Argus does not see, such as a row
 * lock, the memstore or the log. If it uses no CPU time for a while it is {@link #stall}ed: it
 * still counts against its tenant's bound, but takes no slot from others, so that these go on. No
 * more requests stall than the host has handlers.
 *
 * <p>Not safe for use by several threads.
 *
 * @param <R> type of a request
 */
final class InFlight<R> {
  private final int maxStalled;
  private int blocked;
  private int stalled;

  /**
   * @param maxStalled how many requests stall at most
   */
  InFlight(int maxStalled) {
    this.maxStalled = maxStalled;
  }

  int blocked() {
    return blocked;
  }

  int stalled() {
    return stalled;
  }

  void run(HandlerRequest<R> request) {
    request.running = true;
    runs(request, 1);
  }

  void block(HandlerRequest<R> request) {
    blocks(request, 1);
  }

  void unblock(HandlerRequest<R> request) {
    blocks(request, -1);
  }

  /** The request has used no CPU time for a while; returns whether it stalls. */
  boolean stall(HandlerRequest<R> request) {
    if (!request.running || stalled >= maxStalled) {
      return false;
    }
    request.running = false;
    runs(request, -1);
    stalls(request, true);
    return true;
  }

  /** The stalled request uses CPU time again. */
  void goOn(HandlerRequest<R> request) {
    if (request.stalled) {
      stalls(request, false);
      run(request);
    }
  }

  /** The request runs or has stalled, and leaves its handler. */
  void leaveHandler(HandlerRequest<R> request) {
    if (request.stalled) {
      stalls(request, false);
    } else {
      request.running = false;
      runs(request, -1);
    }
  }

  /** The request ends, wherever it is; returns whether it was blocked. */
  boolean end(HandlerRequest<R> request) {
    request.ofClass().inFlight--;
    if (request.running || request.stalled) {
      leaveHandler(request);
      return false;
    }
    unblock(request);
    return true;
  }

  /** The request goes on in another class of its tenant. */
  void move(HandlerRequest<R> request, HandlerClass<R> to) {
    HandlerClass<R> from = request.ofClass();
    from.inFlight--;
    to.inFlight++;
    if (request.running) {
      from.running--;
      to.running++;
    } else if (!request.stalled) {
      from.blocked--;
      to.blocked++;
    }
    request.moveTo(to);
  }

  private void runs(HandlerRequest<R> request, int more) {
    request.use().runs(more, request.coresExpected);
    request.ofClass().running += more;
  }

  private void blocks(HandlerRequest<R> request, int more) {
    blocked += more;
    request.owner().blocked += more;
    request.ofClass().blocked += more;
  }

  private void stalls(HandlerRequest<R> request, boolean stalls) {
    request.stalled = stalls;
    stalled += stalls ? 1 : -1;
    request.use().stalled += stalls ? 1 : -1;
  }
}
