package io.argus.bench.report;

import static io.argus.core.text.Text.format;

import com.google.gson.GsonBuilder;
import io.argus.bench.result.KeptOfStock;
import io.argus.bench.result.SystemResult;
import io.argus.bench.result.TenantResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The outcome of one run of a workload mix: every system on the same data and disk.
 *
 * @param mix the mix as written
 * @param hbase the HBase version
 * @param disk kind of disk
 * @param blockCache where data blocks are cached
 * @param regionServers number of region servers
 */
public record Report(
    String mix,
    String hbase,
    String disk,
    String blockCache,
    int regionServers,
    List<SystemResult> systems) {

  public Report {
    systems = List.copyOf(systems);
  }

  public String toJson() {
    return new GsonBuilder().setPrettyPrinting().create().toJson(this) + "\n";
  }

  /** The lines to print: for every system one per tenant, then the scores. */
  public List<String> toTable() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "workload mix "
            + mix
            + ", HBase "
            + hbase
            + ", disk "
            + disk
            + ", block cache "
            + blockCache
            + (regionServers == 1 ? "" : ", " + regionServers + " region servers"));
    lines.add("");
    lines.add(
        format(
            "%-13s %-8s %-11s %10s %10s %8s %10s %10s",
            "system", "tenant", "workload", "isolated/s", "in mix/s", "loss", "p50 ms", "p99 ms"));
    for (SystemResult system : systems) {
      for (TenantResult tenant : system.tenants()) {
        lines.add(
            format(
                "%-13s %-8s %-11s %,10.0f %,10.0f %7.0f%% %,10.1f %,10.1f",
                system.system(),
                tenant.name(),
                tenant.load(),
                tenant.isolatedThroughput(),
                tenant.throughput(),
                100 * tenant.throughputLoss(),
                tenant.p50Millis(),
                tenant.p99Millis()));
      }
      ofStock(system).ifPresent(lines::add);
      lines.add(format("%-13s %s", system.system(), system.scores()));
      lines.add("");
    }
    return lines;
  }

  /**
   * What was seen in one sentence: of the tenant that suffers most on stock HBase, and of the
   * others. Empty unless stock HBase and Argus were measured.
   */
  public Optional<String> sentence() {
    Optional<KeptOfStock> stock = kept(KeptOfStock.STOCK);
    Optional<KeptOfStock> argus = kept("argus");
    if (stock.isEmpty() || argus.isEmpty()) {
      return Optional.empty();
    }
    List<TenantResult> tenants = systems.get(0).tenants();
    int worst = stock.get().tenants().indexOf(stock.get().least());
    String others =
        IntStream.range(0, tenants.size())
            .filter(tenant -> tenant != worst)
            .mapToObj(
                tenant ->
                    format(
                        ", and %s %s instead of %s",
                        tenants.get(tenant).load(),
                        percent(argus.get(), tenant),
                        percent(stock.get(), tenant)))
            .collect(Collectors.joining());
    return Optional.of(
        format(
            "With Argus, %s keeps %s instead of %s of what it does alone on stock HBase%s.",
            tenants.get(worst).load(),
            percent(argus.get(), worst),
            percent(stock.get(), worst),
            others));
  }

  private static String percent(KeptOfStock kept, int tenant) {
    double share = kept.tenants().get(tenant);
    return format(share < 0.02 ? "%.1f %%" : "%.0f %%", 100 * share);
  }

  private Optional<KeptOfStock> kept(String system) {
    Optional<SystemResult> stock = named(KeptOfStock.STOCK);
    return named(system)
        .flatMap(result -> stock.map(reference -> KeptOfStock.of(result, reference)));
  }

  private Optional<SystemResult> named(String system) {
    return systems.stream().filter(result -> result.system().equals(system)).findFirst();
  }

  private Optional<String> ofStock(SystemResult system) {
    return kept(system.system())
        .map(
            kept ->
                format("%-13s of what each does alone on stock HBase: ", system.system())
                    + kept.scores());
  }
}
