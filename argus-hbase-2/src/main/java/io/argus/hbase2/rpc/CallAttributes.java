package io.argus.hbase2.rpc;

import org.apache.hadoop.hbase.ipc.RpcCall;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of calls, which HBase has from 2.6 on.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class CallAttributes {
  private CallAttributes() {}

  /** The value of an attribute of the call, else of its connection; null if there is none. */
  static byte @Nullable [] of(RpcCall call, String name) {
    byte[] ofCall = call.getRequestAttribute(name);
    return ofCall == null ? call.getConnectionAttributes().get(name) : ofCall;
  }
}
