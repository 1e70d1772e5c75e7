package io.argus.bench.incident;

import static io.argus.core.text.Text.format;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.scenario.Timeline;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of an experiment in which something happened to a server.
 *
 * @param hbase the HBase version
 * @param disk kind of disk
 * @param happened in the order of time
 * @param timelines operations of each tenant, as its client counts them
 * @param servers operations of each tenant on each server, as the servers report them
 * @param tenants what the experiment says of each tenant, a record each
 * @param table the same as lines to print
 */
public record IncidentReport(
    String experiment,
    String hbase,
    String disk,
    String mix,
    List<Incident.Happened> happened,
    List<Timeline> timelines,
    List<OnServer> servers,
    List<?> tenants,
    List<String> table,
    List<Judged> judged) {
  /** Seconds of a line of the printed timeline. */
  private static final int LINE_SECONDS = 5;

  private static final Gson GSON = new GsonBuilder().setPrettyPrinting().create();

  /**
   * A tenant on a server.
   *
   * @param server which one, from 0
   * @param opsPerSecond in each five seconds
   */
  public record OnServer(String tenant, int server, List<Double> opsPerSecond) {}

  /**
   * Something that the experiment is to show.
   *
   * @param figure what was measured; null if it never came to that
   * @param bound what it is compared with, such as {@code at most 15 s}
   */
  public record Judged(String what, @Nullable Double figure, String bound, boolean holds) {
    /** A number of seconds that is to be small. */
    static Judged soon(String what, @Nullable Integer seconds, int most) {
      return new Judged(
          what,
          seconds == null ? null : Double.valueOf(seconds),
          "at most " + most + " s",
          seconds != null && seconds <= most);
    }

    /** A figure that is to be large. */
    static Judged atLeast(String what, double figure, double least) {
      return new Judged(what, figure, format("at least %.2f", least), figure >= least);
    }

    /** Something that is so or not. */
    static Judged so(String what, boolean holds) {
      return new Judged(what, holds ? 1.0 : 0.0, "yes", holds);
    }

    String line() {
      String value =
          bound.equals("yes")
              ? holds ? "yes" : "no"
              : figure == null ? "never" : format("%.2f", figure).replaceFirst("\\.00$", "");
      return format("%-4s %s: %s (%s)", holds ? "ok" : "NOT", what, value, bound);
    }
  }

  static IncidentReport of(
      String experiment,
      LoadedServers servers,
      LoadedServers.Seen seen,
      List<?> tenants,
      List<String> table,
      List<Judged> judged) {
    List<OnServer> onServers = new ArrayList<>();
    int seconds = seen.timelines().get(0).opsBySecond().size();
    for (TenantWorkload tenant : servers.mix().tenants()) {
      for (int server = 0; server < servers.size().regionServers(); server++) {
        List<Double> rates = new ArrayList<>();
        for (int second = 0; second < seconds; second += LINE_SECONDS) {
          rates.add(
              seen.servers().operations(tenant.name(), server, second, second + LINE_SECONDS));
        }
        onServers.add(new OnServer(tenant.name(), server, rates));
      }
    }
    return new IncidentReport(
        experiment,
        servers.cluster().runtime().name(),
        servers.cluster().disks().name(),
        servers.mix().label(),
        seen.happened(),
        seen.timelines(),
        onServers,
        tenants,
        table,
        judged);
  }

  public String toJson() {
    return GSON.toJson(this) + "\n";
  }

  /** Whether everything is as it is to be. */
  public boolean holds() {
    return judged.stream().allMatch(Judged::holds);
  }

  /** The lines to print: the timeline, what happened to each tenant, and the judgement. */
  public List<String> toTable() {
    List<String> lines = new ArrayList<>();
    lines.add(experiment + " " + mix + ", HBase " + hbase + ", disk " + disk);
    for (Incident.Happened each : happened) {
      lines.add(format("%4d s  %s", each.second(), each.what()));
    }
    lines.add("");
    lines.addAll(timeline());
    lines.add("");
    lines.addAll(table);
    lines.add("");
    judged.forEach(each -> lines.add(each.line()));
    return lines;
  }

  /** Operations a second: of each tenant, then on each of the servers. */
  private List<String> timeline() {
    List<String> lines = new ArrayList<>();
    StringBuilder heading = new StringBuilder("   s");
    for (Timeline tenant : timelines) {
      heading.append(format("  | %8s", tenant.tenant()));
      servers.stream()
          .filter(each -> each.tenant().equals(tenant.tenant()))
          .forEach(each -> heading.append(format("%7s", "rs" + each.server())));
    }
    lines.add(heading.toString());
    int seconds = timelines.get(0).opsBySecond().size();
    for (int second = 0; second < seconds; second += LINE_SECONDS) {
      int line = second / LINE_SECONDS;
      StringBuilder text = new StringBuilder(format("%4d", second));
      for (Timeline tenant : timelines) {
        text.append(
            format("  | %,8.0f", tenant.mean(second, Math.min(seconds, second + LINE_SECONDS))));
        servers.stream()
            .filter(each -> each.tenant().equals(tenant.tenant()))
            .forEach(each -> text.append(format("%,7.0f", each.opsPerSecond().get(line))));
      }
      lines.add(text.toString());
    }
    return lines;
  }
}
