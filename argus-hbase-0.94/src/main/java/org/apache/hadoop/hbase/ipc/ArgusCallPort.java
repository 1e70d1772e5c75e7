package org.apache.hadoop.hbase.ipc;

/**
 * Port to the queue behind {@link ArgusCallQueue}.
 *
 * <p>HBase's reader threads and its handlers call it.
 */
public interface ArgusCallPort {
  /**
   * Queues or refuses a call. It waits for room only while calls are not scheduled by tenant; then
   * a reader thread keeps nobody waiting whom HBase's own queue would not.
   */
  void put(ArgusCall call) throws InterruptedException;

  /** Ends the call that the calling handler took last and waits for its next one. */
  ArgusCall take() throws InterruptedException;

  /** Returns the number of calls that wait. */
  int length();
}
