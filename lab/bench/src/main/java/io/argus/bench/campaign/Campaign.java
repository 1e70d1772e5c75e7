package io.argus.bench.campaign;

import static io.argus.core.text.Text.format;

import io.argus.bench.result.Interleaving;
import io.argus.bench.result.MixResult;
import io.argus.bench.result.RunLog;
import io.argus.bench.result.SystemResult;
import io.argus.bench.run.LoadRun;
import io.argus.bench.run.RunProgress;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.ServerObserver;
import io.argus.bench.run.SystemUnderTest;
import io.argus.bench.run.TenantTables;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.EmbeddedCluster;
import io.argus.cluster.runtime.Plugin;
import io.argus.load.client.LoadResult;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The contention experiment. For every system it measures each workload alone and then the workload
 * mixes: in the same server process, on the same data, with empty caches before every run.
 *
 * <p>Equal workloads share their isolated throughput within a server process. Used by one thread.
 */
public final class Campaign {
  /** How often a run with too much CPU steal is tried. */
  private static final int MAX_TRIES = 3;

  private final EmbeddedCluster cluster;
  private final List<WorkloadMix> mixes;
  private final RunSettings settings;
  private final RunProgress progress;
  private final TenantTables tables;
  private final LoadRun loads;

  /** What each workload did alone in the current server process, by {@link TenantWorkload#work}. */
  private final Map<String, LoadRun.Outcome> alone = new HashMap<>();

  /** Live state of {@link #run}. */
  private RemainingTime remaining = new RemainingTime(RunSettings.defaults());

  /**
   * @param mixes tenants of the same name must have the same rows in all of them
   * @param servers asked in each second of a run
   */
  public Campaign(
      ClientJvm clients,
      List<WorkloadMix> mixes,
      RunSettings settings,
      RunProgress progress,
      ServerObserver servers) {
    this.cluster = clients.cluster();
    this.mixes = List.copyOf(mixes);
    this.settings = settings;
    this.progress = progress;
    this.tables = new TenantTables(clients, mixes, settings);
    this.loads = new LoadRun(clients, settings, progress, servers);
  }

  /**
   * Starts the cluster, loads the data and measures what the log lacks. The cluster stays up.
   *
   * @return one sentence per session that failed; run again to measure what those lack
   */
  public List<String> run(List<SystemUnderTest> systems, Extent extent, RunLog log)
      throws IOException {
    List<String> fingerprints = new ArrayList<>();
    for (SystemUnderTest system : systems) {
      fingerprints.add(system.fingerprint());
    }
    RunPlan plan =
        RunPlan.of(systems, fingerprints, mixes, extent.repeats(), settings.rows(), log.runs());
    List<String> failures = new ArrayList<>();
    if (plan.sessions().isEmpty()) {
      return failures;
    }
    long end = System.nanoTime() + extent.longest().toNanos();
    remaining = new RemainingTime(settings);
    remaining.addLoading(tables.rows());
    plan.sessions().forEach(remaining::add);
    start();
    boolean failedBefore = false;
    for (RunPlan.Session session : plan.sessions()) {
      if (System.nanoTime() - end >= 0) {
        break;
      }
      try {
        play(session, end, log);
        failedBefore = false;
      } catch (IOException | IllegalStateException e) {
        if (failedBefore || e instanceof InterruptedIOException) {
          throw e;
        }
        failedBefore = true;
        failures.add(session.system().name() + ", repeat " + session.repeat() + ": " + e);
        progress.measured("FAILED: " + e);
      }
      remaining.next();
    }
    return failures;
  }

  /** The measurements in the log that are of exactly these systems and workload mixes. */
  public List<MixResult> current(List<SystemUnderTest> systems, RunLog log) throws IOException {
    Set<String> fingerprints = new HashSet<>();
    for (SystemUnderTest system : systems) {
      for (WorkloadMix mix : mixes) {
        fingerprints.add(system.name() + system.fingerprint() + mix.digest(settings.rows()));
      }
    }
    return log.runs().stream()
        .filter(run -> fingerprints.contains(run.result().system() + run.fingerprint()))
        .toList();
  }

  private void start() throws IOException {
    step("starting the cluster");
    cluster.start(settings.clusterSettings(), Plugin.none());
    step(format("loading %,d rows", tables.rows()));
    tables.load();
    tables.place();
  }

  private void play(RunPlan.Session session, long end, RunLog log) throws IOException {
    SystemUnderTest system = session.system();
    step(system.name() + ": restarting master and region servers");
    cluster.disks().throttle(false);
    cluster.restartHBase(settings.clusterSettings(), system.plugin());
    alone.clear();
    Deque<WorkloadMix> left = new ArrayDeque<>(session.mixes());
    try {
      while (!left.isEmpty() && System.nanoTime() - end < 0) {
        log.append(measure(session, left.remove()));
        loads.keep(left.stream().flatMap(mix -> mix.tenants().stream()).toList());
      }
    } finally {
      loads.close();
    }
  }

