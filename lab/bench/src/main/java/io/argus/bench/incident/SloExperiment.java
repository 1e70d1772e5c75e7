package io.argus.bench.incident;

import static io.argus.core.text.Text.format;

import io.argus.bench.incident.IncidentReport.Judged;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.scenario.Timeline;
import io.argus.master.slo.SloState;
import io.argus.master.status.ClusterStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The first tenant has an SLO of most of what the disk reads. A second SLO as large is refused. In
 * the end the first two tenants have SLOs that fit, and the disk loses half its speed.
 *
 * <p>Used by one thread.
 */
public final class SloExperiment {
  /** Until the plan that meets an SLO is there, and clients have felt it. */
  private static final int SETTLES_SECONDS = 20;

  private static final double KEPT = 0.98;
  private static final double SLOW = 0.5;

  /** How far the parts may be apart that two tenants have of their SLOs. */
  private static final double APART = 0.1;

  private final LoadedServers servers;
  private final Operator operator;
  private final int phaseSeconds;
  private final int target;
  private final int laterFirst;
  private final int laterSecond;

  /** Whoever gives commands to the cluster. */
  @FunctionalInterface
  public interface Operator {
    /** Runs a command of {@code bin/argus} and returns its exit code. */
    int run(String... arguments);
  }

  /** A tenant in a phase, by its client. */
  record Phase(String tenant, String phase, int target, double opsPerSecond) {}

  /**
   * @param target operations a second that the SLO of the first tenant asks for, and the second one
   *     asks for
   * @param laterFirst the SLO of the first tenant before the disk loses half its speed
   * @param laterSecond likewise the second one
   */
  public SloExperiment(
      LoadedServers servers,
      Operator operator,
      int phaseSeconds,
      int target,
      int laterFirst,
      int laterSecond) {
    this.servers = servers;
    this.operator = operator;
    this.phaseSeconds = phaseSeconds;
    this.target = target;
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
                    format("%s has an SLO of %d operations a second", first, target),
                    begins -> slo(begins, first, target)),
                new Incident(
                    2 * phaseSeconds - SETTLES_SECONDS / 2,
                    format("%s asks for the same SLO", second),
                    begins -> {
                      begins.run();
                      refused[0] = set(second, target);
                    }),
                new Incident(
                    2 * phaseSeconds,
                    format("the SLOs are %d and %d", laterFirst, laterSecond),
                    begins -> {
                      slo(begins, first, laterFirst);
                      slo(() -> {}, second, laterSecond);
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

  private void slo(Runnable begins, String tenant, int operations) throws IOException {
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
    String[] names = {"no SLO", "one SLO", "two SLOs", "half the disk"};
    for (int k = 0; k < names.length; k++) {
      for (int i = 0; i < seen.timelines().size(); i++) {
        Timeline timeline = seen.timelines().get(i);
        int from = k * phaseSeconds + SETTLES_SECONDS;
        int to = (k + 1) * phaseSeconds - SETTLES_SECONDS / 2;
        phases.add(new Phase(timeline.tenant(), names[k], sloIn(k, i), timeline.mean(from, to)));
      }
    }
    return phases;
  }

  private int sloIn(int phase, int tenant) {
    if (phase == 0 || tenant > 1) {
      return 0;
    }
    if (phase == 1) {
      return tenant == 0 ? target : 0;
    }
    return tenant == 0 ? laterFirst : laterSecond;
  }

  private static List<String> table(List<Phase> phases) {
    List<String> lines = new ArrayList<>();
    lines.add(format("%-14s %-12s %10s %10s", "phase", "tenant", "SLO/s", "has/s"));
    for (Phase each : phases) {
      lines.add(
          format(
              "%-14s %-12s %10s %,10.0f",
              each.phase(),
              each.tenant(),
              each.target() == 0 ? "-" : each.target() + "",
              each.opsPerSecond()));
    }
    return lines;
  }

  private List<Judged> judged(LoadedServers.Seen seen, List<Phase> phases, int refused) {
    int tenants = seen.timelines().size();
    List<Judged> judged = new ArrayList<>();
    judged.add(
        Judged.atLeast(
            phases.get(tenants).tenant() + " with an SLO of " + target + " has",
            phases.get(tenants).opsPerSecond(),
            KEPT * target));
    judged.add(Judged.so("a second SLO of " + target + " is refused", refused == 1));
    for (int i = 0; i < 2; i++) {
      Phase phase = phases.get(2 * tenants + i);
      judged.add(
          Judged.atLeast(
              phase.tenant() + " with an SLO of " + phase.target() + " has",
              phase.opsPerSecond(),
              KEPT * phase.target()));
    }
    judged.add(Judged.so("on half the disk both SLOs are reported as missed", missed(seen) == 2));
    Phase one = phases.get(3 * tenants);
    Phase other = phases.get(3 * tenants + 1);
    double apart =
        Math.abs(one.opsPerSecond() / one.target() - other.opsPerSecond() / other.target());
    judged.add(
        new Judged(
            "parts of their SLOs that both have then are apart by",
            apart,
            format("at most %.2f", APART),
            apart <= APART));
    return judged;
  }

  private static long missed(LoadedServers.Seen seen) {
    Optional<ClusterStatus> status = seen.status();
    return status.stream()
        .flatMap(each -> each.slos().stream())
        .filter(each -> each.verdict() == SloState.Verdict.MISSED)
        .count();
  }
}
