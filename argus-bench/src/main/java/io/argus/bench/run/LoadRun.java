package io.argus.bench.run;

import io.argus.bench.cluster.ClientJvm;
import io.argus.bench.load.LoadLine;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/**
 * Tenants that run at the same time, each in a client process of its own.
 *
 * <p>A load that runs again, alone and then in a mix, runs in the same process: two processes do
 * the same work at different speeds, by how their code happened to be compiled. Used by one thread.
 */
public final class LoadRun implements AutoCloseable {
  private final ClientJvm clients;
  private final RunSettings settings;
  private final RunProgress progress;

  /** The client of each load that has run. */
  private final Map<TenantWorkload, LoadProcess> processes = new HashMap<>();

  public LoadRun(ClientJvm clients, RunSettings settings, RunProgress progress) {
    this.clients = clients;
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * What the clients measured in one run.
   *
   * @param tenants in the order of the loads
   * @param wantsProcessors as {@link ProcessorTime#wantedSince} has it, over the same time as
   *     stolen
   * @param steal as {@link ProcessorTime#stealSince} has it, from the window's begin until the last
   *     operation came back
   */
  public record Outcome(List<TenantRun> tenants, boolean wantsProcessors, double steal) {}

  /** Runs them for a ramp and the settings' window. */
  public Outcome together(List<TenantWorkload> tenants, Duration ramp) throws IOException {
    int seconds = Math.toIntExact(ramp.plus(settings.window()).toSeconds());
    List<LoadProcess> running = new ArrayList<>();
    for (TenantWorkload tenant : tenants) {
      running.add(process(tenant));
    }
    for (LoadProcess client : running) {
      client.awaitReady();
    }
    List<AtomicLongArray> counted = new ArrayList<>();
    AtomicReference<ProcessorTime> windowBegan = new AtomicReference<>(ProcessorTime.now());
    for (int i = 0; i < running.size(); i++) {
      TenantWorkload tenant = tenants.get(i);
      AtomicLongArray bySecond = new AtomicLongArray(seconds);
      counted.add(bySecond);
      running
          .get(i)
          .go(
              ramp,
              settings.window(),
              second -> {
                note(tenant, second, bySecond);
                if (second.second() <= ramp.toSeconds()) {
                  windowBegan.set(ProcessorTime.now());
                }
              });
    }
    List<TenantRun> runs = new ArrayList<>();
    for (int i = 0; i < running.size(); i++) {
      AtomicLongArray ops = counted.get(i);
      runs.add(
          new TenantRun(
              running.get(i).await(), IntStream.range(0, seconds).mapToObj(ops::get).toList()));
    }
    ProcessorTime began = Objects.requireNonNull(windowBegan.get());
    ProcessorTime ended = ProcessorTime.now();
    return new Outcome(runs, ended.wantedSince(began), ended.stealSince(began));
  }

  /** Ends the clients of all other loads: even idle they take a hundredth of a processor each. */
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

  private void note(TenantWorkload tenant, LoadLine.Progress second, AtomicLongArray opsBySecond) {
    if (second.second() <= opsBySecond.length()) {
      opsBySecond.set(second.second() - 1, second.ops());
    }
    progress.second(tenant.label(), second.second(), second.ops(), second.errors());
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
