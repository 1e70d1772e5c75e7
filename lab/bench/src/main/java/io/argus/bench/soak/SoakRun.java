package io.argus.bench.soak;

import static io.argus.core.text.Text.format;

import io.argus.bench.run.RunProgress;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.SystemUnderTest;
import io.argus.bench.run.TableProcess;
import io.argus.bench.run.TenantWorkload;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.ClusterSettings;
import io.argus.cluster.EmbeddedCluster;
import io.argus.cluster.runtime.Plugin;
import io.argus.load.basics.Activity;
import io.argus.load.client.Preset;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Lets a cluster work for long on every system, one after the other: two tenants stay, others come
 * and go, and with Argus an operator changes plan, SLOs and settings.
 *
 * <p>Used by one thread.
 */
public final class SoakRun {
  private static final List<TenantWorkload> RESIDENTS =
      List.of(
          new TenantWorkload("resident0", Preset.UNIFORM, 6),
          new TenantWorkload("resident1", Preset.EXHOT, 2));

  /** So many tenants come and go at the same time. */
  private static final int VISITORS = 2;

  private static final int VISITOR_PART_OF_ROWS = 5;
  private static final Duration VISIT = Duration.ofSeconds(20);
  private static final long COMMAND_PAUSE_MILLIS = 15_000;
  private static final Duration AROUND_RUN = Duration.ofSeconds(70);
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MICROS_PER_MILLI = 1000;
  private static final double KILOBYTE = 1024;

  /** Memstores that are flushed rarely would rise and fall by more than what is looked for. */
  private static final String FLUSH_SIZE = "hbase.hregion.memstore.flush.size";

  private static final long FLUSH_BYTES = 8L << 20;

  /** HBase would keep, in steps of 2 MB, the most memory that memstores have ever taken. */
  private static final String KEPT_CHUNKS = "hbase.hregion.memstore.chunkpool.maxsize";

  private final EmbeddedCluster cluster;
  private final ClientJvm clients;
  private final RunSettings size;
  private final SoakSettings settings;
  private final RunProgress progress;
  private final Operator operator;

  /**
   * @param size rows of each resident, caches, region servers
   * @param operator of the systems with a plugin
   */
  public SoakRun(
      ClientJvm clients,
      RunSettings size,
      SoakSettings settings,
      RunProgress progress,
      Operator operator) {
    this.cluster = clients.cluster();
    this.clients = clients;
    this.size = size;
    this.settings = settings;
    this.progress = progress;
    this.operator = operator;
  }

  /** Bytes of all tables at a time. */
  public static long dataBytes(RunSettings size) {
    long visitors = size.tenantBytes() * VISITORS / VISITOR_PART_OF_ROWS;
    return size.tenantBytes() * RESIDENTS.size() + 2 * visitors; // dropped files stay for a while
  }

  /** Starts the cluster, loads the data and runs all systems. The cluster stays up. */
  public List<SoakReport.OfSystem> run(List<SystemUnderTest> systems) throws IOException {
    Duration each = settings.length().plus(AROUND_RUN);
    progress.step("starting the cluster and loading", left(each, systems.size()).plus(AROUND_RUN));
    ClusterSettings hbase =
        size.clusterSettings()
            .withSite(FLUSH_SIZE, Long.toString(FLUSH_BYTES))
            .withSite(KEPT_CHUNKS, "0");
    cluster.start(hbase, Plugin.none());
    new TableProcess(clients, RESIDENTS.stream().map(TenantWorkload::table).toList())
        .load(size.rows(), size.regions());
    Visits visits = new Visits(clients, size.rows() / VISITOR_PART_OF_ROWS, VISIT);
    List<SoakReport.OfSystem> done = new ArrayList<>();
    for (SystemUnderTest system : systems) {
      Duration later = left(each, systems.size() - done.size() - 1);
      progress.step(system.name() + ": starting HBase", later.plus(each));
      cluster.disks().throttle(false);
      cluster.restartHBase(hbase, system.plugin());
      cluster.disks().throttle(true);
      done.add(soak(system, visits, later));
    }
    return done;
  }

  private static Duration left(Duration each, int systems) {
    return each.multipliedBy(systems);
  }

