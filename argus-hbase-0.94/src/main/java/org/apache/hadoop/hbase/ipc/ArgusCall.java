package org.apache.hadoop.hbase.ipc;

import io.argus.regionserver.handler.ObservedRequest;
import io.argus.regionserver.handler.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A call of HBase's server, whose class HBase keeps to its own package; once it has run, its
 * outcome.
 *
 * <p>Not changed any more once it is queued; then safe for use by any thread.
 */
public final class ArgusCall implements Outcome {
  private final HBaseServer server;
  final HBaseServer.Call call;
  private @Nullable ObservedRequest<?> observed;

  ArgusCall(HBaseServer server, HBaseServer.Call call) {
    this.server = server;
    this.call = call;
  }

  /** Returns the method and its parameters; null if the call is of another kind. */
  public @Nullable Invocation invocation() {
    return call.param instanceof Invocation ? (Invocation) call.param : null;
  }

  public long bytes() {
    return call.getSize();
  }

  /** Notes what is to be counted as it begins and ends; null for nothing. */
  public void observedAs(@Nullable ObservedRequest<?> request) {
    observed = request;
  }

  /** What is to be counted as it begins and ends; null for nothing. */
  public @Nullable ObservedRequest<?> observed() {
    return observed;
  }

  @Override
  public boolean answered() {
    return call.response != null && !call.isError;
  }

  /** With the four bytes that say its length. */
  @Override
  public long receivedBytes() {
    return bytes() + Integer.BYTES;
  }

  @Override
  public long sentBytes() {
    ByteBuffer answer = call.response;
    return answer == null ? 0 : answer.limit();
  }

  /** Answers the call with an error after which clients try again. */
  public void refuse(String why) throws IOException {
    server.callQueueSize.add(-call.getSize());
    call.setResponse(null, Status.ERROR, IOException.class.getName(), why);
    call.sendResponseIfReady();
  }
}
