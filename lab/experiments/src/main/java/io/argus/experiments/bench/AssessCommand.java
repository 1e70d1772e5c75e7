package io.argus.experiments.bench;

import static io.argus.core.text.Text.format;
import static io.argus.load.basics.Argument.require;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.bench.result.MixResult;
import io.argus.bench.result.TenantResult;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.WorkloadMix;
import io.argus.cli.output.TextTable;
import io.argus.experiments.output.TerminalProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "assess",
    description = {
      "Measures whether 'argus assess' is right: it records what stock HBase shows under each"
          + " workload mix, measures the same mix with Argus, and compares the verdict with what"
          + " the tenant that gains most has with Argus / on stock HBase.",
      "Exit code 1 if a verdict is wrong. Six mixes take about 30 minutes."
    },
    showDefaultValues = true)
final class AssessCommand implements Callable<Integer> {
  private static final String STOCK = "stock";
  private static final String ARGUS = "argus";

  /** A tenant that has so many times as much would notice Argus. */
  private static final double NOTICED = 1.5;

  private static final int MIN_WINDOW_SECONDS = 30;

  @Mixin private BenchOptions options = BenchOptions.toAssess();

  @Parameters(
      arity = "0..*",
      paramLabel = "MIX",
      showDefaultValue = Visibility.NEVER,
      description =
          "Workload mixes as in 'argus-bench'. Default: three that Argus helps and three that it"
              + " does not.")
  private List<String> mixes =
      List.of(
          "exhot50+uniform200",
          "uniform50+uniform50",
          "exhot10@200+uniform10@50",
          "exhot50+scan200",
          "uniform50+uniform200",
          "scan50+scan50");

  @Option(names = "--save", paramLabel = "DIR", description = "Where to record.")
  private Path save = Path.of("assessed-loads");

  @Override
  public Integer call() throws IOException {
    RunSettings settings = options.settings();
    require(
        settings.window().toSeconds() >= MIN_WINDOW_SECONDS,
        "window",
        settings.window().toSeconds() + " s",
        "at least " + MIN_WINDOW_SECONDS + " s: HBase updates what it shows every 10 s");
    List<WorkloadMix> chosen = mixes.stream().map(WorkloadMix::parse).toList();
    AtomicReference<@Nullable RecordedLoads> loads = new AtomicReference<>();
    AtomicReference<List<MixResult>> measured = new AtomicReference<>(List.of());
    options.run(
        chosen,
        known -> known.named(List.of(STOCK, ARGUS), chosen),
        runs -> {
          measured.set(runs);
          return List.of();
        },
        cluster -> {
          RecordedLoads recording =
              new RecordedLoads(
                  new TerminalProgress(),
                  cluster,
                  STOCK,
                  chosen,
                  save,
                  settings.mixRamp(),
                  settings.window());
          loads.set(recording);
          return recording;
        });
    return print(
        chosen, Objects.requireNonNull(loads.get()), Objects.requireNonNull(measured.get()));
  }

  private static int print(List<WorkloadMix> chosen, RecordedLoads loads, List<MixResult> runs)
      throws IOException {
    TextTable table = new TextTable();
    table.row("mix", "gains most", "measured", "predicted", "verdict", "right");
    int wrong = 0;
    for (WorkloadMix mix : chosen) {
      List<TenantResult> stock = tenants(mix, STOCK, runs);
      List<TenantResult> argus = tenants(mix, ARGUS, runs);
      int most = 0;
      List<Double> gains = new ArrayList<>();
      for (int i = 0; i < stock.size(); i++) {
        gains.add(argus.get(i).throughput() / stock.get(i).throughput());
        most = gains.get(i) > gains.get(most) ? i : most;
      }
      JsonObject assessed = JsonParser.parseString(loads.assessed(mix)).getAsJsonObject();
      double predicted =
          assessed.getAsJsonArray("tenants").asList().stream()
              .mapToDouble(tenant -> tenant.getAsJsonObject().get("gain").getAsDouble())
              .max()
              .orElse(1);
      boolean right = assessed.get("helps").getAsBoolean() == (gains.get(most) >= NOTICED);
      wrong += right ? 0 : 1;
      table.row(
          mix.label(),
          mix.tenants().get(most).name(),
          format("%.2f", gains.get(most)),
          format("%.2f", predicted),
          assessed.get("verdict").getAsString(),
          right ? "yes" : "NO");
    }
    table.print();
    return wrong == 0 ? 0 : 1;
  }

  private static List<TenantResult> tenants(WorkloadMix mix, String system, List<MixResult> runs)
      throws IOException {
    return runs.stream()
        .filter(run -> run.mix().equals(mix.label()) && run.result().system().equals(system))
        .map(run -> run.result().tenants())
        .findFirst()
        .orElseThrow(() -> new IOException(mix.label() + " was not measured on " + system));
  }
}
