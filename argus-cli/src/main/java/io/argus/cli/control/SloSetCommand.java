package io.argus.cli.control;

import static io.argus.core.text.Text.format;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.argus.cli.live.MasterOption;
import io.argus.cli.output.ExitCode;
import io.argus.core.promise.Promise;
import io.argus.core.promise.Promise.Measure;
import io.argus.core.promise.Promise.Requests;
import io.argus.core.promise.Promises;
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
    header = "Promises a tenant throughput or response times.",
    description = {
      "Asks the master first whether it can be kept beside the other promises. If not, nothing is"
          + " changed.",
      "Example: argus slo set alice --min-ops 5000"
    })
final class SloSetCommand implements Callable<Integer> {
  /** What is promised: exactly one of them. */
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

    Promise promise(TenantId tenant, Requests requests) {
      Double value = operations != null ? operations : millis;
      return Promise.of(
          tenant,
          operations != null ? Measure.OPS : Measure.P99,
          requests,
          value == null ? 0 : value);
    }
  }

  @Mixin private SettingsChange change = new SettingsChange();

  @Mixin private MasterOption master = new MasterOption();

  @Parameters(paramLabel = "TENANT", description = "Who is promised something.")
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
      description = "Promises it even if it cannot be kept, and without asking the master.")
  private boolean forced;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Promise promise = measures.promise(TenantId.of(tenant), requests);
    if (forced) {
      return change.makePromises(before -> before.with(promise));
    }
    Promises asked = change.promises().with(promise);
    if (!keepsAll(asked)) {
      return ExitCode.FAILED.code();
    }
    return change.makePromises(before -> requireSame(before.with(promise), asked));
  }

  private static Promises requireSame(Promises now, Promises asked) {
    if (!now.toString().equals(asked.toString())) {
      throw new IllegalArgumentException(
          "somebody changed promises meanwhile; with theirs they are "
              + now
              + ": run the command again (nothing was changed)");
    }
    return now;
  }

  /** Whether the master says that all can be kept; prints why not. */
  private boolean keepsAll(Promises promises) throws IOException, InterruptedException {
    String query = MasterOption.encoded(promises.toString());
    String json = master.read(change.cluster(), "promises.json?promises=" + query);
    return MasterOption.read(json, "promises", SloSetCommand::explained);
  }

  /** Prints what an answer of the master says; returns whether all can be kept. */
  private static boolean explained(JsonObject answer) {
    if (MasterOption.member(answer, "keepsAll").getAsBoolean()) {
      for (JsonElement each : MasterOption.member(answer, "unknown").getAsJsonArray()) {
        System.err.println(
            Shortened.onOneLine(each.getAsString())
                + " asks for less now: whether its promise can be kept is not known");
      }
      return true;
    }
    System.err.println("argus: refused, nothing was changed: these promises cannot all be kept");
    for (JsonElement each : MasterOption.member(answer, "shortfalls").getAsJsonArray()) {
      System.err.println("  " + sentence(each.getAsJsonObject()));
    }
    System.err.println("'argus capacity --promise' says how many region servers would do.");
    return false;
  }

  private static String sentence(JsonObject shortfall) {
    return format(
        "%s: %,.0f of %,.0f operations a second can be kept; %s",
        MasterOption.text(shortfall, "tenant"),
        MasterOption.member(shortfall, "keepable").getAsDouble(),
        MasterOption.member(shortfall, "promised").getAsDouble(),
        MasterOption.text(shortfall, "missing"));
  }
}