  private SoakReport.OfSystem soak(SystemUnderTest system, Visits visits, Duration later)
      throws IOException {
    boolean isArgus = system.plugin().name().equals("argus");
    SettingsRounds commands = new SettingsRounds(operator, COMMAND_PAUSE_MILLIS);
    long visitsBefore = visits.ended();
    long operationsBefore = visits.operations();
    long failedBefore = visits.failed();
    Samples samples = new Samples();
    List<Resident> residents = new ArrayList<>();
    List<Activity> activities = new ArrayList<>();
    try {
      for (TenantWorkload tenant : RESIDENTS) {
        residents.add(new Resident(clients, tenant, size.rows()));
      }
      for (int i = 0; i < VISITORS; i++) {
        activities.add(new Activity("a visit", visits::once));
      }
      if (isArgus) {
        activities.add(new Activity("a command", commands::once));
      }
      sampleAll(system, isArgus, residents, activities, visits, samples, later);
      activities.forEach(Activity::stop);
      for (Activity activity : activities) {
        activity.await();
      }
      return new SoakReport.OfSystem(
          system.name(),
          visits.ended() - visitsBefore,
          commands.commands(),
          commands.refused(),
          sum(residents, true) + visits.operations() - operationsBefore,
          sum(residents, false) + visits.failed() - failedBefore,
          samples.measured(settings.warmUp().toMillis() / 1000.0));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted during the soak");
    } finally {
      activities.forEach(Activity::stop);
      residents.forEach(Resident::close);
    }
  }

  private static long sum(List<Resident> residents, boolean operations) {
    return residents.stream()
        .mapToLong(each -> operations ? each.operations() : each.failed())
        .sum();
  }

  private void sampleAll(
      SystemUnderTest system,
      boolean isArgus,
      List<Resident> residents,
      List<Activity> activities,
      Visits visits,
      Samples samples,
      Duration later)
      throws IOException, InterruptedException {
    List<ServerProbe> probes = probes();
    long start = System.nanoTime();
    long minute = 0;
    long periodNanos = settings.sample().toNanos();
    for (long next = start + periodNanos;
        next - start <= settings.length().toNanos();
        next += periodNanos) {
      TimeUnit.NANOSECONDS.sleep(next - System.nanoTime());
      double second = (System.nanoTime() - start) / NANOS_PER_SECOND;
      for (Activity activity : activities) {
        activity.requireSound();
      }
      if (!cluster.dead().isEmpty()) {
        throw new IOException("servers have ended: " + cluster.dead());
      }
      sample(second, probes, isArgus, residents, samples);
      if ((long) (second / 60) > minute) {
        minute = (long) (second / 60);
        progress.step(
            format(
                "%s: minute %d of %d, %d visits",
                system.name(), minute, settings.length().toMinutes(), visits.ended()),
            settings.length().minusSeconds((long) second).plus(later));
      }
    }
  }

  /** Latencies come first: the garbage collections that follow do not count. */
  private void sample(
      double second,
      List<ServerProbe> probes,
      boolean isArgus,
      List<Resident> residents,
      Samples samples)
      throws IOException {
    for (Resident resident : residents) {
      Histogram micros = resident.take();
      if (micros.getTotalCount() > 0) {
        samples.add(
            Quantity.P50,
            resident.label(),
            second,
            micros.getValueAtPercentile(50) / MICROS_PER_MILLI);
        samples.add(
            Quantity.P99,
            resident.label(),
            second,
            micros.getValueAtPercentile(99) / MICROS_PER_MILLI);
      }
    }
    for (ServerProbe probe : probes) {
      probe
          .poll()
          .forEach((quantity, value) -> samples.add(quantity, probe.process(), second, value));
    }
    samples.add(
        Quantity.ZNODES, "zookeeper", second, ZooKeeperNodes.count(cluster.ports().zooKeeper()));
    if (isArgus) {
      for (Map.Entry<Quantity, Long> document : operator.documentBytes().entrySet()) {
        samples.add(document.getKey(), "zookeeper", second, document.getValue() / KILOBYTE);
      }
    }
    residents.forEach(Resident::forget);
  }

  private List<ServerProbe> probes() {
    List<ServerProbe> probes = new ArrayList<>();
    for (int i = 0; i < size.regionServers(); i++) {
      String name = EmbeddedCluster.regionServer(i);
      probes.add(
          new ServerProbe(name, cluster.pid(name), cluster.ports().regionServersHttp().get(i)));
    }
    String master = EmbeddedCluster.master();
    probes.add(new ServerProbe(master, cluster.pid(master), cluster.ports().masterHttp()));
    return probes;
  }
}
