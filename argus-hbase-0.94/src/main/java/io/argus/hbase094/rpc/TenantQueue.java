package io.argus.hbase094.rpc;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentRegistry;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.RequestAdmission;
import io.argus.regionserver.TenantRequest;
import io.argus.regionserver.handler.ObservedRequest;
import io.argus.regionserver.tenants.TableTenants;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.ipc.ArgusCall;
import org.apache.hadoop.hbase.ipc.ArgusCallPort;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.jspecify.annotations.Nullable;

/**
 * Where HBase's own handlers find the calls that they run.
 *
 * <p>While shares are enforced, calls for user tables wait in the tenant scheduler, and every other
 * call is first in line there. Otherwise calls wait in a queue like HBase's own: in the order of
 * arrival, as many of them, for as many handlers, and readers wait for room as they do there.
 *
 * <p>Idea: a handler serves either the scheduler or that queue, and looks at the mode when it asks
 * for its next call. One that waits for an arrival leaves if shares are enforced now; or if calls
 * wait in the scheduler, where all others may be busy for long. Calls take the way on which
 * handlers wait: the queue is used only once all the handlers that HBase would have serve it, and
 * until then what arrives is a direct call of the scheduler. Whoever puts a call into the queue
 * looks afterwards whether a handler has left it; who leaves it looks afterwards whether a call has
 * come. So no call is left behind.
 *
 * <p>Safe for use by any thread.
 */
public final class TenantQueue implements ArgusCallPort {
  /** Calls of HBase 0.94 carry no user. */
  private static final TableTenants.Users<ArgusCall> USERS = TableTenants.Users.unknown();

  private static final String FULL =
      "Call queue is full: too many calls on the tables of one tenant, see argus.queue.length";

  /**
   * How often a reader that waits for room, or a handler that waits for a call, looks at the mode.
   */
  private static final long LOOK_AGAIN_MILLIS = 500;

  private final RequestAdmission<String, ArgusCall> requests;
  private final ComponentRegistry components;
  private final CallReader reader;
  private final int stockHandlers;

  /** Calls in the order of arrival. */
  private final BlockingQueue<ArgusCall> arrivals;

  private final int stockLength;

  /** Handlers that serve the arrivals, whether they wait or run a call. */
  private final AtomicInteger servingArrivals = new AtomicInteger();

  /** Calls that wait in the scheduler. */
  private final AtomicInteger scheduled = new AtomicInteger();

  @SuppressWarnings("ThreadLocalUsage") // one for each server, not for each call
  private final ThreadLocal<Handler> handlers = ThreadLocal.withInitial(Handler::new);

  /** What one of HBase's handlers does; its own. */
  private static final class Handler {
    boolean servesArrivals;

    /** Whether its last call was the scheduler's. */
    boolean scheduled;

    /** Its last call, if that is counted as it ends. */
    @Nullable ArgusCall observed;
  }

  /**
   * @param stockHandlers how many handlers HBase would have; there are more
   * @param stockLength how many calls HBase's own queue holds
   */
  public TenantQueue(
      RegionServerNode<String, ArgusCall> node,
      HRegionServer server,
      int stockHandlers,
      int stockLength) {
    this.requests = node.requests();
    this.components = node.components();
    this.reader = new CallReader(server, node.tenants());
    this.stockHandlers = stockHandlers;
    this.stockLength = stockLength;
    this.arrivals = new LinkedBlockingQueue<>(stockLength);
  }

  @Override
  public void put(ArgusCall call) throws InterruptedException {
    if (!offer(call)) {
      refuse(call);
    }
  }

  private void refuse(ArgusCall call) {
    try {
      call.refuse(FULL);
    } catch (IOException | RuntimeException e) {
      components.fault(Component.SCHEDULER, e);
    }
  }

