package io.argus.hbase2.rpc;

import org.apache.hadoop.hbase.ipc.CallQueueInfo;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.apache.hadoop.hbase.ipc.RpcScheduler;

/**
 * Passes everything on to another scheduler, as HBase's own DelegatingRpcScheduler does, which
 * HBase 2.4 lacks.
 *
 * <p>As safe for use by several threads as the other scheduler.
 */
public abstract class PassingScheduler extends RpcScheduler {
  protected final RpcScheduler delegate;

  protected PassingScheduler(RpcScheduler delegate) {
    this.delegate = delegate;
  }

  @Override
  public void init(Context context) {
    delegate.init(context);
  }

  @Override
  public void start() {
    delegate.start();
  }

  @Override
  public void stop() {
    delegate.stop();
  }

  @Override
  public boolean dispatch(CallRunner call) {
    return delegate.dispatch(call);
  }

  @Override
  public CallQueueInfo getCallQueueInfo() {
    return delegate.getCallQueueInfo();
  }

  @Override
  public int getGeneralQueueLength() {
    return delegate.getGeneralQueueLength();
  }

  @Override
  public int getPriorityQueueLength() {
    return delegate.getPriorityQueueLength();
  }

  @Override
  public int getMetaPriorityQueueLength() {
    return delegate.getMetaPriorityQueueLength();
  }

  @Override
  public int getReplicationQueueLength() {
    return delegate.getReplicationQueueLength();
  }

  @Override
  public int getBulkLoadQueueLength() {
    return delegate.getBulkLoadQueueLength();
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
  public int getActiveRpcHandlerCount() {
    return delegate.getActiveRpcHandlerCount();
  }

  @Override
  public int getActiveGeneralRpcHandlerCount() {
    return delegate.getActiveGeneralRpcHandlerCount();
  }

  @Override
  public int getActivePriorityRpcHandlerCount() {
    return delegate.getActivePriorityRpcHandlerCount();
  }

  @Override
  public int getActiveMetaPriorityRpcHandlerCount() {
    return delegate.getActiveMetaPriorityRpcHandlerCount();
  }

  @Override
  public int getActiveReplicationRpcHandlerCount() {
    return delegate.getActiveReplicationRpcHandlerCount();
  }

  @Override
  public int getActiveBulkLoadRpcHandlerCount() {
    return delegate.getActiveBulkLoadRpcHandlerCount();
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

  @Override
  public long getNumGeneralCallsDropped() {
    return delegate.getNumGeneralCallsDropped();
  }

  @Override
  public long getNumLifoModeSwitches() {
    return delegate.getNumLifoModeSwitches();
  }
}
