package org.apache.hadoop.hbase.ipc;

import io.argus.regionserver.handler.ObservedRequest;
import io.argus.regionserver.handler.Outcome;
import org.apache.hadoop.hbase.monitoring.MonitoredRPCHandler;

/**
 * A call in HBase's own queues that is counted as it begins and ends. Everything else goes to the
 * call as HBase made it.
 *
 * <p>As safe for use by several threads as that.
 */
final class ObservedCallRunner extends CallRunner {
  private final CallRunner runner;
  private final ObservedRequest<?> observed;

  /** Without the server, so that the size of the call is not added to that of the queues again. */
  ObservedCallRunner(CallRunner runner, ObservedRequest<?> observed) {
    super(null, runner.getRpcCall());
    this.runner = runner;
    this.observed = observed;
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

  @Override
  public void run() {
    RpcCall call = runner.getRpcCall(); // the runner forgets it as it ends
    observed.begin();
    try {
      runner.run();
    } finally {
      observed.end(new Ended(call));
    }
  }

  @Override
  public void drop() {
    observed.refused();
    runner.drop();
  }

  /** How a call has ended. */
  private static final class Ended implements Outcome {
    private final RpcCall call;

    Ended(RpcCall call) {
      this.call = call;
    }

    @Override
    public boolean answered() {
      return ArgusCallAccess.isAnswered(call);
    }

    @Override
    public long receivedBytes() {
      return ArgusCallAccess.receivedBytes(call);
    }

    @Override
    public long sentBytes() {
      return ArgusCallAccess.sentBytes(call);
    }
  }
}
