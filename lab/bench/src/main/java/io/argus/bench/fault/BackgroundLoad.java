package io.argus.bench.fault;

import io.argus.bench.run.LoadProcess;
import io.argus.bench.run.RunProgress;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import io.argus.cluster.ClientJvm;
import io.argus.load.client.LoadLine;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The tenants whose throughput tells when a cluster is back. They run until this is closed.
 *
 * <p>Used by one thread.
 */
final class BackgroundLoad implements AutoCloseable {
  private static final Duration LONG = Duration.ofHours(24);

  private final List<LoadProcess> clients = new ArrayList<>();

  /** Operations of each tenant by the second since {@link #startNanos}. */
  private final Map<String, ConcurrentSkipListMap<Integer, Long>> operations = new TreeMap<>();

  private final long startNanos;

  /** Starts the tenants' clients on tables that exist. */
  BackgroundLoad(ClientJvm jvm, WorkloadMix mix, RunSettings settings, RunProgress progress)
      throws IOException {
    for (TenantWorkload tenant : mix.tenants()) {
      operations.put(tenant.name(), new ConcurrentSkipListMap<>());
      clients.add(
          LoadProcess.start(
              jvm,
              tenant,
              tenant.workload().properties(tenant.table(), tenant.rowsOr(settings.rows()))));
    }
    for (LoadProcess client : clients) {
      client.awaitReady();
    }
    startNanos = System.nanoTime();
    for (int i = 0; i < clients.size(); i++) {
      String tenant = mix.tenants().get(i).name();
      clients.get(i).go(Duration.ZERO, LONG, second -> add(tenant, second, progress));
    }
  }

  private void add(String tenant, LoadLine.Progress second, RunProgress progress) {
    ConcurrentSkipListMap<Integer, Long> of = operations.get(tenant);
    if (of != null) {
      of.put(second.second(), second.ops());
    }
    progress.second(tenant, second.second(), second.ops(), second.errors());
  }

  /** Whole seconds since the start. */
  int second() {
    return (int) ((System.nanoTime() - startNanos) / 1_000_000_000L);
  }

  /** Operations of each tenant in those seconds, from the first, without the last. */
  Map<String, List<Long>> between(int from, int to) {
    Map<String, List<Long>> all = new TreeMap<>();
    operations.forEach(
        (tenant, bySecond) -> {
          List<Long> rates = new ArrayList<>();
          for (int second = from; second < to; second++) {
            rates.add(bySecond.getOrDefault(second + 1, 0L)); // a second has its number at its end
          }
          all.put(tenant, rates);
        });
    return all;
  }

  @Override
  public void close() {
    clients.forEach(LoadProcess::close);
  }
}
