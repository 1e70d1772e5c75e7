package io.argus.bench.scale;

import io.argus.bench.scale.TransportResult.Way;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.IdleTenants;
import io.argus.core.documents.NumberedReport;
import io.argus.core.documents.PlannerSign;
import io.argus.core.documents.ReportCodec;
import io.argus.core.documents.WireFormat;
import io.argus.core.settings.Settings;
import io.argus.core.usage.UsageReport;
import io.argus.master.monitor.ReceivedReports;
import io.argus.master.monitor.ReportInbox;
import io.argus.master.monitor.ReportPace;
import io.argus.master.monitor.ResourceMonitor;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Measures the way of reports in a simulated cluster: servers make reports, the real formats encode
 * them, the master's real classes read and add them up. Only what the master does is timed.
 *
 * <p>Used by one thread, whose CPU time it counts.
 */
public final class TransportSimulation {
  private static final long PERIOD_MILLIS = 2_000;
  private static final double SPAN_SECONDS = 30;
  private static final long STALE_MILLIS = 3_600_000;
  private static final long PLAN_VERSION = 7;

  /** The JSON of more servers is as long, and takes minutes. */
  private static final int JSON_SERVERS = 20;

  private final ClusterSize size;
  private final Consumer<String> progress;
  private final List<SimulatedServer> servers = new ArrayList<>();

  /**
   * @param progress receives what is done next
   */
  public TransportSimulation(ClusterSize size, Consumer<String> progress) {
    this.size = size;
    this.progress = progress;
    for (int i = 0; i < size.servers(); i++) {
      servers.add(new SimulatedServer(i, size));
    }
  }

  /** Runs the simulation. */
  public TransportResult run() throws IOException {
    MasterRound round = new MasterRound(size);
    progress.accept("a round of the master");
    Map<String, UsageReport> reports = new HashMap<>();
    for (SimulatedServer server : servers) {
      reports.put(server.name(), server.report(0, 2, 0));
    }
    round.run(reports);
    progress.accept("the same round once more, in compiled code");
    round = new MasterRound(size);
    round.run(reports);
    ReportPace pace = new ReportPace();
    PlannerSign sign = pace.of(reports.values(), Settings.defaults(), 0);
    reports.clear();
    progress.accept("reports in JSON, all into ZooKeeper");
    Way before = before(round.bytes(ClusterDocuments.STATUS));
    progress.accept("reports to the master");
    Way byCall = now(sign, sign.reportMillis(), false);
    progress.accept("compact reports into ZooKeeper");
    Way byZooKeeper = now(sign, sign.zooKeeperMillis(), true);
    return new TransportResult(
        size, before, byCall, byZooKeeper, round.documents(), round.millis());
  }

  /** The way of the version before. Each round reads each report anew. */
  private Way before(int statusBytes) {
    int sample = Math.min(JSON_SERVERS, size.servers());
    ResourceMonitor monitor = new ResourceMonitor();
    long bytes = 0;
    long longest = 0;
    long nanos = 0;
    int rounds = 24;
    int warmUp = 16;
    for (int r = 0; r < rounds; r++) {
      Map<String, byte[]> written = new HashMap<>();
      long now = r * PERIOD_MILLIS;
      for (SimulatedServer server : servers.subList(0, sample)) {
        byte[] report = WireFormat.write(server.report(now, 2, PLAN_VERSION));
        written.put(server.name(), report);
        bytes += r < warmUp ? 0 : report.length;
        longest = Math.max(longest, report.length);
      }
      long start = cpuNanos();
      monitor.observe(written, now, STALE_MILLIS, SPAN_SECONDS);
      nanos += r < warmUp ? 0 : cpuNanos() - start;
    }
    double scale = (double) size.servers() / sample;
    double seconds = (rounds - warmUp) * PERIOD_MILLIS / 1e3;
    double perSecond = size.servers() * 1e3 / PERIOD_MILLIS;
    return new Way(
        PERIOD_MILLIS,
        (double) bytes / (rounds - warmUp) / sample,
        longest <= ClusterDocuments.MAX_BYTES,
        0,
        scale * bytes / seconds,
        perSecond,
        perSecond * statusBytes,
        scale * nanos / 1e9 / seconds);
  }

  private Way now(PlannerSign sign, long periodMillis, boolean zooKeeper) {
    long roundMillis = ReportPace.roundMillis(sign, PERIOD_MILLIS);
    long warmUpMillis = Math.max(2 * periodMillis, 32_000);
    long endMillis = warmUpMillis + Math.max(2 * periodMillis, 16_000);
    ReportInbox inbox = new ReportInbox();
    ResourceMonitor monitor = new ResourceMonitor();
    Counts counts = new Counts();
    List<IdleTenants> sent = new ArrayList<>();
    servers.forEach(server -> sent.add(new IdleTenants()));
    long roundDue = roundMillis;
    for (long now = 100; now <= endMillis; now += 100) {
      counts.counting = now > warmUpMillis;
      for (int s = 0; s < servers.size(); s++) {
        long phase = 100 * ((s * 7L) % (periodMillis / 100));
        if (now % periodMillis == phase) {
          SimulatedServer server = servers.get(s);
          UsageReport report = server.report(now, periodMillis / 1e3, PLAN_VERSION);
          deliver(server, sent.get(s).next(report, false), now, zooKeeper, inbox, counts);
        }
      }
      if (now >= roundDue) {
        roundDue += roundMillis;
        long start = cpuNanos();
        ReceivedReports received = inbox.reports();
        monitor.observe(received, now, STALE_MILLIS, SPAN_SECONDS);
        counts.masterNanos(cpuNanos() - start);
        requireAll(received);
      }
    }
    double seconds = (endMillis - warmUpMillis) / 1e3;
    double copies = zooKeeper ? 0 : size.servers() * 1e3 / sign.copyMillis();
    double copyBytes = counts.wholeBytes / Math.max(1, counts.wholes);
    double written = zooKeeper ? counts.bytes / seconds : copies * copyBytes;
    return new Way(
        periodMillis,
        counts.bytes / counts.reports,
        Math.max(counts.longest, copyBytes) <= ClusterDocuments.MAX_BYTES,
        zooKeeper ? 0 : counts.bytes / seconds,
        written,
        zooKeeper ? counts.reports / seconds : copies,
        size.servers() * 1e3 / roundMillis * sign.toJson().length,
        counts.nanos / 1e9 / seconds);
  }

  private static void deliver(
      SimulatedServer server,
      NumberedReport report,
      long nowMillis,
      boolean zooKeeper,
      ReportInbox inbox,
      Counts counts) {
    byte[] bytes = ReportCodec.write(report);
    counts.report(bytes.length, report.isComplete());
    long start = cpuNanos();
    if (zooKeeper) {
      inbox.written(server.name(), bytes);
    } else {
      inbox.sent(server.name(), bytes, nowMillis);
    }
    counts.masterNanos(cpuNanos() - start);
  }

  private static void requireAll(ReceivedReports received) {
    if (!received.problems().isEmpty()) {
      throw new IllegalStateException("the master lost reports: " + received.problems());
    }
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** Sums after the warm-up. */
  private static final class Counts {
    private boolean counting;
    private double reports;
    private double bytes;
    private double longest;
    private double wholes;
    private double wholeBytes;
    private double nanos;

    void report(int length, boolean whole) {
      longest = Math.max(longest, length);
      wholes += whole ? 1 : 0;
      wholeBytes += whole ? length : 0;
      if (counting) {
        reports++;
        bytes += length;
      }
    }

    void masterNanos(long spent) {
      nanos += counting ? spent : 0;
    }
  }
}
