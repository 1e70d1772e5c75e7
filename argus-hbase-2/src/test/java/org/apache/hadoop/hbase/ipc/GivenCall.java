package org.apache.hadoop.hbase.ipc;

import io.argus.hbase2.Broken;
import java.nio.ByteBuffer;
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

  /** The call has run already. */
  @Override
  public void run() {}

  public static boolean isAnswered(RpcCall call) {
    return ArgusCallAccess.isAnswered(call);
  }

  /** Returns a call that has run. */
  public static RpcCall ran(boolean answered, boolean failed) {
    ServerCall<?> call = Broken.unconstructed(NettyServerCall.class);
    call.response = answered ? new BufferChain(ByteBuffer.allocate(1)) : null;
    call.isError = failed;
    return call;
  }
}
