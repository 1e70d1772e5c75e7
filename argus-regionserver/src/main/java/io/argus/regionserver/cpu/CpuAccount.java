package io.argus.regionserver.cpu;

import io.argus.core.tenant.TenantId;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Divides the CPU time of a region server's process, over one window, among its tenants. Each kind
 * of thread is divided by what causes its work, see {@link ThreadRole}. What the virtual machine
 * itself uses, such as its collector, is divided in proportion to all other use. The parts and
 * {@link #unattributedNanos} sum to the time of the process.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class CpuAccount {
  /** So much CPU time of requests in a window is more than a few samples. */
  private static final long ENOUGH_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /**
   * To move so many bytes between a client and the server costs the network's threads as much as a
   * request does by itself.
   */
  private static final double BYTES_PER_REQUEST = 128 << 10;

  /** What is known of one tenant in the window, or of the requests of nobody. */
  public static final class Activity {
    final long requestNanos;
    final long backgroundNanos;
    final double requests;
    final double writtenBytes;
    final double clientBytes;

    /**
     * @param requestNanos CPU time of its requests in handlers, extrapolated from a sample
     * @param backgroundNanos measured CPU time of its compactions
     * @param requests number of its requests
     * @param writtenBytes bytes that it wrote to HDFS
     * @param clientBytes bytes of its requests and of their replies
     */
    public Activity(
        long requestNanos,
        long backgroundNanos,
        double requests,
        double writtenBytes,
        double clientBytes) {
      this.requestNanos = Math.max(0, requestNanos);
      this.backgroundNanos = Math.max(0, backgroundNanos);
      this.requests = Math.max(0, requests);
      this.writtenBytes = Math.max(0, writtenBytes);
      this.clientBytes = Math.max(0, clientBytes);
    }

    /** Its use of the network, as a number of small requests. */
    double network() {
      return requests + clientBytes / BYTES_PER_REQUEST;
    }

    /**
     * Returns the tenant's part of the process's CPU time without compactions / that of its
     * requests in handlers; empty if too little was measured to tell.
     *
     * @param nanos the tenant's part
     */
    public OptionalDouble ratio(double nanos) {
      return requestNanos < ENOUGH_NANOS
          ? OptionalDouble.empty()
          : OptionalDouble.of((nanos - backgroundNanos) / requestNanos);
    }
  }

  private final SortedMap<TenantId, Double> nanos;
  private final double processNanos;

  private CpuAccount(SortedMap<TenantId, Double> nanos, double processNanos) {
    this.nanos = nanos;
    this.processNanos = processNanos;
  }

  /**
   * Divides a window.
   *
   * @param processNanos CPU time of the process
   * @param threads CPU time of its Java threads, by role
   * @param nobody the requests that belong to no tenant
   */
  public static CpuAccount of(
      long processNanos,
      Map<ThreadRole, Long> threads,
      Map<TenantId, Activity> tenants,
      Activity nobody) {
    double requestNanos = nobody.requestNanos;
    double backgroundNanos = 0;
    double network = nobody.network();
    double writtenBytes = 0;
    for (Activity each : tenants.values()) {
      requestNanos += each.requestNanos;
      backgroundNanos += each.backgroundNanos;
      network += each.network();
      writtenBytes += each.writtenBytes;
    }
    double handlers = nanos(threads, ThreadRole.HANDLER);
    // Where no thread is known as a handler, the sample is all there is.
    double perRequestNano = handlers > 0 ? part(handlers, requestNanos) : 1;
    double perSmallRequest = part(nanos(threads, ThreadRole.RPC), network);
    double perWrittenByte =
        part(Math.max(0, nanos(threads, ThreadRole.WRITING) - backgroundNanos), writtenBytes);
    SortedMap<TenantId, Double> parts = new TreeMap<>();
    double attributed = 0;
    for (Map.Entry<TenantId, Activity> each : tenants.entrySet()) {
      Activity tenant = each.getValue();
      double part =
          tenant.requestNanos * perRequestNano
              + tenant.backgroundNanos
              + tenant.network() * perSmallRequest
              + tenant.writtenBytes * perWrittenByte;
      parts.put(each.getKey(), part);
      attributed += part;
    }
    double java = (double) threads.values().stream().mapToLong(Long::longValue).sum();
    double measured = Math.max(java, attributed);
    // What the virtual machine uses besides is divided alike; so is an error of reading the clocks
    // one after the other, which can make the parts greater than the whole.
    double scale = part((double) Math.max(0, processNanos), measured);
    parts.replaceAll((tenant, part) -> part * scale);
    return new CpuAccount(parts, (double) Math.max(0, processNanos));
  }

  private static double nanos(Map<ThreadRole, Long> threads, ThreadRole role) {
    return (double) threads.getOrDefault(role, 0L);
  }

  private static double part(double nanos, double among) {
    return among > 0 ? nanos / among : 0;
  }

  /** CPU time of each tenant, ns. */
  public SortedMap<TenantId, Double> nanos() {
    return Collections.unmodifiableSortedMap(nanos);
  }

  /** CPU time that no tenant caused, ns. */
  public double unattributedNanos() {
    double attributed = 0;
    for (double each : nanos.values()) {
      attributed += each;
    }
    return Math.max(0, processNanos - attributed);
  }
}
