package io.argus.experiments.systems;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.argus.bench.placement.PlacementAdvice;
import io.argus.bench.run.MixPreparation;
import io.argus.bench.run.WorkloadMix;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.MasterOption;
import io.argus.cli.live.MasterPageClient;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Asks the master, as {@code argus placement} does, which region moves it advises while a workload
 * mix runs.
 *
 * <p>Used by one thread. A thread of its own asks the master.
 */
final class AdvisedPlacement implements MixPreparation {
  /** The master's answer counts for 10 s, so the last one is of a time when the mix ran. */
  private static final Duration PERIOD = Duration.ofSeconds(3);

  private static final int MAX_MOVES = 10;

  private final String name;
  private final AtomicReference<@Nullable PlacementAdvice> last = new AtomicReference<>();
  private @Nullable RepeatedTask asking;

  /**
   * @param name of the system
   */
  AdvisedPlacement(String name) {
    this.name = name;
  }

  @Override
  public void prepare(WorkloadMix mix, List<Double> isolatedThroughputs) {
    last.set(null);
    asking =
        new RepeatedTask(
            name, PERIOD, () -> PlanPreparation.connected(live -> last.set(request(live))));
  }

  @Override
  public Optional<PlacementAdvice.Advisor> placement() {
    return Optional.of(this::advise);
  }

  private PlacementAdvice advise() throws IOException {
    stop();
    PlacementAdvice advice = last.get();
    if (advice == null) {
      throw new IOException("the master gave no placement while the workload mix ran");
    }
    return advice;
  }

  @Override
  public void undo(WorkloadMix mix) {
    stop();
  }

  private void stop() {
    RepeatedTask running = asking;
    if (running != null) {
      running.stop();
      asking = null;
    }
  }

  private static PlacementAdvice request(LiveCluster live)
      throws IOException, InterruptedException {
    String page = live.status().master().page();
    return read(new MasterPageClient(page).read("placement.json?moves=" + MAX_MOVES));
  }

  /** Reads the master's answer, see docs/json.md. */
  static PlacementAdvice read(String json) throws IOException {
    return MasterOption.read(json, "a placement", AdvisedPlacement::read);
  }

  private static PlacementAdvice read(JsonObject placement) {
    List<PlacementAdvice.Move> moves = new ArrayList<>();
    for (JsonElement each : placement.getAsJsonArray("moves")) {
      JsonObject move = each.getAsJsonObject();
      String[] hostPortCode = move.get("to").getAsString().split(",", -1);
      moves.add(
          new PlacementAdvice.Move(
              move.get("region").getAsString(), Integer.parseInt(hostPortCode[1])));
    }
    return new PlacementAdvice(
        moves,
        dScore(placement, "before"),
        dScore(placement, "after"),
        dScore(placement, "reassessed"));
  }

  private static double dScore(JsonObject owner, String member) {
    return owner.getAsJsonObject(member).get("dScore").getAsDouble();
  }

  @Override
  public String describe() {
    return "region moves as advised, at most " + MAX_MOVES;
  }
}
