package io.argus.cli.profile;

import io.argus.bench.cluster.ClientJvm;
import io.argus.cli.live.LiveCluster;
import io.argus.core.Plan;
import io.argus.core.PlanExplanation;
import io.argus.core.Reservation;
import io.argus.core.TenantId;
import io.argus.core.WireFormat;
import io.argus.profiler.campaign.ClusterLostException;
import io.argus.profiler.campaign.LoadSecond;
import io.argus.profiler.campaign.ProfiledCluster;
import io.argus.profiler.campaign.Workload;
import io.argus.profiler.fit.GridPoint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A running cluster whose reservations are pinned and whose workload is driven by a client process.
 *
 * <p>Used by one thread.
 */
public final class LiveProfiledCluster implements ProfiledCluster, AutoCloseable {
  private static final long POLL_MILLIS = 100;
  private static final long IN_FORCE_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final long SILENT_MILLIS = 15_000;
  private static final int IDLE_SECONDS = 20;
  private static final int CALIBRATION_THREADS = 64;
  private static final int CALIBRATION_SECONDS = 40;
  private static final int ALIKE_REPORTS = 4;
  private static final double ALIKE = 0.02;

  private final LiveCluster live;
  private final ClientJvm clients;
  private final TenantId tenant;
  private final String table;
  private final List<TenantId> others;

  private @Nullable LoadStream load;
  private long planVersion;
  private int idleSeconds;
  private long lastEndMillis;
  private long lastNewsMillis = System.currentTimeMillis();

  /**
   * @param others tenants that hold what the profiled one is not given; at least one
   */
  public LiveProfiledCluster(
      LiveCluster live, ClientJvm clients, TenantId tenant, String table, List<TenantId> others) {
    this.live = live;
    this.clients = clients;
    this.tenant = tenant;
    this.table = table;
    this.others = List.copyOf(others);
  }

  /** Cache and HDFS capacity of the cluster; 0 where not known. */
  public record Capacity(long cacheBytes, double hdfsBytesPerSecond) {}

  public Capacity capacity() throws IOException {
    ClusterReports reports = reports();
    return new Capacity(reports.cacheCapacityBytes(), reports.hdfsCapacityBytesPerSecond());
  }

  /** Tenants beside the profiled one that do something, empty if none does. */
  public List<String> othersActive() throws IOException {
    return reports().othersActive(tenant).entrySet().stream()
        .map(other -> other.getKey() + " (" + Math.round(other.getValue()) + " ops/s)")
        .toList();
  }

