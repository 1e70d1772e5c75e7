package org.apache.hadoop.hbase.ipc;

/**
 * Port to the queue behind {@link ArgusCallQueue}.
 *
 * <p>HBase's reader threads, which must not wait, and its handlers call it.
 */
public interface ArgusCallPort {
  /** Queues or refuses a call. Neither waits nor throws anything. */
  void put(ArgusCall call);

  /** Ends the call that the calling handler took last and waits for its next one. */
  ArgusCall take() throws InterruptedException;

  /** Returns the number of calls that wait. */
  int length();
}
