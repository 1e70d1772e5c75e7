package io.argus.jmh;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Benchmarks of two sides in alternation: a fork of one, then a fork of the other, so that a
 * machine that changes its speed affects both alike. The sides are this commit and another one, of
 * which each runs its own benchmarks on its own classes, or two subjects of this commit.
 *
 * <p>Used by one thread.
 */
final class Alternation {
  /** The CPU time of an operation may grow by less than this factor. */
  private static final double MAX_RATIO = 1.1;

  /** That of a get which a row answers, in relation to one that reads cached blocks. */
  private static final double MAX_ROW_RATIO = 0.6;

  private static final String ROW = "%-22s %7s %7s %12s %18s %12s %18s%n";

  /**
   * What is measured on one side.
   *
   * @param name as in "the other commit"
   */
  record Side(String name, String classPath, String subject) {}

  /**
   * Something that both sides do.
   *
   * @param maxRatio the cost of the first side relative to that of the second is less
   */
  record Benchmark(
      String what,
      Class<?> type,
      String method,
      int tenants,
      int threads,
      Map<String, String> more,
      double maxRatio) {

    String name() {
      return type.getSimpleName() + "." + method;
    }
  }

  /** What one fork measured, in nanoseconds per operation. */
  private record Cost(double cpu, double elapsed) {}

  /** A benchmark's costs relative to those of the other side. */
  record Line(
      String what, int tenants, int threads, ForkRatio cpu, ForkRatio elapsed, double maxRatio) {}

  private final Side own;
  private final Side other;
  private final int seconds;
  private final int forks;

  /**
   * @param seconds of each fork after the warm-up
   * @param forks of each side and benchmark, at least 2
   */
  Alternation(Side own, Side other, int seconds, int forks) {
    if (forks < 2) {
      throw new IllegalArgumentException("forks is " + forks + "; must be at least 2");
    }
    this.own = own;
    this.other = other;
    this.seconds = seconds;
    this.forks = forks;
  }

  /** What a region that keeps rows is compared by with one that does not. */
  static List<Benchmark> ofRows() {
    return List.of(
        new Benchmark("row get", RowAccess.class, "get", 1, 1, Map.of(), MAX_ROW_RATIO),
        new Benchmark("row put", RowAccess.class, "put", 1, 1, Map.of(), MAX_RATIO));
  }

  /** What commits are compared by: hits, and ways of queueing. */
  static List<Benchmark> ofCommits() {
    List<Benchmark> all = new ArrayList<>();
    for (String level : List.of("heap", "offheap")) {
      for (int threads : new int[] {1, 2}) {
        all.add(
            new Benchmark(
                level + " hit",
                CacheGet.class,
                "hit",
                8,
                threads,
                Map.of("level", level),
                MAX_RATIO));
      }
    }
    for (String method : List.of("burst", "roundTrip")) {
      for (int tenants : new int[] {1, 8, 64}) {
        all.add(
            new Benchmark(
                "queue " + method, Queueing.class, method, tenants, 1, Map.of(), MAX_RATIO));
      }
    }
    return List.copyOf(all);
  }

