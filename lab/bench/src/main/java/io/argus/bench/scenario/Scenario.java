package io.argus.bench.scenario;

import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import io.argus.load.client.LoadPhase;
import io.argus.load.client.Preset;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Tenants that share a cluster, and what changes during the run: their workloads or the disk.
 *
 * @param name what {@code argus-bench} calls it
 * @param actors all of the same length; something changes where a phase of the first one begins
 * @param diskSpeeds speed of the disk in each of those phases, as a part of its limit; empty if it
 *     never changes
 * @param returning whether tenants can do after each change what they did before it
 */
public record Scenario(
    String name, List<Actor> actors, List<Double> diskSpeeds, boolean returning) {

  /**
   * A tenant and what it does, one phase after the other.
   *
   * @param tenant its table and threads
   */
  public record Actor(TenantWorkload tenant, List<LoadPhase> phases) {
    static Actor of(String name, int threads, LoadPhase... phases) {
      return new Actor(new TenantWorkload(name, phases[0].workload(), threads), List.of(phases));
    }
  }

  public Scenario {
    actors = List.copyOf(actors);
    diskSpeeds = List.copyOf(diskSpeeds);
    if (!diskSpeeds.isEmpty() && diskSpeeds.size() != actors.get(0).phases().size()) {
      throw new IllegalArgumentException(name + " needs one disk speed for each phase");
    }
    if (actors.stream().map(a -> LoadPhase.length(a.phases())).distinct().count() != 1) {
      throw new IllegalArgumentException(name + " has tenants of different lengths");
    }
  }

  /** A tenant that reads at random and one whose data fits the cache swap their workloads. */
  public static Scenario swap(int phaseSeconds) {
    LoadPhase uniform = LoadPhase.full(Preset.UNIFORM, phaseSeconds);
    LoadPhase exhot = LoadPhase.full(Preset.EXHOT, phaseSeconds);
    return new Scenario(
        "swap",
        List.of(Actor.of("tenanta", 100, uniform, exhot), Actor.of("tenantb", 100, exhot, uniform)),
        List.of(),
        false);
  }

  /** One of two random readers lowers its demand to 200, then 100 a second, then has no limit. */
  public static Scenario demand(int phaseSeconds) {
    LoadPhase full = LoadPhase.full(Preset.UNIFORM, phaseSeconds);
    return new Scenario(
        "demand",
        List.of(
            Actor.of(
                "tenanta",
                50,
                full,
                new LoadPhase(Preset.UNIFORM, phaseSeconds, 200),
                new LoadPhase(Preset.UNIFORM, phaseSeconds, 100),
                full),
            Actor.of("tenantb", 200, full, full, full, full)),
        List.of(),
        false);
  }

  /** Two random readers, on a disk that has half its speed for a while. */
  public static Scenario disk(int phaseSeconds) {
    LoadPhase full = LoadPhase.full(Preset.UNIFORM, phaseSeconds);
    return new Scenario(
        "disk",
        List.of(
            Actor.of("tenanta", 50, full, full, full), Actor.of("tenantb", 200, full, full, full)),
        List.of(1.0, 0.5, 1.0),
        false);
  }

  /** The tenants of a workload mix, which all begin at the same time. */
  public static Scenario steady(WorkloadMix mix, int seconds) {
    List<Actor> actors = new ArrayList<>();
    for (TenantWorkload tenant : mix.tenants()) {
      LoadPhase only = new LoadPhase(tenant.workload(), seconds, tenant.target());
      actors.add(new Actor(tenant, List.of(only)));
    }
    return new Scenario(mix.label(), actors, List.of(), false);
  }

  /** The rows of a tenant whose data fits the cache move, beside one that reads at random. */
  public static Scenario hotSet(int phaseSeconds, int moves) {
    LoadPhase[] hot = new LoadPhase[moves + 1];
    for (int i = 0; i <= moves; i++) {
      hot[i] = LoadPhase.full(Preset.EXHOT.moved(i), phaseSeconds);
    }
    LoadPhase[] uniform = new LoadPhase[moves + 1];
    Arrays.fill(uniform, LoadPhase.full(Preset.UNIFORM, phaseSeconds));
    return new Scenario(
        "hot-set",
        List.of(Actor.of("tenanta", 50, hot), Actor.of("tenantb", 200, uniform)),
        List.of(),
        true);
  }

  /** The seconds at which something changes, the start and the end included. */
  List<Integer> bounds() {
    List<Integer> bounds = new ArrayList<>(List.of(0));
    for (LoadPhase phase : actors.get(0).phases()) {
      bounds.add(bounds.get(bounds.size() - 1) + phase.seconds());
    }
    return List.copyOf(bounds);
  }

  /** The tenants that begin other work than before, by the second at which they do. */
  SortedMap<Integer, List<String>> shifts() {
    SortedMap<Integer, List<String>> shifts = new TreeMap<>();
    if (returning) {
      return shifts;
    }
    for (Actor actor : actors) {
      int second = 0;
      for (int i = 1; i < actor.phases().size(); i++) {
        second += actor.phases().get(i - 1).seconds();
        if (!actor.phases().get(i).workload().equals(actor.phases().get(i - 1).workload())) {
          shifts.computeIfAbsent(second, s -> new ArrayList<>()).add(actor.tenant().name());
        }
      }
    }
    return shifts;
  }

  Duration length() {
    return LoadPhase.length(actors.get(0).phases());
  }

  List<TenantWorkload> tenants() {
    return actors.stream().map(Actor::tenant).toList();
  }
}
