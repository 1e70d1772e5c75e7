package io.argus.bench.report;

import com.google.gson.GsonBuilder;
import io.argus.bench.result.SystemResult;
import io.argus.bench.result.TenantResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The outcome of a campaign: every system on the same mix, data and disk.
 *
 * @param mix the mix as written
 * @param hbase the HBase version
 * @param disk kind of disk
 *     <p>Immutable.
 */
public record Report(String mix, String hbase, String disk, List<SystemResult> systems) {

  public Report {
    systems = List.copyOf(systems);
  }

  /** The report for machines. */
  public String toJson() {
    return new GsonBuilder().setPrettyPrinting().create().toJson(this) + "\n";
  }

  /** The report for people: one line per tenant and the scores below, for every system. */
  public List<String> toTable() {
    List<String> lines = new ArrayList<>();
    lines.add("mix " + mix + ", HBase " + hbase + ", disk " + disk);
    lines.add("");
    lines.add(
        String.format(
            "%-7s %-8s %-11s %10s %10s %6s %10s %10s",
            "system", "tenant", "workload", "alone/s", "in mix/s", "lost", "p50 ms", "p99 ms"));
    for (SystemResult system : systems) {
      for (TenantResult tenant : system.tenants()) {
        lines.add(
            String.format(
                Locale.ROOT,
                "%-7s %-8s %-11s %,10.0f %,10.0f %5.0f%% %,10.1f %,10.1f",
                system.system(),
                tenant.name(),
                tenant.load(),
                tenant.isolatedThroughput(),
                tenant.throughput(),
                100 * tenant.throughputViolation(),
                tenant.p50Millis(),
                tenant.p99Millis()));
      }
      lines.add(String.format("%-7s %s", system.system(), system.scores()));
      lines.add("");
    }
    return lines;
  }
}
