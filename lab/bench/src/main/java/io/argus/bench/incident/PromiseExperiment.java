package io.argus.bench.incident;

import static io.argus.core.text.Text.format;

import io.argus.bench.incident.IncidentReport.Judged;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.scenario.Timeline;
import io.argus.master.promises.PromiseState;
import io.argus.master.status.ClusterStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The first tenant is promised most of what the disk reads. A second promise as large is refused.
 * In the end the first two tenants have promises that fit, and the disk loses half its speed.
 *
 * <p>Used by one thread.
 */
public final class PromiseExperiment {
  /** Until the plan that keeps a promise is there, and clients have felt it. */
  private static final int SETTLES_SECONDS = 20;

  private static final double KEPT = 0.98;
  private static final double SLOW = 0.5;

  /** How far the parts may be apart that two tenants have of their promises. */
  private static final double APART = 0.1;

  private final LoadedServers servers;
  private final Operator operator;
  private final int phaseSeconds;
  private final int promised;
  private final int laterFirst;
  private final int laterSecond;

  /** Whoever gives commands to the cluster. */
  @FunctionalInterface
  public interface Operator {
    /** Runs a command of {@code bin/argus} and returns its exit code. */
    int run(String... arguments);
  }

  /** A tenant in a phase, by its client. */
  record Phase(String tenant, String phase, int promised, double opsPerSecond) {}

  /**
   * @param promised operations a second that the first tenant is promised, and the second one asks
   *     for
   * @param laterFirst what the first tenant is promised before the disk loses half its speed
   * @param laterSecond likewise the second one
   */
  public PromiseExperiment(
      LoadedServers servers,
      Operator operator,
      int phaseSeconds,
      int promised,
      int laterFirst,
      int laterSecond) {
    this.servers = servers;
    this.operator = operator;
    this.phaseSeconds = phaseSeconds;
    this.promised = promised;
    this.laterFirst = laterFirst;
    this.laterSecond = laterSecond;
  }

  /** Starts the cluster and runs the experiment. The cluster stays up. */
  public IncidentReport run() throws IOException {
    Duration length = Duration.ofSeconds(4L * phaseSeconds);
    servers.start(length);
    List<TenantWorkload> tenants = servers.mix().tenants();
    String first = tenants.get(0).name();
    String second = tenants.get(1).name();
    int[] refused = new int[1];
    LoadedServers.Seen seen =
        servers.run(
            length,
            List.of(
                new Incident(
                    phaseSeconds,
                    format("%s is promised %d operations a second", first, promised),
                    begins -> promise(begins, first, promised)),
                new Incident(
                    2 * phaseSeconds - SETTLES_SECONDS / 2,
                    format("%s asks for the same promise", second),
                    begins -> {
                      begins.run();
                      refused[0] = set(second, promised);
                    }),
                new Incident(
                    2 * phaseSeconds,
                    format("the promises are %d and %d", laterFirst, laterSecond),
                    begins -> {
                      promise(begins, first, laterFirst);
                      promise(() -> {}, second, laterSecond);
                    }),
                new Incident(
                    3 * phaseSeconds,
                    "the disk loses half its speed",
                    begins -> {
                      servers.cluster().disks().limit(SLOW);
                      begins.run();
                    })));
    List<Phase> phases = phases(seen);
    return IncidentReport.of(
        "slo", servers, seen, phases, table(phases), judged(seen, phases, refused[0]));
  }

  private void promise(Runnable begins, String tenant, int operations) throws IOException {
    begins.run();
    int exit = set(tenant, operations);
    if (exit != 0) {
      throw new IOException(
          "'argus slo set " + tenant + " --min-ops " + operations + "' ended with " + exit);
    }
  }

  private int set(String tenant, int operations) {
    return operator.run("slo", "set", tenant, "--min-ops", Integer.toString(operations));
  }

  private List<Phase> phases(LoadedServers.Seen seen) {
    List<Phase> phases = new ArrayList<>();
    String[] names = {"no promise", "one promise", "two promises", "half the disk"};
    for (int k = 0; k < names.length; k++) {
      for (int i = 0; i < seen.timelines().size(); i++) {
        Timeline timeline = seen.timelines().get(i);
        int from = k * phaseSeconds + SETTLES_SECONDS;
        int to = (k + 1) * phaseSeconds - SETTLES_SECONDS / 2;
        phases.add(
            new Phase(timeline.tenant(), names[k], promisedIn(k, i), timeline.mean(from, to)));
      }
    }
    return phases;
  }

  private int promisedIn(int phase, int tenant) {
    if (phase == 0 || tenant > 1) {
      return 0;
    }
    if (phase == 1) {
      return tenant == 0 ? promised : 0;
    }
    return tenant == 0 ? laterFirst : laterSecond;
  }

  private static List<String> table(List<Phase> phases) {
    List<String> lines = new ArrayList<>();
    lines.add(format("%-14s %-12s %10s %10s", "phase", "tenant", "promised/s", "has/s"));
    for (Phase each : phases) {
      lines.add(
          format(
              "%-14s %-12s %10s %,10.0f",
              each.phase(),
              each.tenant(),
              each.promised() == 0 ? "-" : each.promised() + "",
              each.opsPerSecond()));
    }
    return lines;
  }

  private List<Judged> judged(LoadedServers.Seen seen, List<Phase> phases, int refused) {
    int tenants = seen.timelines().size();
    List<Judged> judged = new ArrayList<>();
    judged.add(
        Judged.atLeast(
            phases.get(tenants).tenant() + " promised " + promised + " has",
            phases.get(tenants).opsPerSecond(),
            KEPT * promised));
    judged.add(Judged.so("a second promise of " + promised + " is refused", refused == 1));
    for (int i = 0; i < 2; i++) {
      Phase phase = phases.get(2 * tenants + i);
      judged.add(
          Judged.atLeast(
              phase.tenant() + " promised " + phase.promised() + " has",
              phase.opsPerSecond(),
              KEPT * phase.promised()));
    }
    judged.add(
        Judged.so("on half the disk both promises are reported as missed", missed(seen) == 2));
    Phase one = phases.get(3 * tenants);
    Phase other = phases.get(3 * tenants + 1);
    double apart =
        Math.abs(one.opsPerSecond() / one.promised() - other.opsPerSecond() / other.promised());
    judged.add(
        new Judged(
            "parts of their promises that both have then are apart by",
            apart,
            format("at most %.2f", APART),
            apart <= APART));
    return judged;
  }

  private static long missed(LoadedServers.Seen seen) {
    Optional<ClusterStatus> status = seen.status();
    return status.stream()
        .flatMap(each -> each.promises().stream())
        .filter(each -> each.verdict() == PromiseState.Verdict.MISSED)
        .count();
  }
}
