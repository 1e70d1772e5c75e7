package io.argus.experiments.scenario;

import io.argus.bench.run.RunSettings;
import io.argus.bench.run.TableProcess;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.EmbeddedCluster;
import io.argus.cluster.runtime.Plugin;
import io.argus.experiments.cluster.OperatorCommand;
import io.argus.experiments.output.TerminalProgress;
import io.argus.profiler.campaign.Profiles;
import io.argus.profiler.campaign.ResultsFile;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * The profiles of the workloads of a mix, each in a file of its own that {@code argus profile run}
 * wrote; {@code exhot50.jsonl} is of 50 client threads.
 *
 * <p>Used by one thread.
 */
final class MeasuredProfiles {
  private static final Duration EACH = Duration.ofMinutes(6);
  private static final long POLL_MILLIS = 1000;
  private static final int MAX_POLLS = 60;

  private final Path directory;
  private final WorkloadMix mix;
  private final RunSettings settings;
  private final Map<String, TenantWorkload> byLabel = new TreeMap<>();

  MeasuredProfiles(Path directory, WorkloadMix mix, RunSettings settings) {
    this.directory = directory;
    this.mix = mix;
    this.settings = settings;
    mix.tenants().forEach(tenant -> byLabel.putIfAbsent(tenant.label(), tenant));
  }

  /** The files by the names of the profiles, whether they are there or not. */
  Map<String, Path> files() {
    Map<String, Path> files = new TreeMap<>();
    byLabel.keySet().forEach(label -> files.put(label, directory.resolve(label + ".jsonl")));
    return files;
  }

  /** What each workload does with all of cache and HDFS, ops/s. */
  Map<String, Double> isolatedThroughputs() throws IOException {
    Map<String, Double> throughputs = new TreeMap<>();
    for (Map.Entry<String, Path> file : files().entrySet()) {
      ResultsFile.Contents contents =
          new ResultsFile(file.getValue())
              .read()
              .orElseThrow(() -> new IOException(file.getValue() + " is empty"));
      throughputs.put(
          file.getKey(),
          Profiles.of(file.getKey(), contents.conditions(), contents.measurements())
              .function()
              .isolatedThroughput());
    }
    return throughputs;
  }

  /** Measures what is not there, on a cluster with Argus that it starts and leaves running. */
  void measure(ClientJvm clients, Plugin argus) throws IOException {
    Map<String, Path> missing = files();
    missing.values().removeIf(Files::exists);
    if (missing.isEmpty()) {
      return;
    }
    TerminalProgress progress = new TerminalProgress();
    progress.step(
        "starting a cluster to measure " + missing.keySet(), EACH.multipliedBy(missing.size()));
    EmbeddedCluster cluster = clients.cluster();
    cluster.start(settings.clusterSettings(), Plugin.none());
    new TableProcess(clients, mix.tenants().stream().map(TenantWorkload::table).toList())
        .load(settings.rows(), settings.regions());
    cluster.restartHBase(settings.clusterSettings(), argus);
    cluster.disks().throttle(true);
    awaitTenants();
    Files.createDirectories(directory);
    for (Map.Entry<String, TenantWorkload> each : byLabel.entrySet()) {
      Path file = missing.get(each.getKey());
      if (file != null) {
        measure(each.getValue(), file);
      }
    }
  }

  private void measure(TenantWorkload tenant, Path file) throws IOException {
    Path partial = file.resolveSibling(tenant.label() + ".partial");
    int code =
        OperatorCommand.run(
            "profile",
            "run",
            "--adaptive",
            "--workload",
            tenant.workload().label(),
            "--threads",
            Integer.toString(tenant.threads()),
            "--rows",
            Long.toString(settings.rows()),
            "--table",
            tenant.table(),
            "--results",
            partial.toString());
    if (code != 0) {
      throw new IOException(
          "the profile of " + tenant.label() + " was not measured; run the same again to go on");
    }
    Files.move(partial, file);
  }

  /** Waits until the master knows all tenants, of which the idle ones hold the rest. */
  private void awaitTenants() throws IOException {
    try (StatusObserver observer = new StatusObserver()) {
      for (int polls = 0; known(observer) < mix.tenants().size(); polls++) {
        if (polls == MAX_POLLS) {
          throw new IOException("the master does not report the tenants of " + mix.label());
        }
        Thread.sleep(POLL_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for the master");
    }
  }

  private long known(StatusObserver observer) throws IOException, InterruptedException {
    return observer.status().stream()
        .flatMap(status -> status.tenants().stream())
        .filter(known -> mix.tenants().stream().anyMatch(t -> t.name().equals(known.tenant())))
        .count();
  }
}
