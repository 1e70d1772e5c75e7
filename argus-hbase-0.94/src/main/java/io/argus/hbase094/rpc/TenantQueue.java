package io.argus.hbase094.rpc;

import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentRegistry;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.RequestAdmission;
import io.argus.regionserver.TenantRequest;
import io.argus.regionserver.tenants.TableTenants;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.ipc.ArgusCall;
import org.apache.hadoop.hbase.ipc.ArgusCallPort;
import org.apache.hadoop.hbase.regionserver.HRegionServer;

/**
 * Queues the calls for user tables in the tenant scheduler. Every other call is first in line.
 * HBase's own handlers take the calls and run them. While scheduling by tenant is off, it holds as
 * many calls as HBase's own queue, and readers wait as they do there.
 *
 * <p>Safe for use by any thread.
 */
public final class TenantQueue implements ArgusCallPort {
  /** Calls of HBase 0.94 carry no user. */
  private static final TableTenants.Users<ArgusCall> USERS = TableTenants.Users.unknown();

  private static final String FULL =
      "Call queue is full: too many calls on the tables of one tenant, see argus.queue.length";

  /** So that readers notice that scheduling by tenant was switched on. */
  private static final long LOOK_AGAIN_MILLIS = 1_000;

  private final RequestAdmission<String, ArgusCall> requests;
  private final ComponentRegistry components;
  private final CallReader reader;
  private final AtomicInteger length = new AtomicInteger();
  private final int stockLength;

  /** Its monitor is what reader threads wait on for room. */
  private final AtomicInteger waitingReaders = new AtomicInteger();

  /**
   * @param stockLength how many calls HBase's own queue holds
   */
  public TenantQueue(
      RegionServerNode<String, ArgusCall> node, HRegionServer server, int stockLength) {
    this.requests = node.requests();
    this.components = node.components();
    this.stockLength = stockLength;
    this.reader = new CallReader(server, node.tenants());
  }

  @Override
  public void put(ArgusCall call) throws InterruptedException {
    if (isFull()) {
      awaitRoom();
    }
    length.incrementAndGet();
    if (!offer(call)) {
      length.decrementAndGet();
      try {
        call.refuse(FULL);
      } catch (IOException | RuntimeException e) {
        components.fault(Component.SCHEDULER, e);
      }
    }
  }

  /** While scheduling by tenant is on, each tenant's queue has a limit of its own instead. */
  private boolean isFull() {
    return length.get() >= stockLength && !requests.counts();
  }

  private void awaitRoom() throws InterruptedException {
    synchronized (waitingReaders) {
      waitingReaders.incrementAndGet();
      try {
        while (isFull()) {
          waitingReaders.wait(LOOK_AGAIN_MILLIS);
        }
      } finally {
        waitingReaders.decrementAndGet();
      }
    }
  }

  /**
   * A call that cannot be read or queued runs as a call of no tenant. So does every call while
   * scheduling by tenant is off.
   */
  private boolean offer(ArgusCall call) {
    try {
      if (!requests.counts()) {
        return requests.offer(TenantRequest.direct(call), call.bytes(), USERS);
      }
      return requests.offer(reader.read(call), call.bytes(), USERS);
    } catch (RuntimeException | LinkageError e) {
      components.fault(Component.SCHEDULER, e);
      return requests.offer(TenantRequest.direct(call), call.bytes(), USERS);
    }
  }

  @Override
  public ArgusCall take() throws InterruptedException {
    ArgusCall call = requests.scheduler().take().call();
    length.decrementAndGet();
    if (waitingReaders.get() > 0) {
      synchronized (waitingReaders) {
        waitingReaders.notify();
      }
    }
    return call;
  }

  @Override
  public int length() {
    return length.get();
  }
}
