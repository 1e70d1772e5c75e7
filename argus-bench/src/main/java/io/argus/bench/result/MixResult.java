package io.argus.bench.result;

import java.util.List;

/**
 * One measurement of a campaign: a mix on a system.
 *
 * @param repeat which one, from 0
 * @param fingerprint of the system, by jars and properties, and of the mix, by workloads
 * @param steal the greatest share of processor time that was stolen and missed in the windows of
 *     the mix and its isolated throughputs, 0..1
 * @param keptByTurn for each tenant its throughput in the mix by what it did alone just before,
 *     turn by turn; empty for those that were not measured by turns
 *     <p>Immutable.
 */
public record MixResult(
    String mix,
    int repeat,
    String fingerprint,
    SystemResult result,
    double steal,
    List<List<Double>> keptByTurn) {

  public MixResult {
    // Lines of earlier results files have none.
    keptByTurn =
        keptByTurn == null
            ? result.tenants().stream().map(tenant -> List.<Double>of()).toList()
            : keptByTurn.stream().map(List::copyOf).toList();
  }

  /** Which measurement this is. */
  public Key key() {
    return new Key(mix, result.system(), fingerprint, repeat);
  }

  /** What tells a measurement from the others of its campaign. */
  public record Key(String mix, String system, String fingerprint, int repeat) {}
}
