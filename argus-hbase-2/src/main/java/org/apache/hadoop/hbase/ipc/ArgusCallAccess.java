package org.apache.hadoop.hbase.ipc;

import io.argus.regionserver.handler.ObservedRequest;
import java.util.HashMap;
import java.util.Map;

/**
 * Access to parts of a call that HBase permits only in its own package.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class ArgusCallAccess {
  private ArgusCallAccess() {}

  /**
   * Whether a call that has run was executed and answered without an exception. A call of a class
   * that is not known counts as answered.
   */
  public static boolean isAnswered(RpcCall call) {
    if (!(call instanceof ServerCall)) {
      return true;
    }
    ServerCall<?> ran = (ServerCall<?>) call;
    return ran.response != null && !ran.isError;
  }

  /** Returns the same call for HBase's own queues, counted as it begins and ends. */
  public static CallRunner observed(CallRunner runner, ObservedRequest<?> request) {
    return new ObservedCallRunner(runner, request);
  }

  /** Bytes of a call, as HBase counts them: with the four bytes that say its length. */
  public static long receivedBytes(RpcCall call) {
    return call.getSize() + Integer.BYTES;
  }

  /** Adds calls that wait in another queue than HBase's own. */
  public static void add(CallQueueInfo info, String queue, Iterable<CallRunner> waiting) {
    Map<String, Long> counts = new HashMap<>();
    Map<String, Long> bytes = new HashMap<>();
    for (CallRunner runner : waiting) {
      RpcCall call = runner.getRpcCall();
      if (call != null) { // it has run meanwhile
        String method = call.getMethod() == null ? "Unknown" : call.getMethod().getName();
        counts.merge(method, 1L, Long::sum);
        bytes.merge(method, call.getSize(), Long::sum);
      }
    }
    info.setCallMethodCount(queue, counts);
    info.setCallMethodSize(queue, bytes);
  }

  /** Bytes of the answer of a call that has run, as HBase counts them; 0 if there is none. */
  public static long sentBytes(RpcCall call) {
    BufferChain answer = call instanceof ServerCall ? ((ServerCall<?>) call).response : null;
    return answer == null ? 0 : answer.size();
  }
}
