package org.apache.hadoop.hbase.ipc;

import java.util.function.Supplier;

/** A runner of a given call, in the package from which alone HBase's can be extended. */
public final class GivenCall extends CallRunner {
  private final Supplier<RpcCall> call;

  public GivenCall(Supplier<RpcCall> call) {
    super(null, null);
    this.call = call;
  }

  @Override
  public RpcCall getRpcCall() {
    return call.get();
  }
}
