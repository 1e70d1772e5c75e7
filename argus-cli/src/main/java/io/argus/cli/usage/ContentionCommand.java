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
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "contention",
    header = "Shows who was slowed, by whom, and through what.",
    description =
        "Through what: cache, HDFS or processor. It has each tenant's worst minutes. It asks the web"
            + " UI of the active master, which keeps it by the hour in an HBase table.")
public final class ContentionCommand implements Callable<Integer> {
  /** The causes that are named, by resource. */
  private static final int MOST_CAUSES = 3;

  private static final int MOST_MINUTES = 5;

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
    tenants.sort(Comparator.comparingDouble(ContentionCommand::slowdown).reversed());
    if (tenants.isEmpty()) {
      System.out.println("Nobody was slowed.");
    }
    for (JsonObject each : tenants) {
      System.out.println(
          format(
              "%s: slowed %.1f %% on average over %s; some %,.0f operations lost",
              Shortened.of(MasterOption.text(each, "tenant")),
              100 * slowdown(each),
              duration(number(each, "seconds")),
              number(each, "lostOperations")));
      double below = number(each, "belowPromiseSeconds");
      if (below > 0) {
        System.out.println("  below its promise for " + duration(below));
      }
      causes(each).forEach(line -> System.out.println("  through " + line));
      minutes(each).forEach(line -> System.out.println("  worst minute " + line));
    }
    UsageCommand.note(document);
  }

  private static double number(JsonObject object, String member) {
    return MasterOption.member(object, member).getAsDouble();
  }

  private static double slowdown(JsonObject of) {
    double seconds = number(of, "seconds");
    return seconds > 0 ? number(of, "slowdownSeconds") / seconds : 0;
  }

  private static String duration(double seconds) {
    return seconds >= 7_200 ? format("%.1f h", seconds / 3_600) : format("%.0f min", seconds / 60);
  }

  /** One line for each resource, the one through which most was lost first. */
  private static List<String> causes(JsonObject of) {
    JsonObject lost = MasterOption.member(of, "lostSeconds").getAsJsonObject();
    double all = lost.entrySet().stream().mapToDouble(each -> sum(each.getValue())).sum();
    return lost.entrySet().stream()
        .sorted(
            Comparator.comparingDouble(
                    (Map.Entry<String, JsonElement> each) -> sum(each.getValue()))
                .reversed())
        .map(
            each ->
                format(
                    "%s: %.0f %% of its loss, %,.0f request seconds, by %s",
                    Shortened.of(each.getKey().toLowerCase(Locale.ROOT)).replace("hdfs", "HDFS"),
                    100 * sum(each.getValue()) / all,
                    sum(each.getValue()),
                    names(each.getValue(), sum(each.getValue()))))
        .collect(Collectors.toList());
  }

  private static double sum(JsonElement causes) {
    return causes.getAsJsonObject().entrySet().stream()
        .mapToDouble(cause -> cause.getValue().getAsDouble())
        .sum();
  }

  private static String names(JsonElement causes, double all) {
    return causes.getAsJsonObject().entrySet().stream()
        .sorted(
            Comparator.comparingDouble(
                    (Map.Entry<String, JsonElement> cause) -> cause.getValue().getAsDouble())
                .reversed())
        .limit(MOST_CAUSES)
        .map(
            cause ->
                format(
                    "%s (%.0f %%)",
                    Shortened.of(cause.getKey()), 100 * cause.getValue().getAsDouble() / all))
        .collect(Collectors.joining(", "));
  }

  private List<String> minutes(JsonObject of) {
    List<String> lines = new ArrayList<>();
    for (JsonElement each : MasterOption.member(of, "worstMinutes").getAsJsonArray()) {
      JsonObject minute = each.getAsJsonObject();
      if (lines.size() < MOST_MINUTES && slowdown(minute) > 0) {
        List<String> causes = causes(minute);
        lines.add(
            format(
                "%s: %.0f %% slowed%s",
                span.text(MasterOption.member(minute, "startMillis").getAsLong()),
                100 * slowdown(minute),
                causes.isEmpty() ? "" : ", most through " + causes.get(0)));
      }
    }
    return lines;
  }
}
