package org.apache.hadoop.hbase.ipc;

/**
 * What stands behind the call queue.
 *
 * <p>Called by HBase's reader threads, which must not wait, and by its handlers.
 */
public interface ArgusCallPort {
  /** Takes a call over, whether to run or to refuse it. Neither waits nor throws anything. */
  void put(ArgusCall call);

  /** Ends the call that the calling handler took last and waits for its next one. */
  ArgusCall take() throws InterruptedException;

  /** How many calls wait. */
  int length();
}
