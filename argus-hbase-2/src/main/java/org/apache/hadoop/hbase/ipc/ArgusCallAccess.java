package org.apache.hadoop.hbase.ipc;

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
}
