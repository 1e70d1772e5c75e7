package io.argus.bench.campaign;

import static io.argus.core.text.Text.format;

import com.google.gson.GsonBuilder;
import io.argus.bench.result.Spread;
import io.argus.load.client.LoadResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a {@link CompactionRun}: a reader alone and beside a tenant that writes and
 * compacts, for every variant and round.
 *
 * @param hbase the HBase version
 * @param disk kind of disk
 */
public record CompactionReport(String hbase, String disk, List<Run> runs) {

  /**
   * One run.
   *
   * @param variant how compactions were scheduled
   * @param loader null where the reader was alone
   * @param compactedMegabytes written by compactions during the run
   * @param storeFiles of the region server at the end
   */
  public record Run(
      String variant,
      LoadResult reader,
      @Nullable LoadResult loader,
      double compactedMegabytes,
      int storeFiles) {}

  public CompactionReport {
    runs = List.copyOf(runs);
  }

  public String toJson() {
    return new GsonBuilder().setPrettyPrinting().create().toJson(this) + "\n";
  }

  /** The report for people: every run, then the medians of each variant. */
  public List<String> toTable() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "a reader beside a tenant that writes and compacts, HBase " + hbase + ", disk " + disk);
    lines.add("");
    lines.add(
        format(
            "%-17s %10s %9s %9s %10s %12s %11s",
            "variant", "reads/s", "p50 ms", "p99 ms", "writes/s", "compacted MB", "store files"));
    for (Run run : runs) {
      lines.add(
          format(
              "%-17s %,10.0f %,9.1f %,9.1f %,10.0f %,12.0f %,11d",
              run.variant(),
              run.reader().throughput(),
              run.reader().p50Millis(),
              run.reader().p99Millis(),
              run.loader() == null ? 0 : run.loader().throughput(),
              run.compactedMegabytes(),
              run.storeFiles()));
    }
    lines.add("");
    for (String variant : runs.stream().map(Run::variant).distinct().toList()) {
      lines.add(
          format(
              "%-17s median: %,.0f reads/s, p99 %,.1f ms",
              variant,
              median(variant, LoadResult::throughput),
              median(variant, LoadResult::p99Millis)));
    }
    return lines;
  }

  private double median(String variant, ToDoubleFunction<LoadResult> figure) {
    List<Run> repeats = runs.stream().filter(run -> run.variant().equals(variant)).toList();
    return Spread.of(repeats, run -> figure.applyAsDouble(run.reader())).median();
  }
}
