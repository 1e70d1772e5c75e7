package org.apache.hadoop.hbase.ipc;

import java.util.concurrent.LinkedBlockingQueue;

/**
 * The queue from which HBase's handlers take their calls. It replaces HBase's own. HBase's queues
 * for system tables and for replication stay.
 *
 * <p>Safe for use by any thread.
 */
public final class ArgusCallQueue extends LinkedBlockingQueue<HBaseServer.Call> {
  private final transient HBaseServer server;
  private final transient ArgusCallPort port;

  private ArgusCallQueue(HBaseServer server, ArgusCallPort port) {
    this.server = server;
    this.port = port;
  }

  /**
   * Replaces the server's call queue. To be called before the server's threads start.
   *
   * @throws IllegalStateException if the server is of another class
   */
  public static void install(RpcServer server, ArgusCallPort port) {
    if (!(server instanceof HBaseServer)) {
      throw new IllegalStateException("the RPC server is a " + server.getClass().getName());
    }
    HBaseServer host = (HBaseServer) server;
    host.callQueue = new ArgusCallQueue(host, port);
  }

  @Override
  public void put(HBaseServer.Call call) throws InterruptedException {
    port.put(new ArgusCall(server, call));
  }

  @Override
  public boolean offer(HBaseServer.Call call) {
    try {
      put(call);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public HBaseServer.Call take() throws InterruptedException {
    return port.take().call;
  }

  @Override
  public int size() {
    return port.length();
  }
}