  /**
   * Finds out what HDFS sustains by reading rows at random until what the region servers measure
   * has settled. Everything is lent meanwhile; once nothing is, they keep that figure.
   *
   * @throws IOException if HDFS never became the bottleneck
   */
  public Capacity measureCapacity(Workload workload) throws IOException {
    pin(new GridPoint(1, 1), true);
    Properties reads = workload.properties(table);
    for (String kind : List.of("update", "insert", "scan", "readmodifywrite")) {
      reads.setProperty(kind + "proportion", "0");
    }
    reads.setProperty("readproportion", "1");
    reads.setProperty("requestdistribution", "uniform");
    reads.setProperty("recordcount", Long.toString(workload.tableRows()));
    int threads = Math.max(CALIBRATION_THREADS, workload.threads());
    List<Double> measured = new ArrayList<>();
    try (LoadStream stream = LoadStream.drive(clients, "client-capacity", reads, threads)) {
      long lastEnd = 0;
      for (int second = 0; second < CALIBRATION_SECONDS; second++) {
        stream.next();
        ClusterReports reports = reports();
        if (reports.endMillis() != lastEnd && reports.hdfsCapacityBytesPerSecond() > 0) {
          measured.add(reports.hdfsCapacityBytesPerSecond());
        }
        lastEnd = reports.endMillis();
        if (areAlike(measured)) {
          break;
        }
      }
    }
    Capacity found = capacity();
    if (!(found.hdfsBytesPerSecond() > 0)) {
      throw new IOException(
          "HDFS never was the bottleneck, so that its share means nothing: the table of "
              + workload.tableRows()
              + " rows may fit the block cache; take more rows, or set argus.credits");
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

  /** Starts the client that drives the workload until this is closed. */
  public void drive(Workload workload) throws IOException {
    load =
        LoadStream.drive(
            clients, "client-profiled", workload.properties(table), workload.threads());
  }

  @Override
  public void reserve(GridPoint point) throws IOException {
    pin(point, false);
    if (load != null) {
      load.skipPast();
    }
  }

  private void pin(GridPoint point, boolean lending) throws IOException {
    List<Reservation> reservations = new ArrayList<>();
    reservations.add(Reservation.of(tenant, point.cacheShare(), point.hdfsShare()));
    for (TenantId other : others) {
      reservations.add(
          Reservation.of(
              other,
              (1 - point.cacheShare()) / others.size(),
              (1 - point.hdfsShare()) / others.size()));
    }
    Plan pin =
        Plan.of(
            0,
            Plan.Mode.PINNED,
            System.currentTimeMillis(),
            lending,
            reservations,
            PlanExplanation.because("profiling " + tenant));
    try {
      live.write("pin", WireFormat.write(pin));
      awaitInForce(pin);
    } catch (InterruptedException e) {
      throw LoadStream.interrupted(e);
    }
  }

  private void awaitInForce(Plan pin) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + IN_FORCE_NANOS;
    while (System.nanoTime() - deadline < 0) {
      byte[] document = live.read("plan").orElse(new byte[0]);
      if (document.length > 0) {
        Plan plan = WireFormat.readPlan(document);
        if (isOf(plan, pin) && reports().areOfPlan(plan.version())) {
          planVersion = plan.version();
          return;
        }
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    throw new ClusterLostException(
        "reservations did not come into force within "
            + TimeUnit.NANOSECONDS.toSeconds(IN_FORCE_NANOS)
            + " s: is a master with Argus up? See 'argus status'");
  }

  private boolean isOf(Plan plan, Plan pin) {
    Reservation wanted = pin.reservation(tenant).orElseThrow();
    return plan.mode() == Plan.Mode.PINNED
        && plan.lending() == pin.lending()
        && plan.reservation(tenant)
            .filter(r -> Math.abs(r.cacheShare() - wanted.cacheShare()) < Plan.TOLERANCE)
            .filter(r -> Math.abs(r.hdfsShare() - wanted.hdfsShare()) < Plan.TOLERANCE)
            .isPresent();
  }

  @Override
  public LoadSecond nextSecond() throws IOException {
    if (load == null) {
      throw new IllegalStateException("no load is driven");
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
    ClusterReports reports = reports();
    if (!reports.areOfPlan(planVersion) && !reports.isEmpty()) {
      throw new ClusterLostException(
          "a region server has lost the reservations, it was restarted perhaps");
    }
    return reports.of(tenant);
  }

  private ClusterReports reports() throws IOException {
    try {
      ClusterReports reports = readReports();
      long now = System.currentTimeMillis();
      if (reports.endMillis() != lastEndMillis) {
        lastEndMillis = reports.endMillis();
        lastNewsMillis = now;
      }
      if (now - lastNewsMillis > SILENT_MILLIS) {
        throw new ClusterLostException(
            "no region server has reported for " + SILENT_MILLIS / 1000 + " s: is it up?");
      }
      return reports;
    } catch (InterruptedException e) {
      throw LoadStream.interrupted(e);
    }
  }

  private ClusterReports readReports() throws IOException, InterruptedException {
    try {
      return ClusterReports.read(live);
    } catch (IOException e) {
      throw new ClusterLostException(e.getMessage());
    }
  }

  /** Ends the load and gives the reservations back to the planner. */
  @Override
  public void close() throws IOException {
    if (load != null) {
      load.close();
    }
    try {
      live.delete("pin");
    } catch (InterruptedException e) {
      throw LoadStream.interrupted(e);
    }
  }
}
