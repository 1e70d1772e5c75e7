package io.argus.bench.result;

import io.argus.bench.run.LoadRun;
import io.argus.bench.run.ServerObserver;
import io.argus.bench.run.TenantRun;
import io.argus.bench.run.TenantWorkload;
import io.argus.core.plan.Fairness;
import io.argus.load.client.LoadResult;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Interleaved runs of a workload mix and of its tenants alone (A/B/A/B), and their summary: means
 * of throughputs, medians of percentiles, the seconds of all runs joined. All runs of a kind have
 * the same window.
 *
 * <p>Used by one thread.
 */
public final class Interleaving {
  private static final ServerObserver.Seen NOTHING = new ServerObserver.Seen(0, 0, 0);

  private final List<TenantWorkload> tenants;
  private final List<List<TenantRun>> alone = new ArrayList<>();
  private final List<List<TenantRun>> together = new ArrayList<>();

  private final List<List<Double>> kept = new ArrayList<>();
  private final List<List<ThroughputLoss>> losses = new ArrayList<>();

  /** Of each tenant, what was seen in each second of all runs of the mix. */
  private final List<List<ServerObserver.Seen>> seen = new ArrayList<>();

  /** The tenants that have run alone since all ran together. */
  private final BitSet ranAlone = new BitSet();

  private double steal;

  public Interleaving(List<TenantWorkload> tenants) {
    this.tenants = tenants;
    for (int i = 0; i < tenants.size(); i++) {
      alone.add(new ArrayList<>());
      together.add(new ArrayList<>());
      kept.add(new ArrayList<>());
      losses.add(new ArrayList<>());
      seen.add(new ArrayList<>());
    }
  }

  public void alone(int tenant, LoadRun.Outcome run) {
    alone.get(tenant).add(run.tenants().get(0));
    ranAlone.set(tenant);
    steal = Math.max(steal, run.steal());
  }

  public void together(LoadRun.Outcome run) {
    for (int i = 0; i < tenants.size(); i++) {
      TenantRun now = run.tenants().get(i);
      if (ranAlone.get(i) && !together.get(i).isEmpty()) {
        TenantRun before = alone.get(i).get(alone.get(i).size() - 1);
        if (before.result().throughput() > 0) {
          kept.get(i).add(now.result().throughput() / before.result().throughput());
        }
      }
      compare(i, now, run.serverLoss(tenants.get(i).name()));
      seen.get(i).addAll(ofTenant(tenants.get(i).name(), run.seen()));
      together.get(i).add(now);
    }
    ranAlone.clear();
    steal = Math.max(steal, run.steal());
  }

  /** Compares a run of the mix with the tenant's last run alone. */
  private void compare(int tenant, TenantRun now, @Nullable Double server) {
    if (server != null && !alone.get(tenant).isEmpty()) {
      List<TenantRun> before = alone.get(tenant);
      double isolated = before.get(before.size() - 1).result().throughput();
      double clients = Fairness.throughputLoss(isolated, now.result().throughput());
      losses.get(tenant).add(new ThroughputLoss(clients, server));
    }
  }

  public List<TenantResult> results() {
    List<TenantResult> results = new ArrayList<>();
    for (int i = 0; i < tenants.size(); i++) {
      results.add(
          TenantResult.of(tenants.get(i), mean(alone.get(i)).result(), mean(together.get(i))));
    }
    return results;
  }

  /** See {@link MixResult#keptInterleaved}; only runs alone between two runs of the mix count. */
  public List<List<Double>> kept() {
    return kept;
  }

  /** See {@link MixResult#losses}. */
  public List<List<ThroughputLoss>> losses() {
    return losses;
  }

  /** What a tenant was seen to do in each second, nothing in those in which servers do not say. */
  private static List<ServerObserver.Seen> ofTenant(
      String tenant, List<Map<String, ServerObserver.Seen>> seconds) {
    boolean known = seconds.stream().anyMatch(second -> second.containsKey(tenant));
    return known
        ? seconds.stream().map(second -> second.getOrDefault(tenant, NOTHING)).toList()
        : List.of();
  }

  /** What each tenant used in each second of the mix, in the order of the tenants. */
  public List<ResourceUse> resources() {
    return seen.stream()
        .map(
            seconds ->
                new ResourceUse(
                    seconds.stream().map(each -> Math.round(each.hdfsBytesPerSecond())).toList(),
                    seconds.stream().map(ServerObserver.Seen::cacheBytes).toList()))
        .toList();
  }

  /** The greatest CPU steal of all runs, 0..1. */
  public double steal() {
    return steal;
  }

  private static TenantRun mean(List<TenantRun> runs) {
    return new TenantRun(
        new LoadResult(
            runs.stream().mapToDouble(run -> run.result().throughput()).average().orElseThrow(),
            median(runs, LoadResult::p50Millis),
            median(runs, LoadResult::p95Millis),
            median(runs, LoadResult::p99Millis),
            runs.stream().mapToDouble(run -> run.result().maxMillis()).max().orElseThrow(),
            runs.stream().mapToLong(run -> run.result().errors()).sum(),
            runs.stream().mapToLong(run -> run.result().ops()).sum()),
        runs.stream().flatMap(run -> run.opsBySecond().stream()).toList());
  }

  private static double median(List<TenantRun> runs, ToDoubleFunction<LoadResult> figure) {
    return Spread.of(runs, run -> figure.applyAsDouble(run.result())).median();
  }
}
