package io.argus.hbase2;

import io.argus.core.RequestKind;
import io.argus.core.TenantId;
import org.apache.hadoop.hbase.ipc.CallRunner;

/**
 * A call on a user's table: HBase's own runner of it, with what Argus needs to know.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class TenantCall {
  /** Key hash of a call that names no key. */
  static final long NO_KEY = 0;

  private final CallRunner runner;
  private final TenantId tenant;
  private final RequestKind kind;
  private final int operations;
  private final long keyHash;

  /**
   * @param operations actions of a multi, 1 for any other kind
   * @param keyHash 64 bits that tell region and row apart, or {@link #NO_KEY}
   */
  TenantCall(CallRunner runner, TenantId tenant, RequestKind kind, int operations, long keyHash) {
    this.runner = runner;
    this.tenant = tenant;
    this.kind = kind;
    this.operations = operations;
    this.keyHash = keyHash;
  }

  CallRunner runner() {
    return runner;
  }

  TenantId tenant() {
    return tenant;
  }

  RequestKind kind() {
    return kind;
  }

  int operations() {
    return operations;
  }

  long keyHash() {
    return keyHash;
  }
}
