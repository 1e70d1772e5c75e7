package io.argus.bench.report;

import static io.argus.core.text.Text.format;

import com.google.gson.GsonBuilder;
import io.argus.bench.result.SystemResult;
import io.argus.bench.result.TenantResult;
import java.util.ArrayList;
import java.util.List;

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
      lines.add(format("%-13s %s", system.system(), system.scores()));
      lines.add("");
    }
    return lines;
  }
}
