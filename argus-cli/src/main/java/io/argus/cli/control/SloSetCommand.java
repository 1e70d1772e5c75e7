package io.argus.cli.control;

import static io.argus.core.text.Text.format;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.argus.cli.live.MasterOption;
import io.argus.cli.output.ExitCode;
import io.argus.core.slo.Slo;
import io.argus.core.slo.Slo.Measure;
import io.argus.core.slo.Slo.Requests;
import io.argus.core.slo.Slos;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.Shortened;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "set",
    header = "Set an SLO of a tenant.",
    description = {
      "Asks the master first whether it can be met together with the other SLOs. If not, nothing is"
          + " changed.",
      "Example: argus slo set alice --min-ops 5000"
    })
final class SloSetCommand implements Callable<Integer> {
  /** The figure of the SLO: exactly one of them. */
  static final class Measures {
    @Option(
        names = "--min-ops",
        paramLabel = "N",
        description = "At least so many operations a second.")
    private @Nullable Double operations;

    @Option(
        names = "--p99",
        paramLabel = "MS",
        description = "99 of 100 requests take at most so many milliseconds in the region servers.")
    private @Nullable Double millis;

    Slo slo(TenantId tenant, Requests requests) {
      Double value = operations != null ? operations : millis;
      return Slo.of(
          tenant,
          operations != null ? Measure.OPS : Measure.P99,
          requests,
          value == null ? 0 : value);
    }
  }

  @Mixin private SettingsChange change = new SettingsChange();

  @Mixin private MasterOption master = new MasterOption();

  @Parameters(paramLabel = "TENANT", description = "The tenant that gets the SLO.")
  private String tenant = "";

  @ArgGroup(multiplicity = "1")
  private Measures measures = new Measures();

  @Option(
      names = "--kind",
      paramLabel = "get|scan|write",
      description = "Only requests of that kind. Default: all.")
  private Requests requests = Requests.ALL;

  @Option(
      names = "--force",
      description = "Sets it even if it cannot be met, and without asking the master.")
  private boolean forced;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Slo slo = measures.slo(TenantId.of(tenant), requests);
    if (forced) {
      return change.changeSlos(before -> before.with(slo));
    }
    Slos asked = change.slos().with(slo);
    if (!meetsAll(asked)) {
      return ExitCode.FAILED.code();
    }
    return change.changeSlos(before -> requireSame(before.with(slo), asked));
  }

  private static Slos requireSame(Slos now, Slos asked) {
    if (!now.toString().equals(asked.toString())) {
      throw new IllegalArgumentException(
          "somebody changed SLOs meanwhile; with theirs they are "
              + now
              + ": run the command again (nothing was changed)");
    }
    return now;
  }

  /** Whether the master says that all can be met; prints why not. */
  private boolean meetsAll(Slos slos) throws IOException, InterruptedException {
    String query = MasterOption.encoded(slos.toString());
    String json = master.read(change.cluster(), "slos.json?slos=" + query);
    return MasterOption.read(json, "slos", SloSetCommand::explained);
  }

  /** Prints what an answer of the master says; returns whether all can be met. */
  private static boolean explained(JsonObject answer) {
    if (MasterOption.member(answer, "meetsAll").getAsBoolean()) {
      for (JsonElement each : MasterOption.member(answer, "unknown").getAsJsonArray()) {
        System.err.println(
            Shortened.onOneLine(each.getAsString())
                + " asks for less now: whether its SLO can be met is not known");
      }
      return true;
    }
    System.err.println("argus: refused, nothing was changed: these SLOs cannot all be met");
    for (JsonElement each : MasterOption.member(answer, "shortfalls").getAsJsonArray()) {
      System.err.println("  " + sentence(each.getAsJsonObject()));
    }
    System.err.println("'argus capacity --slo' says how many region servers would do.");
    return false;
  }

  private static String sentence(JsonObject shortfall) {
    return format(
        "%s: %,.0f of %,.0f operations a second can be met; %s",
        MasterOption.text(shortfall, "tenant"),
        MasterOption.member(shortfall, "achievable").getAsDouble(),
        MasterOption.member(shortfall, "target").getAsDouble(),
        MasterOption.text(shortfall, "missing"));
  }
}
