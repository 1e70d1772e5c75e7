package io.argus.bench.scenario;

import static io.argus.core.text.Text.format;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a scenario: every system on the same data and disk.
 *
 * @param scenario its name
 * @param hbase the HBase version
 * @param disk kind of disk
 * @param bounds the seconds at which something changed, the start and the end included
 * @param returning whether tenants can do after each change what they did before it
 */
public record ScenarioReport(
    String scenario,
    String hbase,
    String disk,
    List<Integer> bounds,
    boolean returning,
    List<Run> runs) {

  /**
   * A system's run.
   *
   * @param timelines of each tenant, and of the disk where its reads can be counted
   * @param diskLimits limit of the disk in each phase, reads per second; empty if it never changes
   * @param observations changes of the plan, in the order of time
   * @param noticed one for each time that workloads changed
   */
  public record Run(
      String system,
      List<Timeline> timelines,
      List<Integer> diskLimits,
      List<Observation> observations,
      List<Noticed> noticed) {}

  /**
   * How long the planner took to notice a change of workloads.
   *
   * @param second at which workloads changed
   * @param afterSeconds until the planner had other isolated throughputs of all tenants that
   *     changed, known to a report period; null if it never had
   */
  public record Noticed(int second, @Nullable Integer afterSeconds) {}

  /**
   * A change of the plan.
   *
   * @param second after the start of the load
   */
  public record Observation(int second, String what) {}

  private record Settled(
      String system, String tenant, int from, double steady, @Nullable Integer seconds) {}

  /**
   * How long a tenant took to do again what it did before a change.
   *
   * @param before its steady throughput before the change at second {@code from}, ops/s
   * @param lowest the least of a second after the change, ops/s
   * @param seconds until it had 95 % of that again; null if it never had
   */
  private record Returned(
      String system,
      String tenant,
      int from,
      double before,
      long lowest,
      @Nullable Integer seconds) {}

  private record Document(ScenarioReport report, List<Settled> settled, List<Returned> returned) {}

  private List<Settled> settled() {
    List<Settled> settled = new ArrayList<>();
    for (Run run : runs) {
      for (Timeline tenant : run.timelines()) {
        for (int i = 0; i + 1 < bounds.size(); i++) {
          int from = bounds.get(i);
          int to = bounds.get(i + 1);
          OptionalInt after = tenant.settledAfter(from, to);
          settled.add(
              new Settled(
                  run.system(),
                  tenant.tenant(),
                  from,
                  tenant.steady(from, to),
                  after.isPresent() ? Integer.valueOf(after.getAsInt()) : null));
        }
      }
    }
    return settled;
  }

  private List<Returned> returned() {
    List<Returned> returned = new ArrayList<>();
    for (Run run : returning ? runs : List.<Run>of()) {
      for (Timeline tenant : run.timelines()) {
        for (int i = 1; i + 1 < bounds.size(); i++) {
          int from = bounds.get(i);
          int to = bounds.get(i + 1);
          double before = tenant.steady(bounds.get(i - 1), from);
          OptionalInt after = tenant.reachedAfter(from, to, before);
          returned.add(
              new Returned(
                  run.system(),
                  tenant.tenant(),
                  from,
                  before,
                  Collections.min(tenant.opsBySecond().subList(from, to)),
                  after.isPresent() ? Integer.valueOf(after.getAsInt()) : null));
        }
      }
    }
    return returned;
  }

  public String toJson() {
    Gson gson = new GsonBuilder().setPrettyPrinting().create();
    return gson.toJson(new Document(this, settled(), returned())) + "\n";
  }

  /** The lines to print: how fast each tenant settled after each change, and the plans. */
  public List<String> toTable() {
    List<String> lines = new ArrayList<>();
    lines.add("scenario " + scenario + ", HBase " + hbase + ", disk " + disk);
    lines.add("");
    lines.add(
        format(
            "%-12s %-8s %8s %12s %s", "system", "tenant", "from s", "steady/s", "settled after s"));
    for (Settled line : settled()) {
      lines.add(
          format(
              "%-12s %-8s %8d %,12.0f %15s",
              line.system(),
              line.tenant(),
              line.from(),
              line.steady(),
              line.seconds() == null ? "never" : line.seconds().toString()));
    }
    if (returning) {
      lines.add("");
      lines.add(
          format(
              "%-12s %-8s %8s %12s %12s %s",
              "system", "tenant", "at s", "before/s", "lowest/s", "back to 95 % after s"));
      for (Returned line : returned()) {
        lines.add(
            format(
                "%-12s %-8s %8d %,12.0f %,12d %20s",
                line.system(),
                line.tenant(),
                line.from(),
                line.before(),
                line.lowest(),
                line.seconds() == null ? "never" : line.seconds().toString()));
      }
    }
    for (Run run : runs) {
      lines.add("");
      for (int i = 0; i < run.diskLimits().size(); i++) {
        lines.add(
            format(
                "%-12s %4d s  the disk is limited to %d reads a second",
                run.system(), bounds.get(i), run.diskLimits().get(i)));
      }
      for (Noticed noticed : run.noticed()) {
        lines.add(
            format(
                "%-12s %4d s  workloads change; the planner notices %s",
                run.system(),
                noticed.second(),
                noticed.afterSeconds() == null
                    ? "nothing"
                    : "after " + noticed.afterSeconds() + " s"));
      }
      for (Observation seen : run.observations()) {
        lines.add(format("%-12s %4d s  %s", run.system(), seen.second(), seen.what()));
      }
    }
    return lines;
  }
}
