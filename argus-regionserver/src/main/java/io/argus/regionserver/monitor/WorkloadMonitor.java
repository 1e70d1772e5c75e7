package io.argus.regionserver.monitor;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
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
  /** Key hash of a request that is for no one row. */
  public static final long NO_KEY = 0;

  private static final double FORGOTTEN_AFTER_SECONDS = 600;

  /**
   * A histogram of how long the requests of a tenant took in the server, waits included, since the
   * tenant's first one. Only requests that were answered without an exception count.
   *
   * <p>Immutable; safe for use by any thread.
   */
  public static final class ResponseTimes {
    /** Upper bounds of the buckets, to 2%; a last one has none. */
    public static final List<Double> BOUNDS_SECONDS =
        Collections.unmodifiableList(
            Arrays.asList(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0));

    /** Of a tenant without requests. */
    public static final ResponseTimes NONE =
        new ResponseTimes(new long[BOUNDS_SECONDS.size()], 0, 0);

    private final long[] atMost;
    private final long count;
    private final double totalSeconds;

    ResponseTimes(long[] atMost, long count, double totalSeconds) {
      this.atMost = atMost.clone();
      this.count = count;
      this.totalSeconds = totalSeconds;
    }

    /**
     * Requests that took at most so long.
     *
     * @param bucket index of a bound
     */
    public long atMost(int bucket) {
      return atMost[bucket];
    }

    /** All requests. */
    public long count() {
      return count;
    }

    /** What they took together, to the precision of the recorded durations. */
    public double totalSeconds() {
      return totalSeconds;
    }
  }

  private final ConcurrentHashMap<TenantId, TenantWorkload> tenants = new ConcurrentHashMap<>();

  @GuardedBy("this")
  private final LatencyRecorder.Spare spare = new LatencyRecorder.Spare();

  /**
   * Records a request that has ended.
   *
   * @param operations actions of a multi, 1 for any other kind
   * @param keyHash hash of region and row key that it accessed, or {@link #NO_KEY}
   */
  public void record(RequestUsage request, int operations, long keyHash) {
    TenantWorkload workload = workload(request.tenant());
    int weight = request.weight();
    long queueWaitNanos = request.queueWaitNanos();
    long capWaitNanos = request.capWaitNanos();
    long memstoreWaitNanos = request.memstoreWaitNanos();
    long hdfsWaitNanos = request.hdfsWaitNanos();
    if (request.answered()) {
      if (operations > 0) {
        workload.finished(request.kind(), (long) weight * operations);
        long serviceNanos = hdfsWaitNanos + request.hdfsReadNanos() + request.handlerNanos();
        workload.service.record(serviceNanos, weight);
        workload.responses.record(
            request.kind(),
            capWaitNanos + memstoreWaitNanos + queueWaitNanos + serviceNanos,
            weight);
      }
      if (keyHash != NO_KEY && weight == 1) { // a sample repeats too few keys
        workload.keys.record(keyHash);
      }
    } else {
      workload.failed.add(weight);
    }
    workload.capWaitNanos.add(weight * capWaitNanos);
    workload.memstoreWaitNanos.add(weight * memstoreWaitNanos);
    workload.queueWait.record(queueWaitNanos, weight);
    if (hdfsWaitNanos > 0) {
      workload.hdfsWait.record(hdfsWaitNanos, weight);
    }
    workload.count(request);
    workload.receivedBytes.add(weight * request.receivedBytes());
    workload.sentBytes.add(weight * request.sentBytes());
  }

  /**
   * Counts what a request that goes on has used until now. Without it, all of that would count in
   * the window in which the request ends.
   */
  public void recordSoFar(RequestUsage request) {
    workload(request.tenant()).count(request);
  }

  /** Records bytes written to HDFS for a tenant: WAL, flush or compaction. */
  public void hdfsWritten(TenantId tenant, long bytes) {
    workload(tenant).hdfsWrittenBytes.add(bytes);
  }

  /** Records bytes that a compaction of a tenant's tables read from HDFS. */
  public void compactionRead(TenantId tenant, long bytes) {
    workload(tenant).compactionReadBytes.add(bytes);
  }

  /** Records a request whose client set a priority that does not count. */
  public void priorityIgnored(TenantId tenant) {
    workload(tenant).ignoredPriorities.add(1);
  }

  /** Records a request whose attribute named a tenant that it may not name. */
  public void attributeIgnored(TenantId tenant) {
    workload(tenant).ignoredAttributes.add(1);
  }

  /** Records a request that exceeded a limit. */
  public void runaway(TenantId tenant) {
    workload(tenant).runaways.add(1);
  }

  /** The response times of every tenant that is not forgotten, in all windows that have ended. */
  public synchronized Map<TenantId, ResponseTimes> responseTimes() {
    Map<TenantId, ResponseTimes> times = new HashMap<>();
    tenants.forEach((tenant, workload) -> times.put(tenant, workload.responses.total()));
    return times;
  }

  private TenantWorkload workload(TenantId tenant) {
    TenantWorkload current = tenants.get(tenant);
    return current == null
        ? tenants.computeIfAbsent(tenant, name -> new TenantWorkload())
        : current;
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