  /**
   * A call that cannot be read or queued runs as a call of no tenant. So does every call while
   * shares are not enforced.
   */
  private boolean offer(ArgusCall call) throws InterruptedException {
    try {
      if (!requests.counts()) {
        return arrive(call);
      }
      if (requests.schedules()) {
        scheduleArrivals();
        return schedule(reader.read(call));
      }
      int random = ThreadLocalRandom.current().nextInt();
      if (requests.scheduler().leavesOut(random) && CallReader.isOnRow(call)) {
        return arrive(call);
      }
      TenantRequest<ArgusCall> request = reader.read(call);
      TenantId tenant = request.tenant();
      return tenant == null
          ? arrive(call)
          : observe(call, requests.observe(request, tenant, random));
    } catch (RuntimeException | LinkageError e) {
      components.fault(Component.SCHEDULER, e);
      return scheduleDirect(call);
    }
  }

  private boolean observe(ArgusCall call, @Nullable ObservedRequest<?> request)
      throws InterruptedException {
    call.observedAs(request);
    boolean accepted = arrive(call);
    if (!accepted && request != null) {
      request.refused();
    }
    return accepted;
  }

  private boolean arrive(ArgusCall call) throws InterruptedException {
    while (!handlersComeOver()) {
      if (arrivals.offer(call, LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS)) {
        return !(handlersComeOver() && arrivals.remove(call)) || scheduleDirect(call);
      }
      if (requests.schedules()) {
        break;
      }
    }
    return scheduleDirect(call);
  }

  /**
   * Whether an arrival is to fetch a handler from the scheduler. If as many have been sent there as
   * HBase's queue holds, handlers are on their way.
   */
  private boolean handlersComeOver() {
    return servingArrivals.get() < stockHandlers && scheduled.get() < stockLength;
  }

  /** The handlers that served them may be busy for long. */
  private void scheduleArrivals() {
    for (ArgusCall left = arrivals.poll(); left != null; left = arrivals.poll()) {
      if (!scheduleDirect(left)) {
        refuse(left);
      }
    }
  }

  private boolean scheduleDirect(ArgusCall call) {
    return schedule(TenantRequest.direct(call));
  }

  private boolean schedule(TenantRequest<ArgusCall> request) {
    scheduled.incrementAndGet();
    boolean accepted = false;
    try {
      accepted = requests.offer(request, request.call().bytes(), USERS);
    } finally {
      if (!accepted) {
        scheduled.decrementAndGet();
      }
    }
    return accepted;
  }

  @Override
  public ArgusCall take() throws InterruptedException {
    Handler handler = handlers.get();
    endObserved(handler);
    ArgusCall call = next(handler);
    ObservedRequest<?> request = call.observed();
    if (request != null) {
      handler.observed = call;
      request.begin();
    }
    return call;
  }

  /** The calling thread has run the call that it took last. */
  private static void endObserved(Handler handler) {
    ArgusCall call = handler.observed;
    ObservedRequest<?> request = call == null ? null : call.observed();
    if (call != null && request != null) {
      handler.observed = null;
      request.end(call);
    }
  }

  private ArgusCall next(Handler handler) throws InterruptedException {
    comeOver(handler);
    while (handler.servesArrivals) {
      boolean enforced = requests.schedules();
      ArgusCall call = enforced ? null : arrivals.poll(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
      if (call != null) {
        return call;
      }
      if (enforced || scheduled.get() > 0) {
        leave(handler);
      }
    }
    ArgusCall left = arrivals.poll();
    if (left != null) {
      endScheduled(handler);
      return left;
    }
    handler.scheduled = true;
    ArgusCall call = requests.scheduler().take().call();
    scheduled.decrementAndGet();
    return call;
  }

  private void comeOver(Handler handler) {
    if (!handler.servesArrivals
        && !requests.schedules()
        && servingArrivals.getAndUpdate(n -> Math.min(n + 1, stockHandlers)) < stockHandlers) {
      handler.servesArrivals = true;
      endScheduled(handler);
    }
  }

  private void leave(Handler handler) {
    handler.servesArrivals = false;
    servingArrivals.decrementAndGet();
  }

  private void endScheduled(Handler handler) {
    if (handler.scheduled) {
      handler.scheduled = false;
      requests.scheduler().end();
    }
  }

  @Override
  public int length() {
    return arrivals.size() + scheduled.get();
  }
}
