package io.argus.bench.campaign;

import static io.argus.core.text.Text.format;

import com.google.gson.JsonObject;
import io.argus.bench.run.LoadProcess;
import io.argus.bench.run.RunProgress;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.SystemUnderTest;
import io.argus.bench.run.TableProcess;
import io.argus.bench.run.TenantWorkload;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.ClusterSettings;
import io.argus.cluster.EmbeddedCluster;
import io.argus.cluster.runtime.JmxPage;
import io.argus.cluster.runtime.Plugin;
import io.argus.load.client.LoadResult;
import io.argus.load.client.Preset;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Measures how compactions of one tenant slow down another. A reader runs alone, and then beside a
 * tenant that writes, flushes and compacts all the time; once for every variant and round.
 *
 * <p>Used by one thread.
 */
public final class CompactionRun {
  private static final Duration AROUND_RUN = Duration.ofSeconds(40);
  private static final Duration BETWEEN_COMPACTIONS = Duration.ofSeconds(10);
  private static final String SERVER_BEAN = "Hadoop:service=HBase,name=RegionServer,sub=Server";
  private static final double MEGABYTE = 1 << 20;

  private final EmbeddedCluster cluster;
  private final ClientJvm clients;
  private final RunSettings settings;
  private final RunProgress progress;
  private final TenantWorkload reader;
  private final TenantWorkload loader;
  private final double writesPerSecond;
  private final TableProcess tables;
  private final TableProcess loaded;
  private final List<CompactionReport.Run> runs = new ArrayList<>();

  /**
   * @param writesPerSecond demand of the loader, the same in all variants
   */
  public CompactionRun(
      ClientJvm clients,
      RunSettings settings,
      RunProgress progress,
      int readers,
      int writers,
      double writesPerSecond) {
    this.cluster = clients.cluster();
    this.clients = clients;
    this.settings = settings;
    this.progress = progress;
    this.reader = new TenantWorkload("reader", Preset.UNIFORM, readers);
    this.loader = new TenantWorkload("loader", Preset.RW, writers);
    this.writesPerSecond = writesPerSecond;
    this.tables = new TableProcess(clients, List.of(reader.table(), loader.table()));
    this.loaded = new TableProcess(clients, List.of(loader.table()));
  }

  /** What has been measured so far. */
  public CompactionReport report() {
    return new CompactionReport(cluster.runtime().name(), cluster.disks().name(), runs);
  }

  /** Starts the cluster, loads the data and measures; the cluster stays up. */
  public void run(List<SystemUnderTest> variants, int rounds) throws IOException {
    Duration each = settings.mixRamp().plus(settings.window()).plus(AROUND_RUN);
    int left = rounds * (variants.size() + 1);
    ClusterSettings size =
        settings
            .clusterSettings()
            .withSite("hbase.hregion.memstore.flush.size", Long.toString(8 << 20))
            .withSite("hbase.regionserver.thread.compaction.small", "4");
    progress.step("starting the cluster and loading", each.multipliedBy(left + 1L));
    cluster.start(size, Plugin.none());
    tables.load(settings.rows(), settings.regions());
    for (int round = 0; round < rounds; round++) {
      for (SystemUnderTest variant : variants) {
        progress.step(variant.name(), each.multipliedBy(left));
        cluster.disks().throttle(false);
        cluster.restartHBase(size, variant.plugin());
        if (variant.equals(variants.get(0))) {
          runs.add(measure("alone", false));
          left--;
        }
        runs.add(measure(variant.name(), true));
        left--;
      }
    }
  }

  private CompactionReport.Run measure(String name, boolean beside) throws IOException {
    cluster.disks().throttle(false);
    tables.settle();
    tables.clearBlockCache();
    cluster.disks().throttle(true);
    double before = serverMetric("compactedOutputBytes");
    List<LoadProcess> running = new ArrayList<>();
    try {
      running.add(
          LoadProcess.start(
              clients, reader, Preset.UNIFORM.properties(reader.table(), settings.rows())));
      if (beside) {
        Properties updates = Preset.RW.properties(loader.table(), settings.rows());
        updates.setProperty("readproportion", "0");
        updates.setProperty("updateproportion", "1");
        running.add(LoadProcess.start(clients, loader.withTarget(writesPerSecond), updates));
      }
      for (LoadProcess client : running) {
        client.awaitReady();
      }
      for (int i = 0; i < running.size(); i++) {
        String tenant = (i == 0 ? reader : loader).name();
        running.get(i).go(settings.mixRamp(), settings.window(), progress.of(tenant));
      }
      if (beside) {
        keepCompacting();
      }
      LoadResult read = running.get(0).await().result();
      @Nullable LoadResult wrote = beside ? running.get(1).await().result() : null;
      progress.measured(
          format("%s: %,.0f reads/s, p99 %.1f ms", name, read.throughput(), read.p99Millis()));
      return new CompactionReport.Run(
          name,
          read,
          wrote,
          (serverMetric("compactedOutputBytes") - before) / MEGABYTE,
          (int) serverMetric("storeFileCount"));
    } finally {
      running.forEach(LoadProcess::close);
    }
  }

  /** Requests major compactions of the loader's table until shortly before the window ends. */
  private void keepCompacting() throws IOException {
    long end =
        System.nanoTime()
            + settings.mixRamp().plus(settings.window()).minus(BETWEEN_COMPACTIONS).toNanos();
    while (System.nanoTime() - end < 0) {
      loaded.compact();
      try {
        Thread.sleep(BETWEEN_COMPACTIONS.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while the load runs");
      }
    }
  }

  /** A metric of the region server; 0 where there is none, as in 0.94. */
  private double serverMetric(String name) {
    JsonObject bean = JmxPage.bean(cluster.ports().regionServersHttp().get(0), SERVER_BEAN);
    return bean == null ? 0 : JmxPage.number(bean, name);
  }
}
