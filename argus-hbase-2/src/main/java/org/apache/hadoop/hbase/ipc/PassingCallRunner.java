package org.apache.hadoop.hbase.ipc;

import org.apache.hadoop.hbase.monitoring.MonitoredRPCHandler;

/**
 * A call as HBase made it, which a subclass watches.
 *
 * <p>As safe for use by several threads as that.
 */
abstract class PassingCallRunner extends CallRunner {
  final CallRunner runner;

  /** Without the server, so that the size of the call is not added to that of the queues again. */
  PassingCallRunner(CallRunner runner) {
    super(null, runner.getRpcCall());
    this.runner = runner;
  }

  /** Null once the call has run, as in HBase. */
  @Override
  public RpcCall getRpcCall() {
    return runner.getRpcCall();
  }

  /** HBase 2.4 has this method, too. */
  @SuppressWarnings("MissingOverride") // later versions lack it
  public ServerCall<?> getCall() {
    return (ServerCall<?>) runner.getRpcCall();
  }

  @Override
  public void setStatus(MonitoredRPCHandler status) {
    runner.setStatus(status);
  }

  /**
   * The call has waited, for a handler, for its tenant's cap or memstores, or for I/O admission.
   */
  void waited(long queueNanos, long capNanos, long memstoreNanos, long ioNanos) {}

  @Override
  public void run() {
    runner.run();
  }

  @Override
  public void drop() {
    runner.drop();
  }
}
