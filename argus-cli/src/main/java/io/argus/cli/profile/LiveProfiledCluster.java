package io.argus.cli.profile;

import com.google.gson.JsonObject;
import io.argus.cli.live.LiveCluster;
import io.argus.core.plan.Plan;
import io.argus.core.tenant.TenantId;
import io.argus.profiler.campaign.ClusterLostException;
import io.argus.profiler.campaign.LoadSecond;
import io.argus.profiler.campaign.ProfiledCluster;
import io.argus.profiler.campaign.Workload;
import io.argus.profiler.fit.GridPoint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A running cluster whose reservations are pinned and whose workload is driven by a client process.
 *
 * <p>Used by one thread.
 */
final class LiveProfiledCluster implements ProfiledCluster, AutoCloseable {
  private static final int IDLE_SECONDS = 20;
  private static final int CALIBRATION_THREADS = 64;
  private static final int CALIBRATION_SECONDS = 40;
  private static final int ALIKE_REPORTS = 4;
  private static final double ALIKE = 0.02;

  private final LoadClients clients;
  private final TenantId tenant;
  private final String table;
  private final ReportWatch reports;
  private final PinnedReservations reservations;

  private volatile @Nullable LoadStream load;
  private @Nullable Plan plan;
  private int idleSeconds;

  /**
   * @param others tenants that hold the rest of the reservations; at least one
   */
  public LiveProfiledCluster(
      LiveCluster live, LoadClients clients, TenantId tenant, String table, List<TenantId> others) {
    this.clients = clients;
    this.tenant = tenant;
    this.table = table;
    this.reports = new ReportWatch(live);
    this.reservations = new PinnedReservations(live, reports, tenant, others);
  }

  /** Capacity of block cache and HDFS of the whole cluster; 0 if not known. Immutable. */
  static final class Capacity {
    private final long cacheBytes;
    private final double hdfsBytesPerSecond;

    private Capacity(long cacheBytes, double hdfsBytesPerSecond) {
      this.cacheBytes = cacheBytes;
      this.hdfsBytesPerSecond = hdfsBytesPerSecond;
    }

    long cacheBytes() {
      return cacheBytes;
    }

    double hdfsBytesPerSecond() {
      return hdfsBytesPerSecond;
    }
  }

  Capacity capacity() throws IOException {
    ClusterReports latest = reports.read();
    return new Capacity(latest.cacheCapacityBytes(), latest.hdfsCapacityBytesPerSecond());
  }

  /** The other tenants that are active, with their throughput. */
  List<String> othersActive() throws IOException {
    return reports.read().othersActive(tenant).entrySet().stream()
        .map(other -> other.getKey() + " (" + Math.round(other.getValue()) + " ops/s)")
        .collect(Collectors.toList());
  }

  /**
   * Measures the capacity of HDFS: reads rows at random until the figure of the region servers is
   * steady. Tenants may borrow meanwhile. Afterwards they may not, and the servers keep that
   * figure.
   *
   * @throws IOException if HDFS never becomes the bottleneck
   */
  Capacity measureCapacity(Workload workload) throws IOException {
    reservations.pin(new GridPoint(1, 1), true);
    Properties reads = workload.properties(table);
    for (String kind : Arrays.asList("update", "insert", "scan", "readmodifywrite")) {
      reads.setProperty(kind + "proportion", "0");
    }
    reads.setProperty("readproportion", "1");
    reads.setProperty("requestdistribution", "uniform");
    reads.setProperty("recordcount", Long.toString(workload.tableRows()));
    int threads = Math.max(CALIBRATION_THREADS, workload.threads());
    List<Double> measured = new ArrayList<>();
    try (LoadStream stream = LoadStream.drive(clients, reads, threads)) {
      long lastEnd = 0;
      for (int second = 0; second < CALIBRATION_SECONDS; second++) {
        stream.next();
        ClusterReports latest = reports.read();
        if (latest.endMillis() != lastEnd && latest.hdfsCapacityBytesPerSecond() > 0) {
          measured.add(latest.hdfsCapacityBytesPerSecond());
        }
        lastEnd = latest.endMillis();
        if (areAlike(measured)) {
          break;
        }
      }
    }
    Capacity found = capacity();
    if (!(found.hdfsBytesPerSecond() > 0)) {
      throw new IOException(
          "HDFS never was the bottleneck, so its share has no meaning: the table of "
              + workload.tableRows()
              + " rows may fit the block cache. Take more rows, or set argus.credits");
    }
    return found;
  }

  private static boolean areAlike(List<Double> measured) {
    if (measured.size() < 2 * ALIKE_REPORTS) {
      return false;
    }
    List<Double> last = measured.subList(measured.size() - ALIKE_REPORTS, measured.size());
    double least = last.stream().mapToDouble(m -> m).min().orElse(0);
    double most = last.stream().mapToDouble(m -> m).max().orElse(0);
    return most - least <= ALIKE * most;
  }

  /**
   * Starts the client that drives the workload until this is closed. From now on the region servers
   * must not change.
   */
  void drive(Workload workload) throws IOException {
    reports.expectTheSameServers();
    load = LoadStream.drive(clients, workload.properties(table), workload.threads());
  }

  @Override
  public void reserve(GridPoint point) throws IOException {
    plan = reservations.pin(point, false);
    if (load != null) {
      load.skipPast();
    }
  }

  @Override
  public LoadSecond nextSecond() throws IOException {
    if (load == null) {
      throw new IllegalStateException("no workload is driven");
    }
    LoadSecond second = load.next();
    idleSeconds = second.operations() == 0 ? idleSeconds + 1 : 0;
    if (idleSeconds >= IDLE_SECONDS) {
      throw new ClusterLostException(
          "no operation succeeded for " + IDLE_SECONDS + " s: are the region servers up?");
    }
    return second;
  }

  @Override
  public Report report() throws IOException {
    ClusterReports latest = reports.read();
    Plan current = plan;
    if (current != null && !latest.areOfPlan(current.version()) && !latest.isEmpty()) {
      throw new ClusterLostException(
          "a region server has lost the reservations: was it restarted?");
    }
    return latest.of(tenant);
  }

  @Override
  public Optional<JsonObject> ownFunction() throws IOException {
    Plan current = plan;
    return current == null
        ? Optional.empty()
        : OwnFunction.of(tenant, current, reports.mean()).map(OwnFunction::toJson);
  }

  /** Whether reservations may still be pinned because they could not be given back. */
  boolean isPinned() {
    return reservations.isPinned();
  }

  /** Ends the workload and gives the reservations back to the planner. Any thread may call this. */
  @Override
  public void close() throws IOException {
    LoadStream driven = load;
    if (driven != null) {
      driven.close();
    }
    reservations.release();
  }
}
