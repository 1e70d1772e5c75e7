package io.argus.regionserver.monitor;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;

/**
 * A tenant's request that has ended: how long it took where, and what it moved.
 *
 * <p>Read by the thread that ran it.
 */
public interface EndedRequest {
  TenantId tenant();

  RequestKind kind();

  /**
   * Whether it was executed and answered without an exception. If not, it counts by its waits, time
   * and bytes, but as no operation.
   */
  boolean answered();

  /** Waiting for a handler. */
  long queueWaitNanos();

  /** Waiting for I/O admission; 0 if it did not wait. */
  long hdfsWaitNanos();

  /** Reading from HDFS. */
  long hdfsReadNanos();

  /** All other time in the handler. */
  long handlerNanos();

  /** Blocks that it read from HDFS. */
  int reads();

  long hdfsReadBytes();

  /** Bytes of the request. */
  long receivedBytes();

  /** Bytes of its answer. */
  long sentBytes();
}
