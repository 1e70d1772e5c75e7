package io.argus.traces.report;

import static io.argus.core.text.Text.format;

import io.argus.traces.policy.TracedSystem.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a policy of Argus reaches an aim, over all traces and sizes to which the aim applies.
 *
 * @param system the policy
 * @param aim in words
 * @param unit of the margin
 * @param points how many traces and sizes it applies to
 * @param missed how many of them miss it
 * @param margin the least margin; below 0 if the aim is missed
 * @param at trace and size of that margin
 */
public record Aim(
    String system, String aim, String unit, int points, int missed, double margin, String at) {
  private static final Set<String> ZIPFIAN = Set.of("zipfian", "hot");
  private static final double BELOW_HBASE = 0.01;
  private static final double BELOW_STATIC = 0.03;
  private static final double CACHE_SIZES = 3;

  /** A margin at one trace and size. */
  private record Margin(String at, double margin) {}

  public boolean met() {
    return missed == 0;
  }

  /** Returns the aims of every policy of Argus; those to which nothing applies are left out. */
  static List<Aim> of(List<TraceResult> traces, List<Double> cachePercents) {
    List<Aim> aims = new ArrayList<>();
    traces.stream()
        .flatMap(trace -> trace.of(Kind.ARGUS).stream())
        .map(SystemResult::system)
        .distinct()
        .forEach(
            system -> {
              List<Margin> hbase = new ArrayList<>();
              List<Margin> optimum = new ArrayList<>();
              List<Margin> back = new ArrayList<>();
              for (TraceResult trace : traces) {
                List<String> at =
                    cachePercents.stream()
                        .map(percent -> trace.trace() + ", cache " + TracesReport.percent(percent))
                        .toList();
                SystemResult result = named(trace, system);
                add(hbase, at, result, trace.best(Kind.HBASE), BELOW_HBASE);
                if (ZIPFIAN.contains(trace.trace())) {
                  add(optimum, at, result, trace.best(Kind.STATIC_OPTIMUM), BELOW_STATIC);
                }
                addRecoveries(back, at, result);
              }
              add(aims, system, "at least the best of HBase's three less .01", "", hbase);
              add(aims, system, "on zipfian and hot within .03 of the static optimum", "", optimum);
              add(
                  aims,
                  system,
                  "back within .03 after 3 cache sizes of accesses",
                  " cache sizes",
                  back);
            });
    return List.copyOf(aims);
  }

  private static SystemResult named(TraceResult trace, String system) {
    return trace.systems().stream()
        .filter(result -> result.system().equals(system))
        .findFirst()
        .orElseThrow();
  }

  private static void add(
      List<Margin> margins,
      List<String> at,
      SystemResult result,
      Optional<List<Double>> bound,
      double tolerance) {
    bound.ifPresent(
        ratios -> {
          List<Double> above = TraceResult.difference(result.hitRatios(), ratios);
          for (int i = 0; i < above.size(); i++) {
            margins.add(new Margin(at.get(i), above.get(i) + tolerance));
          }
        });
  }

  private static void addRecoveries(List<Margin> margins, List<String> at, SystemResult result) {
    for (int i = 0; i < result.recoveries().size(); i++) {
      Recovery recovery = result.recoveries().get(i);
      Double back = recovery.backAfter();
      double after = back == null ? recovery.moveAfter() : back;
      margins.add(new Margin(at.get(i), CACHE_SIZES - after));
    }
  }

  private static void add(
      List<Aim> aims, String system, String aim, String unit, List<Margin> margins) {
    margins.stream()
        .min((a, b) -> Double.compare(a.margin(), b.margin()))
        .ifPresent(
            worst -> {
              int missed = (int) margins.stream().filter(each -> each.margin() < 0).count();
              aims.add(
                  new Aim(system, aim, unit, margins.size(), missed, worst.margin(), worst.at()));
            });
  }

  String toLine() {
    return met()
        ? format("%s: met: %s (least margin %.3f%s: %s)", system, aim, margin, unit, at)
        : format(
            "%s: missed: %s, at %d of %d points; worst by %.3f%s: %s",
            system, aim, missed, points, -margin, unit, at);
  }
}
