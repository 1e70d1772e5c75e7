package io.argus.bench.experiment;

import io.argus.bench.cluster.ClientJvm;
import io.argus.bench.load.LoadLine;
import io.argus.bench.load.LoadSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
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

  /**
   * What the clients measured in one run.
   *
   * @param tenants in the order of the loads
   * @param stolen as {@link ProcessorTime#stolenSince} has it, from the window's begin until the
   *     last operation came back
   */
  record Outcome(List<TenantRun> tenants, double stolen) {}

  /** Runs them for a ramp and the settings' window. */
  Outcome together(List<TenantLoad> tenants, Duration ramp) throws IOException {
    int seconds = Math.toIntExact(ramp.plus(settings.window()).toSeconds());
    List<LoadProcess> running = new ArrayList<>();
    List<AtomicLongArray> counted = new ArrayList<>();
    AtomicReference<ProcessorTime> windowBegan = new AtomicReference<>(ProcessorTime.now());
    try {
      for (TenantLoad tenant : tenants) {
        AtomicLongArray bySecond = new AtomicLongArray(seconds);
        counted.add(bySecond);
        running.add(
            start(
                tenant,
                ramp,
                second -> {
                  note(tenant, second, bySecond);
                  if (second.second() <= ramp.toSeconds()) {
                    windowBegan.set(ProcessorTime.now());
                  }
                }));
      }
      for (LoadProcess client : running) {
        client.awaitReady();
      }
      windowBegan.set(ProcessorTime.now());
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
      return new Outcome(
          runs, ProcessorTime.now().stolenSince(Objects.requireNonNull(windowBegan.get())));
    } finally {
      running.forEach(LoadProcess::close);
    }
  }

  private void note(TenantLoad tenant, LoadLine.Progress second, AtomicLongArray opsBySecond) {
    if (second.second() <= opsBySecond.length()) {
      opsBySecond.set(second.second() - 1, second.ops());
    }
    progress.second(tenant.label(), second.second(), second.ops(), second.errors());
  }

  private LoadProcess start(
      TenantLoad tenant, Duration ramp, Consumer<LoadLine.Progress> eachSecond) throws IOException {
    return LoadProcess.start(
        clients,
        tenant,
        tenant.workload().properties(tenant.table(), tenant.rowsOr(settings.rows())),
        new LoadSettings(tenant.threads(), ramp, settings.window(), tenant.target()),
        eachSecond);
  }
}
