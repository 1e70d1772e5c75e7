package io.argus.regionserver.scheduling;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.admission.RequestListener;

/**
 * What one request cost: where its time went and what it read from HDFS.
 *
 * <p>Mutable and reused: belongs to one handler thread, valid only while a {@link RequestListener}
 * is told of it.
 */
public final class RequestRecord {
  TenantId tenant = TenantId.DEFAULT;
  RequestKind kind = RequestKind.OTHER;
  public long queueWaitNanos;
  public long hdfsWaitNanos;
  public long hdfsReadNanos;
  public long handlerNanos;
  public long hdfsReadBytes;
  public int reads;

  RequestRecord() {}

  public void begin(TenantId ofTenant, RequestKind ofKind, long queuedNanos) {
    tenant = ofTenant;
    kind = ofKind;
    queueWaitNanos = queuedNanos;
    hdfsWaitNanos = 0;
    hdfsReadNanos = 0;
    handlerNanos = 0;
    hdfsReadBytes = 0;
    reads = 0;
  }

  public TenantId tenant() {
    return tenant;
  }

  public RequestKind kind() {
    return kind;
  }

  /** Waiting for a handler, at first and between pieces. */
  public long queueWaitNanos() {
    return queueWaitNanos;
  }

  /**
   * Waiting for turns at HDFS, also in the queue while enough of the tenant's requests did; 0 if
   * every turn was there at once.
   */
  public long hdfsWaitNanos() {
    return hdfsWaitNanos;
  }

  /** Reading blocks that the cache did not hold. */
  public long hdfsReadNanos() {
    return hdfsReadNanos;
  }

  /** Everything else between the handler's start and its end. */
  public long handlerNanos() {
    return handlerNanos;
  }

  /** All bytes from HDFS, also those read outside the gate; 0 while Argus is off. */
  public long hdfsReadBytes() {
    return hdfsReadBytes;
  }

  /** Cache misses that went to HDFS. */
  public int reads() {
    return reads;
  }
}
