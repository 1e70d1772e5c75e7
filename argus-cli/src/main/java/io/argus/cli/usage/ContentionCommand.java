package io.argus.cli.usage;

import static io.argus.core.text.Text.format;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.argus.cli.live.MasterOption;
import io.argus.cli.live.ReadOptions;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.Shortened;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "contention",
    header = "Show who lost throughput, through what, and who caused it.",
    description = {
      "Through what: cache, HDFS or CPU; with each tenant's worst minutes. The active master keeps"
          + " it by the hour in an HBase table.",
      "Example: argus contention",
      "Example: argus contention alice --from 2026-11-24T09 --to 2026-11-24T11"
    })
final class ContentionCommand implements Callable<Integer> {
  private static final int MAX_MINUTES = 5;

  @Mixin private ReadOptions cluster = new ReadOptions();

  @Parameters(arity = "0..1", paramLabel = "TENANT", description = "The tenant. Default: all.")
  private @Nullable String tenant;

  @Mixin private SpanOptions span = new SpanOptions();

  @Mixin private MasterOption master = new MasterOption();

  @Override
  public Integer call() throws Exception {
    String query =
        "contention.json?"
            + span.query(System.currentTimeMillis())
            + (tenant == null ? "" : "&tenant=" + TenantId.of(tenant));
    master.print(cluster, query, "contention", this::print);
    return 0;
  }

  private void print(JsonObject document) {
    List<JsonObject> tenants = new ArrayList<>();
    MasterOption.member(document, "tenants")
        .getAsJsonArray()
        .forEach(each -> tenants.add(each.getAsJsonObject()));
    List<String> causes = causes(document);
    tenants.removeIf(each -> !hasLost(each));
    tenants.sort(Comparator.comparingDouble(ContentionCommand::loss).reversed());
    if (tenants.isEmpty()) {
      System.out.println("Nobody lost throughput.");
    }
    for (JsonObject each : tenants) {
      System.out.println(
          format(
              "%s: throughput loss %.1f%% on average over %s; about %,.0f operations lost",
              Shortened.of(MasterOption.text(each, "tenant")),
              100 * loss(each),
              duration(number(each, "seconds")),
              number(each, "lostOperations")));
      double below = number(each, "belowSloSeconds");
      if (below > 0) {
        System.out.println("  below its SLO for " + duration(below));
      }
      losses(each).forEach(line -> System.out.println("  through " + line));
      minutes(each).forEach(line -> System.out.println("  worst minute " + line));
    }
    if (!tenants.isEmpty() && !causes.isEmpty()) {
      System.out.println("To whom tenants lost most in this time, on all servers:");
      causes.forEach(line -> System.out.println("  " + line));
    }
    UsageCommand.note(document);
  }

  private static boolean hasLost(JsonObject tenant) {
    return number(tenant, "lossSeconds") > 0
        || number(tenant, "belowSloSeconds") > 0
        || sum(seconds(tenant, "lostSeconds")) > 0;
  }

  private static double number(JsonObject object, String member) {
    return MasterOption.member(object, member).getAsDouble();
  }

  private static double loss(JsonObject of) {
    double seconds = number(of, "seconds");
    return seconds > 0 ? number(of, "lossSeconds") / seconds : 0;
  }

  private static String duration(double seconds) {
    return seconds >= 7_200 ? format("%.1f h", seconds / 3_600) : format("%.0f min", seconds / 60);
  }

  /** One line for each resource, the one through which most was lost first. */
  private static List<String> losses(JsonObject of) {
    Map<String, Double> lost = seconds(of, "lostSeconds");
    double all = sum(lost);
    return greatestFirst(lost)
        .map(
            each ->
                format(
                    "%s: %.0f%% of its loss, %,.0f request seconds",
                    each.getKey(), 100 * each.getValue() / all, each.getValue()))
        .collect(Collectors.toList());
  }

  private static Map<String, Double> seconds(JsonObject of, String member) {
    Map<String, Double> seconds = new TreeMap<>();
    MasterOption.member(of, member)
        .getAsJsonObject()
        .entrySet()
        .forEach(
            each ->
                seconds.put(
                    Shortened.of(each.getKey().toLowerCase(Locale.ROOT)).replace("hdfs", "HDFS"),
                    each.getValue().getAsDouble()));
    return seconds;
  }

  private static double sum(Map<String, Double> seconds) {
    return seconds.values().stream().mapToDouble(each -> each).sum();
  }

  private static Stream<Map.Entry<String, Double>> greatestFirst(Map<String, Double> seconds) {
    return seconds.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed());
  }

  /** One line for each of the tenants to which others lost most. */
  private static List<String> causes(JsonObject document) {
    List<String> lines = new ArrayList<>();
    for (JsonElement each : MasterOption.member(document, "causes").getAsJsonArray()) {
      JsonObject cause = each.getAsJsonObject();
      Map<String, Double> caused = seconds(cause, "causedSeconds");
      lines.add(
          greatestFirst(caused)
              .map(through -> format("%s %,.0f", through.getKey(), through.getValue()))
              .collect(
                  Collectors.joining(
                      ", ",
                      format(
                          "%s: %,.0f request seconds (",
                          Shortened.of(MasterOption.text(cause, "tenant")), sum(caused)),
                      ")")));
    }
    return lines;
  }

  private List<String> minutes(JsonObject of) {
    List<String> lines = new ArrayList<>();
    for (JsonElement each : MasterOption.member(of, "worstMinutes").getAsJsonArray()) {
      JsonObject minute = each.getAsJsonObject();
      if (lines.size() < MAX_MINUTES && loss(minute) > 0) {
        List<String> losses = losses(minute);
        lines.add(
            format(
                "%s: loss %.0f%%%s",
                span.text(MasterOption.member(minute, "startMillis").getAsLong()),
                100 * loss(minute),
                losses.isEmpty() ? "" : ", most through " + losses.get(0)));
      }
    }
    return lines;
  }
}
