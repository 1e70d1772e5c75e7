package org.apache.hadoop.hbase.ipc;

import io.argus.hbase2.Broken;
import java.nio.ByteBuffer;
import java.util.function.Supplier;

/** A runner of a given call, in the package from which alone HBase's can be extended. */
public final class GivenCall extends CallRunner {
  private final Supplier<RpcCall> call;
  private final Runnable work;
  private final Runnable drop;

  /** The call has run already. */
  public GivenCall(Supplier<RpcCall> call) {
    this(call, () -> {}, () -> {});
  }

  public GivenCall(Supplier<RpcCall> call, Runnable work, Runnable drop) {
    super(null, null);
    this.call = call;
    this.work = work;
    this.drop = drop;
  }

  @Override
  public RpcCall getRpcCall() {
    return call.get();
  }

  @Override
  public void run() {
    work.run();
  }

  @Override
  public void drop() {
    drop.run();
  }

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