  /**
   * Measures; says on standard error what it has measured, and how long the rest takes.
   *
   * @param only a regular expression that the names of benchmarks match
   */
  List<Line> run(List<Benchmark> benchmarks, String only) throws IOException, InterruptedException {
    List<Benchmark> chosen =
        benchmarks.stream().filter(each -> each.name().matches(".*(" + only + ").*")).toList();
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < chosen.size(); i++) {
      Benchmark benchmark = chosen.get(i);
      int left = (chosen.size() - i) * 2 * forks * (seconds + 5);
      System.err.printf(
          "[%2d:%02d left] %s, tenants %d, threads %d%n",
          left / 60, left % 60, benchmark.what(), benchmark.tenants(), benchmark.threads());
      List<ForkRatio.Pair> cpu = new ArrayList<>();
      List<ForkRatio.Pair> elapsed = new ArrayList<>();
      for (int fork = 0; fork < forks; fork++) {
        boolean ownFirst = fork % 2 == 0;
        Cost first = fork(ownFirst ? own : other, benchmark);
        Cost second = fork(ownFirst ? other : own, benchmark);
        Cost ofOwn = ownFirst ? first : second;
        Cost ofOther = ownFirst ? second : first;
        cpu.add(new ForkRatio.Pair(ofOwn.cpu(), ofOther.cpu()));
        elapsed.add(new ForkRatio.Pair(ofOwn.elapsed(), ofOther.elapsed()));
        System.err.printf(
            "    %.0f ns CPU %s, %.0f %s%n", ofOwn.cpu(), own.name(), ofOther.cpu(), other.name());
      }
      lines.add(
          new Line(
              benchmark.what(),
              benchmark.tenants(),
              benchmark.threads(),
              ForkRatio.of(cpu),
              ForkRatio.of(elapsed),
              benchmark.maxRatio()));
    }
    return lines;
  }

  private Cost fork(Side side, Benchmark benchmark) throws IOException, InterruptedException {
    Path json = Files.createTempFile("argus-jmh", ".json");
    Path log = Files.createTempFile("argus-jmh", ".log");
    try {
      Process process =
          new ProcessBuilder(command(side, benchmark, json))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      if (process.waitFor() != 0) {
        throw new IOException(benchmark.name() + " failed: " + Files.readString(log));
      }
      return cost(Files.readString(json));
    } finally {
      Files.delete(json);
      Files.delete(log);
    }
  }

  private List<String> command(Side side, Benchmark benchmark, Path json) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", side.classPath(), "org.openjdk.jmh.Main"));
    command.add("\\." + benchmark.name().replace(".", "\\.") + "$");
    command.addAll(
        List.of("-p", "subject=" + side.subject(), "-p", "tenants=" + benchmark.tenants()));
    benchmark.more().forEach((name, value) -> command.addAll(List.of("-p", name + "=" + value)));
    command.addAll(List.of("-t", Integer.toString(benchmark.threads()), "-f", "1", "-foe", "true"));
    command.addAll(List.of("-wi", "3", "-w", "1", "-i", Integer.toString(seconds), "-r", "1"));
    command.addAll(List.of("-jvmArgs", String.join(" ", Main.JVM_ARGUMENTS)));
    command.addAll(List.of("-prof", CpuTime.class.getName(), "-rf", "json", "-rff"));
    command.add(json.toString());
    return command;
  }

  /** Reads JMH's JSON of one benchmark. */
  static Cost cost(String json) throws IOException {
    JsonArray results = JsonParser.parseString(json).getAsJsonArray();
    if (results.size() != 1) {
      throw new IOException("JMH measured " + results.size() + " benchmarks instead of one");
    }
    JsonObject result = results.get(0).getAsJsonObject();
    JsonObject secondary = result.getAsJsonObject("secondaryMetrics");
    return new Cost(
        score(secondary.getAsJsonObject(CpuTime.LABEL)),
        score(result.getAsJsonObject("primaryMetric")));
  }

  private static double score(JsonObject metric) {
    return metric.get("score").getAsDouble();
  }

  /** Whether no operation costs more CPU time than it may, at 95 % confidence. */
  static boolean holds(List<Line> lines) {
    return lines.stream().allMatch(line -> line.cpu().high() < line.maxRatio());
  }

  /** The table for a terminal. */
  static String table(List<Line> lines) {
    StringBuilder table = new StringBuilder();
    table.append(
        String.format(
            ROW,
            "operation",
            "tenants",
            "threads",
            "CPU ratio",
            "95 % interval",
            "elapsed",
            "95 % interval"));
    for (Line line : lines) {
      table.append(
          String.format(
              ROW,
              line.what(),
              line.tenants(),
              line.threads(),
              decimal(line.cpu().ratio()),
              interval(line.cpu()),
              decimal(line.elapsed().ratio()),
              interval(line.elapsed())));
    }
    return table.toString();
  }

  private static String interval(ForkRatio ratio) {
    return decimal(ratio.low()) + ".." + decimal(ratio.high());
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
