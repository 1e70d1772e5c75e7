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
 * What the tenants of one region server do, window by window: operations by kind, waiting and
 * service times, handler time, HDFS bytes and key repeat ratio.
 *
 * <p>Costs some counters and two histogram entries per request and no lock that a request waits
 * for. Holds about 110 KB per tenant; a tenant is forgotten when nothing was recorded of it for
 * {@value #FORGOTTEN_AFTER_SECONDS} s.
 *
 * <p>Recording is safe for use by any thread and never throws; {@link #drain} may be called by any
 * thread but divides time among its callers, so there should be one.
 */
public final class WorkloadMonitor {
  private static final double FORGOTTEN_AFTER_SECONDS = 600;

  private final ConcurrentHashMap<TenantId, TenantWorkload> tenants = new ConcurrentHashMap<>();

  // Guarded by this.
  private final LatencyRecorder.Spare spare = new LatencyRecorder.Spare();

  /**
   * Takes note of a request that ended.
   *
   * @param operations rows read or actions done; 1 except for a multi
   * @param queueWaitNanos waiting for a handler
   * @param hdfsWaitNanos waiting for turns at HDFS; 0 if it had none to wait for
   * @param hdfsReadNanos reading from HDFS inside the handler
   * @param handlerNanos everything else inside the handler
   * @param hdfsReadBytes read from HDFS
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
    workload.finished(kind, operations);
    workload.queueWait.record(queueWaitNanos);
    workload.service.record(hdfsWaitNanos + hdfsReadNanos + handlerNanos);
    workload.handlerNanos.add(handlerNanos);
    if (hdfsWaitNanos > 0) {
      workload.hdfsWait.record(hdfsWaitNanos);
    }
    if (hdfsReadBytes > 0) {
      workload.hdfsReadBytes.add(hdfsReadBytes);
    }
  }

  /**
   * Takes note of an access to a row.
   *
   * @param keyHash of table and row key, see {@link KeyHash}
   */
  public void recordKey(TenantId tenant, long keyHash) {
    workload(tenant).keys.record(keyHash);
  }

  /** Takes note of bytes written to HDFS for a tenant: WAL, flush or compaction. */
  public void hdfsWritten(TenantId tenant, long bytes) {
    workload(tenant).hdfsWrittenBytes.add(bytes);
  }

  /** Takes note of bytes read from HDFS for a tenant outside of requests: compaction. */
  public void hdfsRead(TenantId tenant, long bytes) {
    workload(tenant).hdfsReadBytes.add(bytes);
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
   * @return per tenant the figures known here; those of cache and queue are left at 0
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
