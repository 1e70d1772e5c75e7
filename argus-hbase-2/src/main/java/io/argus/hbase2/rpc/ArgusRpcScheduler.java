package io.argus.hbase2.rpc;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentRegistry;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.PlannerLink;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.RequestAdmission;
import io.argus.regionserver.TenantRequest;
import io.argus.regionserver.handler.ObservedRequest;
import io.argus.regionserver.handler.TenantScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.conf.ConfigurationObserver;
import org.apache.hadoop.hbase.ipc.ArgusCallAccess;
import org.apache.hadoop.hbase.ipc.CallQueueInfo;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.apache.hadoop.hbase.ipc.RpcScheduler;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.RSRpcServices;
import org.jspecify.annotations.Nullable;

/**
 * Sends calls on users' tables through the tenant scheduler while Argus enforces shares, and every
 * other call to the scheduler that HBase would have used without Argus. While Argus observes, that
 * one has all calls, and those on users' tables are counted.
 *
 * <p>Both run all the time. A call ends in the one that it was given to; the other's threads are
 * idle.
 *
 * <p>Safe for use by any thread.
 */
public final class ArgusRpcScheduler extends PassingScheduler implements ConfigurationObserver {
  private final RequestAdmission<TableName, CallRunner> requests;
  private final PlannerLink<TableName> link;
  private final ComponentRegistry components;
  private final CallReader reader;
  private final TenantScheduler<TenantRequest<CallRunner>> tenants;
  private final boolean dividesKinds;
  private boolean traces;
  private volatile boolean started;

  /**
   * @param dividesKinds whether HBase's settings divide its call queues by reads and writes
   */
  public ArgusRpcScheduler(
      RpcScheduler delegate,
      RegionServerNode<TableName, CallRunner> node,
      HRegionServer server,
      RSRpcServices services,
      boolean dividesKinds) {
    super(delegate);
    this.dividesKinds = dividesKinds;
    this.requests = node.requests();
    this.link = node.link();
    this.components = node.components();
    this.reader = new CallReader(server, services, node);
    this.tenants = requests.scheduler();
  }

  /** Shows the waits of calls in HBase's spans; to be called before {@link #start}. */
  public void traces() {
    traces = true;
  }

  @Override
  public void start() {
    super.start();
    try {
      tenants.start(ThreadRoles.HANDLERS);
      requests.schedulerIsInPlace();
      started = true;
    } catch (RuntimeException | Error e) {
      components.failed(Component.SCHEDULER, e);
    }
  }

  @Override
  public void stop() {
    try {
      tenants.stop();
    } catch (RuntimeException | LinkageError e) {
      components.fault(Component.SCHEDULER, e);
    } finally {
      super.stop();
    }
  }

  @Override
  public boolean dispatch(CallRunner runner) {
    TenantRequest<CallRunner> call = started && requests.counts() ? readOrNull(runner) : null;
    TenantId tenant = call == null ? null : call.tenant();
    if (call == null || tenant == null) {
      return super.dispatch(runner);
    }
    return requests.schedules() ? offer(call) : observe(call, tenant);
  }

  /** Returns null, so that HBase's own scheduler takes the call, if it cannot be read. */
  private @Nullable TenantRequest<CallRunner> readOrNull(CallRunner runner) {
    try {
      return reader.read(traces && requests.schedules() ? ArgusCallAccess.traced(runner) : runner);
    } catch (RuntimeException | LinkageError e) {
      components.fault(Component.SCHEDULER, e);
      return null;
    }
  }

  private boolean offer(TenantRequest<CallRunner> call) {
    try {
      return requests.offer(call, call.call().getRpcCall().getSize(), reader.users());
    } catch (RuntimeException | LinkageError e) {
      components.fault(Component.SCHEDULER, e);
      return super.dispatch(call.call());
    }
  }

  private boolean observe(TenantRequest<CallRunner> call, TenantId tenant) {
    ObservedRequest<?> observed = null;
    CallRunner counted = call.call();
    try {
      observed = requests.observe(call, tenant, ThreadLocalRandom.current().nextInt());
      counted = observed == null ? counted : ArgusCallAccess.observed(counted, observed);
    } catch (RuntimeException | LinkageError e) {
      components.fault(Component.SCHEDULER, e);
    }
    if (observed == null) {
      return super.dispatch(counted);
    }
    boolean accepted = false;
    try {
      accepted = super.dispatch(counted);
    } finally {
      if (!accepted) {
        observed.refused();
      }
    }
    return accepted;
  }

  /**
   * Takes over a configuration that was read again, and passes it to HBase's own scheduler. HBase
   * before 2.6 tells a coprocessor nothing of it.
   */
  @Override
  public void onConfigurationChange(Configuration conf) {
    link.reload(conf::get);
    if (delegate instanceof ConfigurationObserver) {
      ((ConfigurationObserver) delegate).onConfigurationChange(conf);
    }
  }

  @Override
  public int getGeneralQueueLength() {
    return super.getGeneralQueueLength() + tenants.queueLength();
  }

  @Override
  public int getActiveGeneralRpcHandlerCount() {
    return super.getActiveGeneralRpcHandlerCount() + tenants.running();
  }

  @Override
  public int getActiveRpcHandlerCount() {
    return super.getActiveRpcHandlerCount() + tenants.running();
  }

  @Override
  public int getWriteQueueLength() {
    return delegate.getWriteQueueLength() + count(tenants.queuedRequests(), RequestKind::writes);
  }

  @Override
  public int getReadQueueLength() {
    return delegate.getReadQueueLength()
        + count(tenants.queuedRequests(), ArgusRpcScheduler::isRead);
  }

  @Override
  public int getScanQueueLength() {
    return delegate.getScanQueueLength()
        + count(tenants.queuedRequests(), ArgusRpcScheduler::isScan);
  }

  @Override
  public int getActiveWriteRpcHandlerCount() {
    return delegate.getActiveWriteRpcHandlerCount()
        + count(tenants.requestsInHandlers(), RequestKind::writes);
  }

  @Override
  public int getActiveReadRpcHandlerCount() {
    return delegate.getActiveReadRpcHandlerCount()
        + count(tenants.requestsInHandlers(), ArgusRpcScheduler::isRead);
  }

  @Override
  public int getActiveScanRpcHandlerCount() {
    return delegate.getActiveScanRpcHandlerCount()
        + count(tenants.requestsInHandlers(), ArgusRpcScheduler::isScan);
  }

  /** Counts by kind where HBase would too: only if its settings divide reads and writes. */
  private int count(List<TenantRequest<CallRunner>> calls, Predicate<RequestKind> kind) {
    return dividesKinds ? (int) calls.stream().filter(call -> kind.test(call.kind())).count() : 0;
  }

  private static boolean isRead(RequestKind kind) {
    return !kind.writes() && !isScan(kind);
  }

  private static boolean isScan(RequestKind kind) {
    return kind == RequestKind.SCAN;
  }

  @Override
  public CallQueueInfo getCallQueueInfo() {
    CallQueueInfo info = super.getCallQueueInfo();
    List<CallRunner> waiting = new ArrayList<>();
    tenants.queuedRequests().forEach(request -> waiting.add(request.call()));
    if (!waiting.isEmpty() || requests.schedules()) {
      ArgusCallAccess.add(info, "Tenant Queues", waiting);
    }
    return info;
  }
}
