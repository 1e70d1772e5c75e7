package io.argus.master.monitor;

import com.google.gson.annotations.SerializedName;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.Comparator;

/**
 * How busy a region server is: what it does, how many requests wait there on average, and what
 * limits it.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ServerLoad {
  /** What limits a server. */
  public enum Bottleneck {
    /** Requests wait for I/O admission: HDFS is busy. */
    HDFS,
    /** The CPU is in use. */
    @SerializedName(value = "CPU", alternate = "PROCESSORS")
    CPU,
    /** Requests wait for handlers, which are busy. */
    HANDLERS,
    /** Hardly any request waits. */
    NONE
  }

  /** The busiest first: by waiting requests, then by operations, then by name. */
  public static final Comparator<ServerLoad> BUSIEST =
      Comparator.comparingDouble((ServerLoad load) -> -Math.rint(load.waiting() * 10))
          .thenComparingDouble(load -> -load.operationsPerSecond)
          .thenComparing(ServerLoad::server);

  /** Average number of waiting requests from which on there is a queue. */
  public static final double MIN_WAITING = 0.5;

  private final String server;
  private final double operationsPerSecond;
  private final double hdfsUse;
  private final double waitingForHdfs;
  private final double waitingForHandlers;
  private final boolean cpuBusy;

  private ServerLoad(
      String server,
      double operationsPerSecond,
      double hdfsUse,
      double waitingForHdfs,
      double waitingForHandlers,
      boolean cpuBusy) {
    this.server = server;
    this.operationsPerSecond = operationsPerSecond;
    this.hdfsUse = hdfsUse;
    this.waitingForHdfs = waitingForHdfs;
    this.waitingForHandlers = waitingForHandlers;
    this.cpuBusy = cpuBusy;
  }

  public static ServerLoad of(UsageReport report) {
    double operations = 0;
    double charged = 0;
    double hdfs = 0;
    double handlers = 0;
    for (TenantUsage usage : report.tenants()) {
      operations += usage.totalOperationsPerSecond();
      charged += usage.hdfsChargedBytesPerSecond();
      hdfs += usage.hdfsWaitFraction();
      handlers += usage.queueWaitFraction();
    }
    double capacity = report.hdfsCapacityBytesPerSecond();
    double hdfsUse = capacity > 0 ? charged / capacity : 0;
    return new ServerLoad(
        report.server(), operations, hdfsUse, hdfs, handlers, report.cpu().isBusy());
  }

  public String server() {
    return server;
  }

  public double operationsPerSecond() {
    return operationsPerSecond;
  }

  /**
   * Part of the server's HDFS throughput that is in use; above 1 for a moment if it reads more than
   * was measured. 0 if that is not measured yet.
   */
  public double hdfsUse() {
    return hdfsUse;
  }

  /** Mean number of requests that wait for I/O admission or for a handler. */
  public double waiting() {
    return waitingForHdfs + waitingForHandlers;
  }

  public Bottleneck bottleneck() {
    if (waitingForHdfs >= MIN_WAITING && waitingForHdfs >= waitingForHandlers) {
      return Bottleneck.HDFS;
    }
    if (cpuBusy) {
      return Bottleneck.CPU;
    }
    return waitingForHandlers >= MIN_WAITING ? Bottleneck.HANDLERS : Bottleneck.NONE;
  }
}
