package io.argus.cli.bench;

import io.argus.bench.finding.Sweep;
import io.argus.bench.load.Preset;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import io.argus.cli.experiment.PinnedMixes;
import io.argus.cli.text.CommandLines;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code argus bench tenants}: one tenant at a fixed half while others come.
 *
 * <p>Used by one thread.
 */
@Command(
    name = "tenants",
    description = {
      "The first tenant keeps half of cache and HDFS, nothing is lent, and 1, 2, 5 and 8 tenants"
          + " share the cluster: the dissertation's figure 5.6. Prints the first tenant's throughput"
          + " in relation to what it gets when nobody else is there.",
      "About 22 minutes for each repeat; eight tables are loaded."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
final class TenantsCommand implements Callable<Integer> {
  @Mixin private BenchOptions options = new BenchOptions();

  @Spec private @Nullable CommandSpec spec;

  /** Threads of the tenants, by how many there are. */
  private static final List<List<Integer>> THREADS =
      List.of(
          List.of(50),
          List.of(50, 50),
          List.of(50, 50, 100, 200, 300),
          List.of(50, 50, 100, 100, 200, 200, 300, 300));

  private static final int MOST = 8;

  /** What tenants that do nothing keep. */
  private static final double IDLE_SHARE = 0.001;

  @Option(
      names = "--groups",
      split = ",",
      paramLabel = "GROUP",
      description = "uniform, exhot, or mixed: exhot first, then uniform and exhot in turns.")
  private List<String> groups = List.of("uniform", "exhot", "mixed");

  @Option(
      names = "--target",
      paramLabel = "N",
      description =
          "Operations a second that each exhot tenant asks for, 0 for as many as it can: then they"
              + " compete for processors, which nobody reserves.")
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
        CommandLines.of(spec),
        mixes,
        (release, repository, clients) ->
            List.of(
                options
                    .known(release, repository, clients)
                    .argus("argus", mixes, Map.of(), new PinnedMixes(pins, false))),
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

  /** A half for the first tenant; the others that are active divide the rest. */
  static List<Reservation> reservations(int active) {
    List<Reservation> reservations = new ArrayList<>();
    double rest = 0.5 - IDLE_SHARE * (MOST - Math.max(2, active));
    for (int i = 0; i < MOST; i++) {
      double share =
          i == 0 ? 0.5 : i < Math.max(2, active) ? rest / (Math.max(2, active) - 1) : IDLE_SHARE;
      reservations.add(Reservation.of(TenantId.of(tenant(i)), share, share));
    }
    return reservations;
  }
}
