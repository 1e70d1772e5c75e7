package io.argus.experiments.bench;

import io.argus.bench.finding.Sweep;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.experiments.systems.PinnedWorkloadMixes;
import io.argus.load.client.Preset;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "tenants",
    description = {
      "Measures whether a reservation holds while other tenants join: the dissertation's figure 5.6.",
      "The first tenant has half of cache and HDFS, nobody borrows, and 1, 2, 5 and 8 tenants share"
          + " the cluster. It prints the first tenant's throughput in relation to what it gets"
          + " without others.",
      "Each repeat takes about 22 minutes; eight tables are loaded."
    },
    showDefaultValues = true)
final class TenantsCommand implements Callable<Integer> {
  @Mixin private BenchOptions options = new BenchOptions();

  /** Client threads of each tenant, for 1, 2, 5 and 8 tenants. */
  private static final List<List<Integer>> THREADS =
      List.of(
          List.of(50),
          List.of(50, 50),
          List.of(50, 50, 100, 200, 300),
          List.of(50, 50, 100, 100, 200, 200, 300, 300));

  private static final int MAX_TENANTS = 8;

  /** The share of a tenant that does nothing. */
  private static final double IDLE_SHARE = 0.001;

  @Option(
      names = "--groups",
      split = ",",
      paramLabel = "GROUP",
      description = "uniform, exhot, or mixed: exhot, uniform, exhot and so on.")
  private List<String> groups = List.of("uniform", "exhot", "mixed");

  @Option(
      names = "--target",
      paramLabel = "N",
      description =
          "Operations a second that each exhot tenant asks for; 0: as many as it can. Unlimited exhot"
              + " tenants compete for CPU.")
  private double target = 0;

  @Override
  public Integer call() throws IOException {
    Map<WorkloadMix, WorkloadMix> references = new LinkedHashMap<>();
    Map<String, List<Reservation>> pins = new TreeMap<>();
    for (String group : groups) {
      WorkloadMix first = mix(group, THREADS.get(0));
      for (List<Integer> threads : THREADS) {
        WorkloadMix mix = mix(group, threads);
        references.putIfAbsent(mix, first);
        pins.put(mix.label(), reservations(mix.tenants().size()));
      }
    }
    List<WorkloadMix> mixes = new ArrayList<>(references.keySet());
    options.run(
        mixes,
        known ->
            List.of(known.argus("argus", mixes, Map.of(), new PinnedWorkloadMixes(pins, false))),
        runs -> Sweep.firstTenant(references, runs));
    return 0;
  }

  private WorkloadMix mix(String group, List<Integer> threads) {
    List<TenantWorkload> tenants = new ArrayList<>();
    for (int i = 0; i < threads.size(); i++) {
      Preset workload =
          group.equals("mixed")
              ? (i % 2 == 0 ? Preset.EXHOT : Preset.UNIFORM)
              : Preset.named(group);
      tenants.add(
          new TenantWorkload(tenant(i), workload, threads.get(i))
              .withTarget(workload == Preset.EXHOT ? target : 0));
    }
    return WorkloadMix.of(tenants);
  }

  private static String tenant(int index) {
    return "tenant" + (char) ('a' + index);
  }

  /** A half for the first tenant; the other active tenants divide the rest. */
  static List<Reservation> reservations(int active) {
    List<Reservation> reservations = new ArrayList<>();
    double rest = 0.5 - IDLE_SHARE * (MAX_TENANTS - Math.max(2, active));
    for (int i = 0; i < MAX_TENANTS; i++) {
      double share =
          i == 0 ? 0.5 : i < Math.max(2, active) ? rest / (Math.max(2, active) - 1) : IDLE_SHARE;
      reservations.add(Reservation.of(TenantId.of(tenant(i)), share, share));
    }
    return reservations;
  }
}
