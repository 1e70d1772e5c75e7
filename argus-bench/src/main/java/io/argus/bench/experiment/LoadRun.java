package io.argus.bench.experiment;

import io.argus.bench.cluster.ClientJvm;
import io.argus.bench.load.LoadSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * Tenants that run at the same time, each in a client process of its own.
 *
 * <p>Used by one thread.
 */
final class LoadRun {
  private final ClientJvm clients;
  private final CampaignSettings settings;
  private final CampaignProgress progress;

  LoadRun(ClientJvm clients, CampaignSettings settings, CampaignProgress progress) {
    this.clients = clients;
    this.settings = settings;
    this.progress = progress;
  }

  /** Runs them for a ramp and the settings' window. */
  List<TenantRun> together(List<TenantLoad> tenants, Duration ramp) throws IOException {
    int seconds = Math.toIntExact(ramp.plus(settings.window()).toSeconds());
    List<LoadProcess> running = new ArrayList<>();
    List<AtomicLongArray> counted = new ArrayList<>();
    try {
      for (TenantLoad tenant : tenants) {
        AtomicLongArray bySecond = new AtomicLongArray(seconds);
        counted.add(bySecond);
        running.add(start(tenant, ramp, bySecond));
      }
      for (LoadProcess client : running) {
        client.awaitReady();
      }
      for (LoadProcess client : running) {
        client.go();
      }
      List<TenantRun> runs = new ArrayList<>();
      for (int i = 0; i < running.size(); i++) {
        AtomicLongArray ops = counted.get(i);
        runs.add(
            new TenantRun(
                running.get(i).await(), IntStream.range(0, seconds).mapToObj(ops::get).toList()));
      }
      return runs;
    } finally {
      running.forEach(LoadProcess::close);
    }
  }

  private LoadProcess start(TenantLoad tenant, Duration ramp, AtomicLongArray opsBySecond)
      throws IOException {
    return LoadProcess.start(
        clients,
        tenant,
        tenant.workload().properties(tenant.table(), tenant.rowsOr(settings.rows())),
        new LoadSettings(tenant.threads(), ramp, settings.window(), 0),
        second -> {
          if (second.second() <= opsBySecond.length()) {
            opsBySecond.set(second.second() - 1, second.ops());
          }
          progress.second(tenant.label(), second.second(), second.ops(), second.errors());
        });
  }
}
