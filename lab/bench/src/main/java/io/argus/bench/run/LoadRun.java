package io.argus.bench.run;

import io.argus.cluster.ClientJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

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
  private final ServerObserver servers;

  /** The client of each workload that has run. */
  private final Map<TenantWorkload, LoadProcess> processes = new HashMap<>();

  /**
   * @param servers asked in each second
   */
  public LoadRun(
      ClientJvm clients, RunSettings settings, RunProgress progress, ServerObserver servers) {
    this.clients = clients;
    this.settings = settings;
    this.progress = progress;
    this.servers = servers;
  }

  /**
   * What the clients measured in one run.
   *
   * @param tenants in the order of the workloads
   * @param wantsCpu see {@link CpuTime#wantedSince}
   * @param steal see {@link CpuTime#stealSince}; both from the start of the window until the last
   *     operation came back
   * @param seen how the servers saw each tenant in each second, the ramp included
   */
  public record Outcome(
      List<TenantRun> tenants,
      boolean wantsCpu,
      double steal,
      List<Map<String, ServerObserver.Seen>> seen) {

    /** What the servers took for a tenant's loss when the window ended; null if they do not say. */
    public @Nullable Double serverLoss(String tenant) {
      ServerObserver.Seen last = seen.isEmpty() ? null : seen.get(seen.size() - 1).get(tenant);
      return last == null ? null : last.throughputLoss();
    }
  }

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
    List<Map<String, ServerObserver.Seen>> seen = Collections.synchronizedList(new ArrayList<>());
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
                if (first && second.second() <= lastSecond) {
                  seen.add(servers.observe(lastSecond - second.second()));
                }
              });
    }
    List<TenantRun> runs = new ArrayList<>();
    for (LoadProcess client : running) {
      runs.add(client.await());
    }
    CpuTime began = Objects.requireNonNull(windowBegan.get());
    CpuTime ended = CpuTime.now();
    return new Outcome(runs, ended.wantedSince(began), ended.stealSince(began), List.copyOf(seen));
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
