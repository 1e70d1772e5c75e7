package io.argus.cli.observe;

import static io.argus.cli.live.MasterOption.text;
import static io.argus.core.text.Text.format;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.argus.cli.live.MasterOption;
import io.argus.cli.live.ReadOptions;
import io.argus.core.text.Shortened;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "placement",
    header = "Show which regions should be on another server.",
    description = {
      "It says what D that would bring, and moves nothing. Each move is a command for the HBase"
          + " shell. It asks the web UI of the active master.",
      "Example: argus placement --moves 5"
    })
final class PlacementCommand implements Callable<Integer> {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Mixin private MasterOption master = new MasterOption();

  @Option(
      names = "--moves",
      paramLabel = "N",
      description = "Most regions to move, 1..50 (default: ${DEFAULT-VALUE}).")
  private int moves = 10;

  @Override
  public Integer call() throws IOException, InterruptedException {
    master.print(cluster, "placement.json?moves=" + moves, "a placement", PlacementCommand::print);
    return 0;
  }

  /** Everything but the commands is a comment of the HBase shell, which is Ruby. */
  private static void print(JsonObject placement) {
    System.out.printf(
        Locale.ROOT,
        "# D that the planner can reach with %d regions on %d servers: %s%n",
        MasterOption.member(placement, "regions").getAsInt(),
        MasterOption.member(placement, "servers").getAsInt(),
        scores(placement, "before"));
    JsonElement groups = placement.get("groups"); // an earlier master does not send it
    if (groups != null && !groups.getAsJsonObject().keySet().isEmpty()) {
      System.out.println(
          "# regions stay in their region server groups: "
              + Shortened.of(String.join(", ", groups.getAsJsonObject().keySet())));
    }
    JsonArray moves = MasterOption.member(placement, "moves").getAsJsonArray();
    for (JsonElement each : moves) {
      JsonObject move = each.getAsJsonObject();
      System.out.printf(
          Locale.ROOT,
          "# %s of tenant %s, %.0f %% of its operations, from %s: %s%n",
          text(move, "table"),
          text(move, "tenant"),
          100 * MasterOption.member(move, "demandShare").getAsDouble(),
          text(move, "from"),
          text(move, "why"));
      System.out.printf(Locale.ROOT, "move '%s', '%s'%n", name(move, "region"), name(move, "to"));
      System.out.println("#   then " + scores(move, "after"));
    }
    if (moves.isEmpty()) {
      System.out.println("# no move: " + text(placement, "note"));
    } else {
      System.out.println(
          "# after all moves, by the isolated throughputs of the new placement: "
              + scores(placement, "reassessed"));
    }
  }

  /** A name that the shell can only take as a name. */
  private static String name(JsonObject move, String member) {
    String name = text(move, member);
    if (!name.matches("[A-Za-z0-9.,:_-]+")) {
      throw new IllegalStateException(member + " is '" + name + "'; must be a name of HBase");
    }
    return name;
  }

  private static String scores(JsonObject owner, String name) {
    JsonObject score = MasterOption.member(owner, name).getAsJsonObject();
    return format(
        "D %.3f   J %.3f   E %.3f",
        MasterOption.member(score, "dScore").getAsDouble(),
        MasterOption.member(score, "jIndex").getAsDouble(),
        MasterOption.member(score, "efficiency").getAsDouble());
  }
}
