package org.apache.hadoop.hbase.ipc;

import io.argus.regionserver.handler.ObservedRequest;
import io.argus.regionserver.handler.Outcome;

/** A call in HBase's own queues that is counted as it begins and ends. */
final class ObservedCallRunner extends PassingCallRunner {
  private final ObservedRequest<?> observed;

  ObservedCallRunner(CallRunner runner, ObservedRequest<?> observed) {
    super(runner);
    this.observed = observed;
  }

  @Override
  public void run() {
    RpcCall call = runner.getRpcCall(); // the runner forgets it as it ends
    observed.begin();
    try {
      super.run();
    } finally {
      observed.end(new Ended(call));
    }
  }

  @Override
  public void drop() {
    observed.refused();
    super.drop();
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
