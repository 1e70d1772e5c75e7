package io.argus.cli.observe;

import static io.argus.core.text.Text.format;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.argus.cli.live.MasterOption;
import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.ExitCode;
import io.argus.cli.output.TextTable;
import io.argus.master.capacity.TenantOperations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "capacity",
    header = "Say how many region servers meet every SLO.",
    description = {
      "With --servers it says what so many would give. It predicts from the models of the planner, for"
          + " servers like the current ones with regions spread evenly, and from what this cluster"
          + " did while it had other numbers of servers. It asks the web UI of the active master.",
      "Example: argus capacity --slo alice:500 --slo bob:2000 --add-tenant alice:300"
    })
final class CapacityCommand implements Callable<Integer> {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Mixin private MasterOption master = new MasterOption();

  @Option(
      names = "--slo",
      paramLabel = "TENANT:OPS",
      description = "Least operations a second that a tenant is to get. Repeatable.")
  private List<String> slos = new ArrayList<>();

  @Option(
      names = "--add-tenant",
      paramLabel = "LIKE:OPS",
      description =
          "A further tenant that is like a known one, with as much data, and asks for so many"
              + " operations a second. Repeatable.")
  private List<String> added = new ArrayList<>();

  @Option(
      names = "--servers",
      paramLabel = "N",
      description = "What so many region servers would give. Default: how many it takes.")
  private @Nullable Integer servers;

  @Option(
      names = "--extrapolate",
      description =
          "Also answers for fewer than half or more than twice the servers that this cluster was"
              + " seen with. The error grows.")
  private boolean extrapolates;

  @Override
  public Integer call() throws IOException, InterruptedException {
    String document = document();
    String json = master.read(cluster, document);
    return MasterOption.read(
        json,
        "a capacity",
        answer -> {
          boolean unkept = isUnkept(answer);
          if (cluster.json()) {
            System.out.println(json);
          } else {
            print(answer);
          }
          return (unkept ? ExitCode.ATTENTION : ExitCode.DONE).code();
        });
  }

  private String document() {
    List<String> parameters = new ArrayList<>();
    add(parameters, "slo", slos);
    add(parameters, "add", added);
    if (servers != null) {
      parameters.add("servers=" + servers);
    }
    if (extrapolates) {
      parameters.add("extrapolate");
    }
    return "capacity.json" + (parameters.isEmpty() ? "" : "?" + String.join("&", parameters));
  }

  private static void add(List<String> parameters, String name, List<String> values) {
    String all = String.join(",", values);
    if (!all.isEmpty()) {
      TenantOperations.parse(all); // finds typing errors without the master
      parameters.add(name + "=" + all);
    }
  }

  private boolean isUnkept(JsonObject answer) {
    Integer wanted = servers;
    if (slos.isEmpty() && added.isEmpty()) {
      return false;
    }
    if (wanted == null) {
      return !answer.has("neededServers");
    }
    for (JsonElement each : MasterOption.member(answer, "outcomes").getAsJsonArray()) {
      JsonObject outcome = each.getAsJsonObject();
      if (MasterOption.member(outcome, "servers").getAsInt() == wanted) {
        return !MasterOption.member(outcome, "meetsSlos").getAsBoolean();
      }
    }
    return true;
  }

  private void print(JsonObject answer) {
    int current = MasterOption.member(answer, "currentServers").getAsInt();
    if (!slos.isEmpty() || !added.isEmpty()) {
      System.out.println(needed(answer));
    }
    System.out.println(
        format(
            "There are %d region servers. Calibrated for %d to %d.",
            current,
            MasterOption.member(answer, "calibratedFrom").getAsInt(),
            MasterOption.member(answer, "calibratedTo").getAsInt()));
    for (JsonElement each : MasterOption.member(answer, "outcomes").getAsJsonArray()) {
      print(each.getAsJsonObject(), current);
    }
    String note = MasterOption.text(answer, "note");
    if (!note.isEmpty()) {
      System.out.println();
      System.out.println(note);
    }
  }

  private static String needed(JsonObject answer) {
    JsonElement needed = answer.get("neededServers");
    JsonElement atWorst = answer.get("neededServersAtWorst");
    if (needed == null) {
      return "No number of region servers that may be answered for meets every SLO.";
    }
    return format("%d region servers meet every SLO as predicted", needed.getAsInt())
        + (atWorst == null
            ? "; if the prediction is as far off as its error, none in the range does."
            : format("; %d if the prediction is as far off as its error.", atWorst.getAsInt()));
  }

  private static void print(JsonObject outcome, int current) {
    int servers = MasterOption.member(outcome, "servers").getAsInt();
    double cpu = MasterOption.member(outcome, "cpuUse").getAsDouble();
    System.out.println();
    System.out.println(
        format(
            "%d region servers%s: %,.0f ops/s (%,.0f to %,.0f)%s",
            servers,
            servers == current ? " as now" : "",
            MasterOption.member(outcome, "operationsPerSecond").getAsDouble(),
            MasterOption.member(outcome, "least").getAsDouble(),
            MasterOption.member(outcome, "most").getAsDouble(),
            cpu > 1 ? ", limited by CPU" : ""));
    TextTable table = new TextTable();
    List<String> basis = new ArrayList<>(Collections.singletonList("predicted by"));
    table.row("tenant", "asks for", "ops/s", "range", "by current clients", "alone", "mean ms");
    for (JsonElement each : MasterOption.member(outcome, "tenants").getAsJsonArray()) {
      JsonObject tenant = each.getAsJsonObject();
      double asked = MasterOption.member(tenant, "asked").getAsDouble();
      boolean hasSlo = MasterOption.member(tenant, "hasSlo").getAsBoolean();
      table.row(
          MasterOption.member(tenant, "tenant").getAsString(),
          asked == 0 ? "all" : format("%,.0f%s", asked, hasSlo ? " SLO" : ""),
          number(tenant, "operationsPerSecond"),
          number(tenant, "least") + ".." + number(tenant, "most"),
          unlessZero(tenant, "byCurrentClients"),
          unlessZero(tenant, "isolatedThroughput"),
          latency(tenant.get("latencyMillis")));
      basis.add(MasterOption.member(tenant, "basis").getAsString());
    }
    table.print(basis);
  }

  private static String number(JsonObject tenant, String member) {
    return format("%,.0f", MasterOption.member(tenant, member).getAsDouble());
  }

  private static String unlessZero(JsonObject tenant, String member) {
    double value = MasterOption.member(tenant, member).getAsDouble();
    return value == 0 ? "-" : format("%,.0f", value);
  }

  private static String latency(@Nullable JsonElement millis) {
    return millis == null ? "-" : format("%.1f", millis.getAsDouble());
  }
}