  private MixResult measure(RunPlan.Session session, WorkloadMix mix) throws IOException {
    SystemUnderTest system = session.system();
    List<TenantWorkload> tenants = mix.tenants();
    Interleaving interleaving = new Interleaving(tenants);
    List<Double> isolatedThroughputs = new ArrayList<>();
    List<Integer> again = new ArrayList<>();
    for (int i = 0; i < tenants.size(); i++) {
      LoadRun.Outcome isolated = isolated(system.name(), tenants.get(i));
      isolatedThroughputs.add(isolated.tenants().get(0).result().throughput());
      if (settings.interleavings() > 0 && isolated.wantsCpu()) {
        again.add(i);
      } else {
        interleaving.alone(i, isolated);
      }
    }
    Rearrangement placement = new Rearrangement(tables, settings.alpha(), progress);
    step(system.name() + ": " + mix.label());
    try {
      system.preparation().prepare(mix, isolatedThroughputs);
      if (system.preparation().placement().isPresent()) {
        placement.request(
            system.preparation().placement().get(),
            isolatedThroughputs,
            runTogether(tenants, settings.mixRamp()));
        step(system.name() + ": " + mix.label() + " after the moves");
      }
      interleaving.together(runTogether(tenants, settings.mixRamp()));
      for (int round = 1; round <= settings.interleavings(); round++) {
        step(system.name() + ": " + mix.label() + ", interleaved run " + round);
        system.preparation().undo(mix);
        for (int i : again) {
          interleaving.alone(i, runOn(List.of(tenants.get(i)), settings.warmAloneRamp()));
        }
        system.preparation().prepare(mix, isolatedThroughputs);
        interleaving.together(runOn(tenants, settings.warmMixRamp()));
      }
    } finally {
      system.preparation().undo(mix);
      tables.putBack();
    }
    SystemResult result = SystemResult.of(system.name(), interleaving.results(), settings.alpha());
    progress.measured(result.scores());
    MixResult measured =
        new MixResult(
            mix.label(),
            session.repeat(),
            session.fingerprint() + mix.digest(settings.rows()),
            result,
            interleaving.steal(),
            interleaving.kept(),
            interleaving.losses(),
            interleaving.resources());
    return placement.outcome(result.dScore()).map(measured::after).orElse(measured);
  }

  private LoadRun.Outcome isolated(String system, TenantWorkload tenant) throws IOException {
    String work = tenant.work(settings.rows());
    LoadRun.Outcome known = alone.get(work);
    if (known == null) {
      step(system + ": " + tenant.label() + " alone");
      known = runTogether(List.of(tenant), settings.aloneRamp());
      alone.put(work, known);
    }
    return known;
  }

  /** Runs those tenants at the same time, and again if CPU steal was too high. */
  private LoadRun.Outcome runTogether(List<TenantWorkload> tenants, Duration ramp)
      throws IOException {
    LoadRun.Outcome best = runOnce(tenants, ramp);
    for (int tries = 1; best.steal() > settings.mostSteal() && tries < MAX_TRIES; tries++) {
      progress.measured(format("CPU steal was %.0f %%: measuring again", 100 * best.steal()));
      LoadRun.Outcome again = runOnce(tenants, ramp);
      best = again.steal() < best.steal() ? again : best;
    }
    return best;
  }

  /** Runs those tenants at the same time, from empty caches. */
  private LoadRun.Outcome runOnce(List<TenantWorkload> tenants, Duration ramp) throws IOException {
    cluster.disks().throttle(false);
    tables.settle();
    tables.clearBlockCache();
    tables.place();
    cluster.disks().throttle(true);
    return runOn(tenants, ramp);
  }

  /** Runs those tenants at the same time, from the caches as they are. */
  private LoadRun.Outcome runOn(List<TenantWorkload> tenants, Duration ramp) throws IOException {
    tables.written(tenants);
    LoadRun.Outcome run = loads.together(tenants, ramp);
    for (int i = 0; i < tenants.size(); i++) {
      progress.measured(describe(tenants.get(i), run.tenants().get(i).result()));
    }
    return run;
  }

  private void step(String what) {
    progress.step(what, remaining.left());
    remaining.begin();
  }

  private static String describe(TenantWorkload tenant, LoadResult result) {
    return format(
        "%s: %,.0f ops/s, p50 %.1f ms, p99 %.1f ms, %,d errors",
        tenant.label(),
        result.throughput(),
        result.p50Millis(),
        result.p99Millis(),
        result.errors());
  }
}
