package io.argus.bench.run;

import io.argus.cluster.ClientJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Tenants that run at the same time, each in a client process of its own.
 *
 * <p>A workload that runs again, alone and then in a mix, runs in the same process: two processes
 * do the same work at different speeds, because their code is compiled differently. Used by one
 * thread.
 */
public final class LoadRun implements AutoCloseable {
  private final ClientJvm clients;
  private final RunSettings settings;
  private final RunProgress progress;
  private final LossObserver losses;

  /** The client of each workload that has run. */
  private final Map<TenantWorkload, LoadProcess> processes = new HashMap<>();

  /**
   * @param losses asked at the end of each window
   */
  public LoadRun(
      ClientJvm clients, RunSettings settings, RunProgress progress, LossObserver losses) {
    this.clients = clients;
    this.settings = settings;
    this.progress = progress;
    this.losses = losses;
  }

  /**
   * What the clients measured in one run.
   *
   * @param tenants in the order of the workloads
   * @param wantsCpu see {@link CpuTime#wantedSince}
   * @param steal see {@link CpuTime#stealSince}; both from the start of the window until the last
   *     operation came back
   * @param serverLosses what the servers took for each tenant's loss when the window ended
   */
  public record Outcome(
      List<TenantRun> tenants, boolean wantsCpu, double steal, Map<String, Double> serverLosses) {}

  /** Runs the workloads at the same time, for a ramp and the window of the settings. */
  public Outcome together(List<TenantWorkload> tenants, Duration ramp) throws IOException {
    List<LoadProcess> running = new ArrayList<>();
    for (TenantWorkload tenant : tenants) {
      running.add(process(tenant));
    }
    for (LoadProcess client : running) {
      client.awaitReady();
    }
    AtomicReference<CpuTime> windowBegan = new AtomicReference<>(CpuTime.now());
    AtomicReference<Map<String, Double>> seen = new AtomicReference<>(Map.of());
    long lastSecond = ramp.plus(settings.window()).toSeconds();
    for (int i = 0; i < running.size(); i++) {
      boolean first = i == 0;
      String label = tenants.get(i).label();
      running
          .get(i)
          .go(
              ramp,
              settings.window(),
              second -> {
                progress.second(label, second.second(), second.ops(), second.errors());
                if (second.second() <= ramp.toSeconds()) {
                  windowBegan.set(CpuTime.now());
                }
                if (first && second.second() == lastSecond) {
                  seen.set(losses.observe());
                }
              });
    }
    List<TenantRun> runs = new ArrayList<>();
    for (LoadProcess client : running) {
      runs.add(client.await());
    }
    CpuTime began = Objects.requireNonNull(windowBegan.get());
    CpuTime ended = CpuTime.now();
    return new Outcome(
        runs,
        ended.wantedSince(began),
        ended.stealSince(began),
        Objects.requireNonNull(seen.get()));
  }

  /** Ends the clients of all other workloads: each takes 1 % of a core even when idle. */
  public void keep(List<TenantWorkload> tenants) {
    processes.forEach(
        (tenant, process) -> {
          if (!tenants.contains(tenant)) {
            process.close();
          }
        });
    processes.keySet().retainAll(tenants);
  }

  /** Ends all clients; what runs next has new ones. */
  @Override
  public void close() {
    keep(List.of());
  }

  private LoadProcess process(TenantWorkload tenant) throws IOException {
    LoadProcess process = processes.get(tenant);
    if (process == null) {
      process =
          LoadProcess.start(
              clients,
              tenant,
              tenant.workload().properties(tenant.table(), tenant.rowsOr(settings.rows())));
      processes.put(tenant, process);
    }
    return process;
  }
}
