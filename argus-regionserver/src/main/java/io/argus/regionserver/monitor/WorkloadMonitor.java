package io.argus.regionserver.monitor;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The workloads of the tenants of one region server, window by window: operations by kind, waiting
 * and service times, handler time, HDFS bytes and key repeat ratio.
 *
 * <p>A request costs some counters and three histogram entries, and waits for no lock. A tenant
 * takes about 150 KB and is forgotten after {@value #FORGOTTEN_AFTER_SECONDS} idle seconds.
 *
 * <p>Any thread may record; recording never throws. One thread should {@link #drain}: each call
 * ends the window for all callers.
 */
public final class WorkloadMonitor {
  private static final double FORGOTTEN_AFTER_SECONDS = 600;

  private final ConcurrentHashMap<TenantId, TenantWorkload> tenants = new ConcurrentHashMap<>();

  // Guarded by this.
  private final LatencyRecorder.Spare spare = new LatencyRecorder.Spare();

  /**
   * Records a request that ended.
   *
   * @param operations actions of a multi, 1 for any other kind; 0 if it was dropped or ended with
   *     an exception: it then counts by its wait, time and bytes, but as no operation
   * @param queueWaitNanos wait for a handler
   * @param hdfsWaitNanos wait for I/O admission; 0 if the request did not wait
   * @param hdfsReadNanos time of reading from HDFS in the handler
   * @param handlerNanos all other time in the handler
   * @param hdfsReadBytes bytes read from HDFS
   */
  public void record(
      TenantId tenant,
      RequestKind kind,
      int operations,
      long queueWaitNanos,
      long hdfsWaitNanos,
      long hdfsReadNanos,
      long handlerNanos,
      long hdfsReadBytes) {
    TenantWorkload workload = workload(tenant);
    if (operations > 0) {
      workload.finished(kind, operations);
      long serviceNanos = hdfsWaitNanos + hdfsReadNanos + handlerNanos;
      workload.service.record(serviceNanos);
      workload.responses.record(kind, queueWaitNanos + serviceNanos);
    }
    workload.queueWait.record(queueWaitNanos);
    workload.handlerNanos.add(handlerNanos);
    if (hdfsReadNanos > 0) {
      workload.hdfsReadNanos.add(hdfsReadNanos);
    }
    if (hdfsWaitNanos > 0) {
      workload.hdfsWait.record(hdfsWaitNanos);
    }
    if (hdfsReadBytes > 0) {
      workload.hdfsReadBytes.add(hdfsReadBytes);
    }
  }

  /**
   * Records what a request that ended moved.
   *
   * @param receivedBytes of the request
   * @param sentBytes of its answer
   * @param hdfsReads blocks that it read from HDFS
   */
  public void recordBytes(TenantId tenant, long receivedBytes, long sentBytes, int hdfsReads) {
    TenantWorkload workload = workload(tenant);
    workload.receivedBytes.add(receivedBytes);
    workload.sentBytes.add(sentBytes);
    if (hdfsReads > 0) {
      workload.hdfsReads.add(hdfsReads);
    }
  }

  /**
   * Records an access to a row.
   *
   * @param keyHash hash of region and row key
   */
  public void recordKey(TenantId tenant, long keyHash) {
    workload(tenant).keys.record(keyHash);
  }

  /** Records bytes written to HDFS for a tenant: WAL, flush or compaction. */
  public void hdfsWritten(TenantId tenant, long bytes) {
    workload(tenant).hdfsWrittenBytes.add(bytes);
  }

  /** Records bytes that a compaction of a tenant's tables read from HDFS. */
  public void compactionRead(TenantId tenant, long bytes) {
    workload(tenant).compactionReadBytes.add(bytes);
  }

  private TenantWorkload workload(TenantId tenant) {
    TenantWorkload present = tenants.get(tenant);
    return present == null
        ? tenants.computeIfAbsent(tenant, name -> new TenantWorkload())
        : present;
  }

  /**
   * Ends the window of every tenant and begins the next one.
   *
   * @param windowSeconds time since the last call
   * @return the figures by tenant; those of cache and queue are 0
   * @throws IllegalArgumentException if the time is not positive
   */
  public synchronized SortedMap<TenantId, TenantUsage.Builder> drain(double windowSeconds) {
    if (!(windowSeconds > 0)) {
      throw new IllegalArgumentException("window is " + windowSeconds + " s: must be above 0");
    }
    SortedMap<TenantId, TenantUsage.Builder> usages = new TreeMap<>();
    for (Map.Entry<TenantId, TenantWorkload> each : tenants.entrySet()) {
      TenantWorkload workload = each.getValue();
      usages.put(each.getKey(), workload.drain(each.getKey(), windowSeconds, spare));
      if (workload.idleSeconds() >= FORGOTTEN_AFTER_SECONDS) {
        tenants.remove(each.getKey(), workload);
      }
    }
    return Collections.unmodifiableSortedMap(usages);
  }
}
