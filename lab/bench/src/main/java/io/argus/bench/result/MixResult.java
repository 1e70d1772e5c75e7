package io.argus.bench.result;

import io.argus.bench.placement.PlacementResult;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One measurement of a campaign: a workload mix on a system.
 *
 * @param repeat which one, from 0
 * @param fingerprint of the system (jars and properties) and of the mix (workloads)
 * @param steal the greatest CPU steal in the windows of the mix and of its tenants alone, 0..1
 * @param keptInterleaved for each tenant and interleaved run, throughput in the mix / throughput
 *     alone just before; empty for tenants that were not measured that way
 * @param losses for each tenant and run of the mix, its loss as clients and servers see it; empty
 *     where the servers do not say
 * @param resources what each tenant used of the servers
 * @param placement null unless the system asked for region moves before this measurement
 */
public record MixResult(
    String mix,
    int repeat,
    String fingerprint,
    SystemResult result,
    double steal,
    List<List<Double>> keptInterleaved,
    List<List<ThroughputLoss>> losses,
    List<ResourceUse> resources,
    @Nullable PlacementResult placement) {

  /** A measurement without region moves. */
  public MixResult(
      String mix,
      int repeat,
      String fingerprint,
      SystemResult result,
      double steal,
      List<List<Double>> keptInterleaved,
      List<List<ThroughputLoss>> losses,
      List<ResourceUse> resources) {
    this(mix, repeat, fingerprint, result, steal, keptInterleaved, losses, resources, null);
  }

  public MixResult {
    if (mix == null || fingerprint == null || result == null) {
      throw new IllegalArgumentException("a measurement lacks its mix, fingerprint or result");
    }
    // Lines of old results files have none.
    keptInterleaved =
        keptInterleaved == null
            ? result.tenants().stream().map(tenant -> List.<Double>of()).toList()
            : keptInterleaved.stream().map(List::copyOf).toList();
    losses =
        losses == null
            ? result.tenants().stream().map(tenant -> List.<ThroughputLoss>of()).toList()
            : losses.stream().map(List::copyOf).toList();
    resources =
        resources == null
            ? result.tenants().stream().map(tenant -> ResourceUse.UNKNOWN).toList()
            : List.copyOf(resources);
    if (keptInterleaved.size() != result.tenants().size()
        || losses.size() != result.tenants().size()
        || resources.size() != result.tenants().size()) {
      throw new IllegalArgumentException("a measurement has other tenants than its result");
    }
  }

  /** This measurement, after region moves. */
  public MixResult after(PlacementResult moves) {
    return new MixResult(
        mix, repeat, fingerprint, result, steal, keptInterleaved, losses, resources, moves);
  }

  public Key key() {
    return new Key(mix, result.system(), fingerprint, repeat);
  }

  /** The measurements of a mix on a system, in the order of all. */
  public static List<MixResult> of(String mix, String system, List<MixResult> runs) {
    return runs.stream()
        .filter(run -> run.mix.equals(mix) && run.result.system().equals(system))
        .toList();
  }

  /** Tells a measurement from the others of its campaign. */
  public record Key(String mix, String system, String fingerprint, int repeat) {}

  /** The result of a mix on a system in the same repeat as this one. */
  public Optional<SystemResult> inSameRepeat(String otherMix, String system, List<MixResult> runs) {
    return runs.stream()
        .filter(run -> run.repeat == repeat && run.mix.equals(otherMix))
        .map(MixResult::result)
        .filter(other -> other.system().equals(system))
        .findFirst();
  }
}
