package io.argus.regionserver.monitor;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;

/**
 * A tenant's request: how long it took where, and what it moved; so far, or altogether once it has
 * ended.
 *
 * <p>Read by the thread that runs it.
 */
public interface RequestUsage {
  /**
   * What a monitor has counted of a request already. A request that goes on for minutes is counted
   * again and again, or its tenant would seem to use nothing for minutes.
   *
   * <p>Used by one thread; may be used again for its next request.
   */
  final class Counted {
    long hdfsWaitNanos;
    long hdfsReadNanos;
    long handlerNanos;
    int reads;
    long hdfsReadBytes;

    /** Another request begins. */
    public void clear() {
      hdfsWaitNanos = 0;
      hdfsReadNanos = 0;
      handlerNanos = 0;
      reads = 0;
      hdfsReadBytes = 0;
    }
  }

  /** What was counted of it; the monitor writes it. */
  Counted counted();

  TenantId tenant();

  /** For how many requests it stands, itself included. */
  default int weight() {
    return 1;
  }

  RequestKind kind();

  /**
   * Once it has ended: whether it was executed and answered without an exception. If not, it counts
   * by its waits, time and bytes, but as no operation.
   */
  boolean answered();

  /** Waiting for a handler. */
  long queueWaitNanos();

  /** Waiting for its tenant's cap; 0 without one. */
  default long capWaitNanos() {
    return 0;
  }

  /** A write: waiting until its tenant holds no more than its part of the memstores. */
  default long memstoreWaitNanos() {
    return 0;
  }

  /** Waiting for I/O admission; 0 if it did not wait. */
  long hdfsWaitNanos();

  /** Reading from HDFS. */
  long hdfsReadNanos();

  /** All other time in the handler. */
  long handlerNanos();

  /** CPU time in a handler, as measured or expected; its handler time where nobody measures. */
  default long cpuNanos() {
    return handlerNanos();
  }

  /** Blocks that it read from HDFS. */
  int reads();

  long hdfsReadBytes();

  /** Bytes of blocks from HDFS and, if they are counted, of those that it found in the cache. */
  default long blockBytes() {
    return hdfsReadBytes();
  }

  /** Bytes of the request, once it has ended. */
  long receivedBytes();

  /** Bytes of its answer, once it has ended. */
  long sentBytes();
}
