package io.argus.traces;

import static io.argus.core.text.Text.format;
import static io.argus.load.basics.Argument.require;

import io.argus.traces.access.AccessPattern;
import io.argus.traces.access.TableLayout;
import io.argus.traces.policy.TracedSystem;
import io.argus.traces.report.TracesReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** Compares hit ratios over traces of block accesses. */
@Command(
    name = "argus-bench traces",
    mixinStandardHelpOptions = true,
    description = {
      "Compares the hit ratio of Argus's cache with HBase's own caches and with the optimum.",
      "Argus's and HBase's caches are the real classes. A system replays traces of block accesses with several sizes of"
          + " the cache. A block has 57 rows of 1,150 bytes, as in the bench, and counts as 64 KB. Hits"
          + " count after the first fifth of a trace.",
      "Static is a cache that always holds the most popular blocks. Belady knows the future; no"
          + " cache has more hits. AdaptiveLRU is LRU as long as HBase's default settings apply.",
      "The defaults take a few minutes with 2 cores."
    },
    showDefaultValues = true,
    footerHeading = "%nTraces:%n",
    sortOptions = false)
public final class Main implements Callable<Integer> {
  private static final int MIN_CACHE_BLOCKS = 10;

  @Option(
      names = "--traces",
      split = ",",
      paramLabel = "TRACE",
      showDefaultValue = Visibility.NEVER,
      description = "Some of the traces below. Default: all.")
  private List<String> traces = List.of();

  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "PERCENT",
      description = "Sizes of the cache, in percent of the blocks of the table.")
  private List<Double> sizes = List.of(5.0, 10.0, 20.0, 31.0, 50.0, 80.0);

  @Option(
      names = "--systems",
      split = ",",
      paramLabel = "SYSTEM",
      showDefaultValue = Visibility.NEVER,
      description = "What to compare. Default: all.")
  private List<String> systems = List.of();

  @Option(names = "--accesses", paramLabel = "N", description = "Length of each trace.")
  private int accesses = 2_000_000;

  @Option(names = "--blocks", paramLabel = "N", description = "Blocks of the table.")
  private int blocks = 5_263;

  @Option(names = "--seed", paramLabel = "N", description = "Another seed makes other traces.")
  private long seed = 1;

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the figures as JSON.")
  private @Nullable Path json;

  @Option(names = "--html", paramLabel = "FILE", description = "Also writes a page of charts.")
  private @Nullable Path html;

  private final long startNanos = System.nanoTime();
  private String command = "";

  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  /** Runs the command and returns its exit code. */
  static int run(String... arguments) {
    Main main = new Main();
    main.command = String.join(" ", "bin/argus-bench traces", String.join(" ", arguments)).trim();
    CommandLine line = new CommandLine(main);
    line.getCommandSpec().usageMessage().footer(footer());
    line.setExecutionExceptionHandler(
        (failure, parsed, result) -> {
          Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
          parsed.getErr().println("argus: " + (cause == null ? failure : cause).getMessage());
          return 1;
        });
    return line.execute(arguments);
  }

  private static String[] footer() {
    StringBuilder text = new StringBuilder();
    for (AccessPattern pattern : AccessPattern.values()) {
      String description = pattern.description().replace("%", "%%");
      text.append(format("  %-9s %s%n", pattern.label(), description));
    }
    return (text + format("Systems: %s%n", TracedSystem.names())).split("\n");
  }

  @Override
  public Integer call() throws IOException {
    List<AccessPattern> patterns =
        traces.isEmpty()
            ? List.of(AccessPattern.values())
            : traces.stream().map(AccessPattern::named).distinct().toList();
    List<TracedSystem> compared =
        systems.isEmpty()
            ? TracedSystem.all()
            : systems.stream().map(TracedSystem::named).distinct().toList();
    for (double size : sizes) {
      require(size > 0 && size <= 100, "size", size, "above 0, at most 100 percent");
      require(
          blocks * size / 100 >= MIN_CACHE_BLOCKS,
          "size",
          size,
          "at least " + MIN_CACHE_BLOCKS + " of " + blocks + " blocks");
    }
    TableLayout table = new TableLayout(blocks);
    Comparison comparison = new Comparison(patterns, sizes, compared, table, accesses, seed);
    TracesReport report =
        TracesReport.of(
            command, conditions(), sizes, comparison.run(done -> report(done, patterns.size())));
    report.toTable().forEach(System.out::println);
    write(json, report.toJson());
    write(html, report.toHtml());
    return 0;
  }

  private Map<String, String> conditions() {
    Map<String, String> conditions = new LinkedHashMap<>();
    conditions.put("hbase", VersionInfo.getVersion());
    conditions.put("blocks", format("%d", blocks));
    conditions.put("rowsPerBlock", format("%d", TableLayout.ROWS_PER_BLOCK));
    conditions.put("accesses", format("%d", accesses));
    conditions.put("warmUp", format("%.1f", Comparison.WARM_UP));
    conditions.put("seed", format("%d", seed));
    return conditions;
  }

  private void report(int done, int all) {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
    long left = seconds * (all - done) / done;
    System.err.println(format("%d of %d traces, %d s, about %d s left", done, all, seconds, left));
  }

  private static void write(@Nullable Path file, String text) throws IOException {
    if (file != null) {
      Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
      Files.writeString(file, text);
    }
  }
}
