package io.argus.contract;

import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Adds up, window by window, the operations that region servers report. */
final class UsageSums implements AutoCloseable {
  private static final long POLL_MILLIS = 200;

  private final TestCluster cluster;
  private final Thread thread;
  private final Set<String> windows = new HashSet<>();
  private final Map<String, Double> operations = new TreeMap<>();
  private final Map<String, Double> hdfsReadBytes = new TreeMap<>();
  private final Map<String, Double> hdfsWrittenBytes = new TreeMap<>();
  private final Map<String, Double> rejected = new TreeMap<>();
  private final Map<String, Double> cpuSeconds = new TreeMap<>();
  private double unattributedSeconds;
  private final Set<String> tenants = new TreeSet<>();
  private volatile boolean ending;

  UsageSums(TestCluster cluster) {
    this.cluster = cluster;
    this.thread = new Thread(this::run, "usage-sums");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    while (!ending) {
      for (int i = 0; i < cluster.regionServers(); i++) {
        try {
          add(cluster.report(i));
        } catch (Exception e) {
          // a server that is down or not up yet has no report
        }
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private synchronized void add(UsageReport report) {
    if (!windows.add(report.server() + " " + report.endMillis())) {
      return;
    }
    unattributedSeconds += report.cpu().unattributed() * report.windowSeconds();
    for (TenantUsage usage : report.tenants()) {
      String tenant = usage.tenant().name();
      double seconds = report.windowSeconds();
      tenants.add(tenant);
      hdfsReadBytes.merge(tenant, usage.hdfsReadBytesPerSecond() * seconds, Double::sum);
      hdfsWrittenBytes.merge(tenant, usage.hdfsWrittenBytesPerSecond() * seconds, Double::sum);
      cpuSeconds.merge(tenant, usage.cpuFraction() * seconds, Double::sum);
      rejected.merge(tenant, usage.rejectedPerSecond() * seconds, Double::sum);
      usage
          .operationsPerSecond()
          .forEach(
              (kind, perSecond) ->
                  operations.merge(
                      usage.tenant() + " " + kind,
                      perSecond * report.windowSeconds(),
                      Double::sum));
    }
  }

  /** Returns the operations of a tenant and kind so far, rounded. */
  synchronized long of(String tenant, RequestKind kind) {
    return Math.round(operations.getOrDefault(tenant + " " + kind, 0.0));
  }

  /** Returns the bytes that a tenant has read from HDFS so far, rounded. */
  synchronized long hdfsReadBytes(String tenant) {
    return Math.round(hdfsReadBytes.getOrDefault(tenant, 0.0));
  }

  /** Returns the bytes written to HDFS for a tenant so far, rounded. */
  synchronized long hdfsWrittenBytes(String tenant) {
    return Math.round(hdfsWrittenBytes.getOrDefault(tenant, 0.0));
  }

  /** Returns the refused requests of a tenant so far, rounded. */
  synchronized long rejected(String tenant) {
    return Math.round(rejected.getOrDefault(tenant, 0.0));
  }

  /** Returns the CPU seconds that a tenant has caused so far. */
  synchronized double cpuSeconds(String tenant) {
    return cpuSeconds.getOrDefault(tenant, 0.0);
  }

  /** Returns the CPU seconds of all tenants and of nobody so far. */
  synchronized double allCpuSeconds() {
    return unattributedSeconds
        + cpuSeconds.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** Returns the operations of all tenants but one so far, rounded. */
  synchronized long ofAllBut(String tenant) {
    return Math.round(
        operations.entrySet().stream()
            .filter(entry -> !entry.getKey().startsWith(tenant + " "))
            .mapToDouble(Map.Entry::getValue)
            .sum());
  }

  /** Returns every tenant that any report has named. */
  synchronized Set<String> tenants() {
    return new TreeSet<>(tenants);
  }

  @Override
  public void close() throws InterruptedException {
    ending = true;
    thread.interrupt();
    thread.join(20_000);
  }
}
