package io.argus.hbase2;

import io.argus.core.HookRegistry;
import io.argus.regionserver.scheduler.TenantScheduler;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.apache.hadoop.hbase.ipc.DelegatingRpcScheduler;
import org.apache.hadoop.hbase.ipc.RpcScheduler;
import org.apache.hadoop.hbase.regionserver.RSRpcServices;
import org.jspecify.annotations.Nullable;

/**
 * Sends calls on users' tables through the tenant scheduler and every other call to the scheduler
 * that HBase would have used without Argus.
 *
 * <p>Safe for use by any thread.
 */
final class ArgusRpcScheduler extends DelegatingRpcScheduler {
  /** Name of this hook in logs, reports and the page. */
  static final String HOOK = "scheduler";

  private final RegionServerNode node;
  private final HookRegistry hooks;
  private final CallReader reader;
  private final TenantScheduler<TenantCall> tenants;

  ArgusRpcScheduler(RpcScheduler delegate, RegionServerNode node, RSRpcServices services) {
    super(delegate);
    this.node = node;
    this.hooks = node.hooks();
    this.reader = new CallReader(services, node.tenants());
    this.tenants = node.scheduler();
    hooks.active(HOOK);
  }

  @Override
  public void start() {
    super.start();
    tenants.start("argus.handler");
  }

  @Override
  public void stop() {
    tenants.stop();
    super.stop();
  }

  @Override
  public boolean dispatch(CallRunner runner) {
    TenantCall call = node.schedules() ? readOrNull(runner) : null;
    return call == null ? super.dispatch(runner) : offer(call);
  }

  /** A call that cannot be read, for whatever reason, is HBase's. */
  private @Nullable TenantCall readOrNull(CallRunner runner) {
    try {
      return reader.read(runner);
    } catch (RuntimeException | LinkageError e) {
      hooks.fault(HOOK, e);
      return null;
    }
  }

  private boolean offer(TenantCall call) {
    try {
      return tenants.offer(call.tenant(), call.kind(), call.runner().getRpcCall().getSize(), call);
    } catch (RuntimeException | LinkageError e) {
      hooks.fault(HOOK, e);
      return super.dispatch(call.runner());
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
    return delegate.getWriteQueueLength();
  }

  @Override
  public int getReadQueueLength() {
    return delegate.getReadQueueLength();
  }

  @Override
  public int getScanQueueLength() {
    return delegate.getScanQueueLength();
  }

  @Override
  public int getActiveWriteRpcHandlerCount() {
    return delegate.getActiveWriteRpcHandlerCount();
  }

  @Override
  public int getActiveReadRpcHandlerCount() {
    return delegate.getActiveReadRpcHandlerCount();
  }

  @Override
  public int getActiveScanRpcHandlerCount() {
    return delegate.getActiveScanRpcHandlerCount();
  }
}
