package io.argus.jmh;

import com.google.gson.GsonBuilder;
import io.argus.jmh.Alternation.Benchmark;
import io.argus.jmh.Alternation.Side;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what cache, queue and kept rows cost per operation, compared with HBase's own. */
@Command(
    name = "jmh",
    mixinStandardHelpOptions = true,
    description =
        "Measures what the cache, the queue and kept rows of Argus cost per operation, compared with"
            + " HBase's.")
public final class Main implements Callable<Integer> {
  /** Of each fork. */
  static final List<String> JVM_ARGUMENTS =
      List.of("-Xms1g", "-Xmx1g", "--add-opens=java.base/java.nio=ALL-UNNAMED");

  private static final String OWN = System.getProperty("java.class.path");

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the figures as JSON.")
  private @Nullable Path json;

  @Option(
      names = "--only",
      paramLabel = "REGEX",
      defaultValue = ".*",
      description =
          "Only benchmarks that match: CacheGet, CachePut, Queueing.roundTrip, Queueing.burst;"
              + " with --rows: RowAccess.get, RowAccess.put.")
  private String only = ".*";

  @Option(
      names = "--seconds",
      defaultValue = "5",
      description = "Seconds per figure and fork after the warm-up (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--forks",
      defaultValue = "2",
      description = "Server processes per figure (default: ${DEFAULT-VALUE}).")
  private int forks;

  @Option(
      names = "--against",
      paramLabel = "COMMIT",
      description =
          "Compares the hit and the queue with those of another commit instead, fork by fork in"
              + " alternation. Prints the ratio over all forks and its 95 %% interval. The exit"
              + " code is 1 if CPU time may have grown by a tenth. The commit is built first.")
  private @Nullable String against;

  @Option(
      names = "--rows",
      description =
          "Compares gets and puts of a region that keeps rows with those of one that does not"
              + " instead, fork by fork in alternation. The exit code is 1 if a get may cost more"
              + " than 0.6 of the CPU time of one that reads cached blocks, or a put a tenth more"
              + " than without rows.")
  private boolean rows;

  /** The benchmarks of that commit; 'argus-bench jmh' adds it. */
  @Option(names = "--against-class-path", hidden = true)
  private @Nullable String againstClassPath;

  private final Comparison comparison = new Comparison();

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Main()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException, RunnerException, InterruptedException {
    if (rows && against != null) {
      throw new CommandLine.ParameterException(
          new CommandLine(this), "--rows compares two regions of this commit: leave out --against");
    }
    if (rows) {
      return alternateRows();
    }
    if (against != null) {
      return alternate(against);
    }
    for (String level : new String[] {"heap", "offheap"}) {
      Map<String, String> where = Map.of("level", level);
      for (int threads : new int[] {1, 2}) {
        measure(level + " hit", CacheGet.class, "hit", where, new Variant("hbase", 0, threads));
        measure(level + " hit", CacheGet.class, "hit", where, new Variant("argus", 8, threads));
      }
      String put = level + " put+evict";
      measure(put, CachePut.class, "put", where, new Variant("hbase", 0, 1));
      for (int tenants : new int[] {1, 64}) {
        measure(put, CachePut.class, "put", where, new Variant("argus", tenants, 1));
      }
    }
    for (String method : new String[] {"burst", "roundTrip"}) {
      measure("queue " + method, Queueing.class, method, Map.of(), new Variant("hbase", 0, 1));
      measure("queue " + method, Queueing.class, method, Map.of(), new Variant("observe", 8, 1));
      for (int tenants : new int[] {1, 8, 64}) {
        measure(
            "queue " + method, Queueing.class, method, Map.of(), new Variant("argus", tenants, 1));
      }
    }
    System.out.print(comparison.table());
    write(comparison.lines());
    return 0;
  }

  private int alternate(String commit) throws IOException, InterruptedException {
    if (againstClassPath == null) {
      throw new IOException("--against needs 'argus-bench jmh', which builds that commit");
    }
    Side other = new Side("of " + commit, againstClassPath, "argus");
    return alternate(new Side("of this commit", OWN, "argus"), other, Alternation.ofCommits());
  }

  private int alternateRows() throws IOException, InterruptedException {
    Side without = new Side("without", OWN, "blocks");
    return alternate(new Side("with rows", OWN, "rows"), without, Alternation.ofRows());
  }

  private int alternate(Side own, Side other, List<Benchmark> benchmarks)
      throws IOException, InterruptedException {
    List<Alternation.Line> lines =
        new Alternation(own, other, seconds, forks).run(benchmarks, only);
    System.out.printf(
        "costs %s relative to %s, forks of each: %d%n", own.name(), other.name(), forks);
    System.out.print(Alternation.table(lines));
    write(lines);
    return Alternation.holds(lines) ? 0 : 1;
  }

  private void write(List<?> lines) throws IOException {
    if (json != null) {
      String text = new GsonBuilder().setPrettyPrinting().create().toJson(lines);
      Files.write(json, text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** The subject of a measurement; 0 tenants where it has none. */
  private record Variant(String subject, int tenants, int threads) {}

  private void measure(
      String what,
      Class<?> benchmark,
      String method,
      Map<String, String> parameters,
      Variant variant)
      throws RunnerException {
    String name = benchmark.getSimpleName() + "." + method;
    if (!name.matches(".*(" + only + ").*")) {
      return;
    }
    OptionsBuilder options = new OptionsBuilder();
    options
        .include("\\." + name.replace(".", "\\.") + "$")
        .param("subject", variant.subject())
        .param("tenants", String.valueOf(Math.max(1, variant.tenants())))
        .threads(variant.threads())
        .forks(forks)
        .warmupIterations(3)
        .warmupTime(TimeValue.seconds(1))
        .measurementIterations(seconds)
        .measurementTime(TimeValue.seconds(1))
        .jvmArgs(JVM_ARGUMENTS.toArray(new String[0]))
        .addProfiler(CpuTime.class)
        .shouldFailOnError(true)
        .verbosity(VerboseMode.SILENT);
    parameters.forEach(options::param);
    for (RunResult run : new Runner(options.build()).run()) {
      Result<?> result = run.getPrimaryResult();
      Result<?> cpu = run.getSecondaryResults().get(CpuTime.LABEL);
      double cpuNanos = cpu == null ? Double.NaN : cpu.getScore();
      System.err.printf("%s %s %s: %.0f ns CPU%n", what, method, variant, cpuNanos);
      comparison.add(
          new Comparison.Cost(
              what,
              variant.subject(),
              variant.tenants(),
              variant.threads(),
              cpuNanos,
              result.getScore(),
              result.getScoreError()));
    }
  }
}
