package org.apache.hadoop.hbase.ipc;

import io.argus.regionserver.handler.ObservedRequest;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.jspecify.annotations.Nullable;

/**
 * Access to parts of a call that HBase permits only in its own package.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class ArgusCallAccess {
  /** Takes message, cells, exception and its text. The type of the cells is another in HBase 3. */
  private static final @Nullable Method SET_RESPONSE = setResponse();

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

  /**
   * Returns the same call, so that its waits become events of HBase's spans, if the calling thread
   * has one that records. Needs OpenTelemetry, which not every HBase has.
   */
  public static CallRunner traced(CallRunner runner) {
    return TracedCallRunner.of(runner);
  }

  /** Makes a wait of a call an event, if the call is traced. */
  public static void waited(
      CallRunner runner, long queueNanos, long capNanos, long memstoreNanos, long ioNanos) {
    if (runner instanceof PassingCallRunner) {
      ((PassingCallRunner) runner).waited(queueNanos, capNanos, memstoreNanos, ioNanos);
    }
  }

  /**
   * Answers a call that will never run as HBase's quotas do. Its client comes again after that
   * time, or if it is older than 2.6 after pauses of its own.
   */
  public static boolean throttle(CallRunner runner, long waitMillis) {
    try {
      RpcThrottlingException.throwNumRequestsExceeded(Math.max(1, waitMillis));
    } catch (RpcThrottlingException e) {
      return drop(runner, e);
    }
    return false;
  }

  /** HBase sends the first answer that was set, and takes the call off its accounts. */
  private static boolean drop(CallRunner runner, IOException answer) {
    Method setter = SET_RESPONSE;
    if (setter == null) {
      return false;
    }
    try {
      setter.invoke(runner.getRpcCall(), null, null, answer, answer.getMessage());
    } catch (ReflectiveOperationException e) {
      return false;
    }
    runner.drop();
    return true;
  }

  private static @Nullable Method setResponse() {
    try {
      for (Method method : RpcCall.class.getMethods()) {
        if (method.getName().equals("setResponse") && method.getParameterCount() == 4) {
          return method;
        }
      }
    } catch (LinkageError e) {
      // then calls wait in their queue
    }
    return null;
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
