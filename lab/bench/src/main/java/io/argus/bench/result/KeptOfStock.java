package io.argus.bench.result;

import static io.argus.core.text.Text.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the tenants of a workload mix keep of what each does alone on stock HBase, in the same
 * repeat of the campaign. By this yardstick a system does not lose because a tenant is faster alone
 * on it.
 *
 * @param tenants throughput in the mix / isolated throughput on stock HBase, in the order of the
 *     mix; may exceed 1
 */
public record KeptOfStock(List<Double> tenants) {
  /** The name of HBase as it comes among the systems. */
  public static final String STOCK = "stock";

  public KeptOfStock {
    tenants = List.copyOf(tenants);
  }

  /**
   * Compares one system with another on the same mix.
   *
   * @param stock what stock HBase did, whose isolated throughputs count
   */
  public static KeptOfStock of(SystemResult result, SystemResult stock) {
    List<Double> kept = new ArrayList<>();
    for (int i = 0; i < result.tenants().size(); i++) {
      double alone = stock.tenants().get(i).isolatedThroughput();
      kept.add(alone > 0 ? result.tenants().get(i).throughput() / alone : 0);
    }
    return new KeptOfStock(kept);
  }

  /** Compares a measurement; empty if stock HBase was not measured in that repeat. */
  public static Optional<KeptOfStock> of(MixResult run, List<MixResult> runs) {
    return run.inSameRepeat(run.mix(), STOCK, runs).map(stock -> of(run.result(), stock));
  }

  /** What the worse-off tenant keeps. */
  public double least() {
    return tenants.stream().mapToDouble(Double::doubleValue).min().orElse(0);
  }

  /** E by this yardstick. */
  public double mean() {
    return tenants.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  /** The least / the greatest; 1 if no tenant keeps anything. */
  public double minMaxRatio() {
    double most = tenants.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    return most > 0 ? least() / most : 1;
  }

  public String scores() {
    String shares =
        tenants.stream().map(kept -> format("%.3f", kept)).collect(Collectors.joining(", "));
    return shares + format("   efficiency %.3f   min/max %.3f", mean(), minMaxRatio());
  }
}
