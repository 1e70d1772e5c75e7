package io.argus.jmh;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.ipc.BenchmarkCall;
import org.apache.hadoop.hbase.ipc.FastPathBalancedQueueRpcExecutor;
import org.apache.hadoop.hbase.ipc.PriorityFunction;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos.RequestHeader;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/**
 * The executor that HBase's SimpleRpcScheduler uses with default settings. Safe for use by any
 * thread.
 */
final class HBaseCallQueue implements CallQueue {
  private static final class NoPriority implements PriorityFunction {
    @Override
    public int getPriority(RequestHeader header, Message param, User user) {
      return 0;
    }

    @Override
    public long getDeadline(RequestHeader header, Message param) {
      return 0;
    }
  }

  /** Queue length that HBase grants per handler by default. */
  private static final int CALLS_PER_HANDLER = 10;

  private final FastPathBalancedQueueRpcExecutor executor;

  HBaseCallQueue() {
    Configuration conf = HBaseConfiguration.create();
    executor =
        new FastPathBalancedQueueRpcExecutor(
            "default.FPBQ", HANDLERS, HANDLERS * CALLS_PER_HANDLER, new NoPriority(), conf, null);
    executor.start(0);
  }

  @Override
  public boolean offer(int tenant, Runnable call) {
    return executor.dispatch(new BenchmarkCall(call));
  }

  @Override
  public void close() {
    executor.stop();
  }
}
