package io.argus.bench.incident;

import static io.argus.core.text.Text.format;

import io.argus.bench.incident.IncidentReport.Judged;
import io.argus.bench.incident.SloExperiment.Operator;
import io.argus.bench.run.LoadProcess;
import io.argus.bench.run.TenantRun;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.scenario.Timeline;
import io.argus.load.client.LoadResult;
import io.argus.master.slo.SloState;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.TenantStatus;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * The first tenant has an SLO on the p99 of its response times while the others ask for all they
 * can get. Its client measures p99 in each ten seconds, before the SLO and after it. The SLO counts
 * in the region servers, as for everybody; what the client sees is printed beside it.
 *
 * <p>Used by one thread.
 */
public final class ResponseTimeExperiment {
  private static final int WINDOW_SECONDS = 10;
  private static final int WARM_SECONDS = 60;
  private static final int WINDOWS_BEFORE = 6;

  /** Windows after the SLO that do not count: until the plan that meets it is there. */
  private static final int SETTLING = 2;

  private static final double KEPT = 0.95;

  private final LoadedServers servers;
  private final Operator operator;
  private final int windows;
  private final int sloMillis;

  /**
   * Ten seconds of the first tenant, by its client.
   *
   * @param second after the start of the load
   * @param phase {@code before} the SLO, {@code settling} or {@code slo}
   * @param serverP99Millis in the region servers, as the master says at its end
   * @param othersPerSecond operations of the other tenants, likewise
   */
  record Window(
      int second,
      String phase,
      double opsPerSecond,
      double p99Millis,
      double serverP99Millis,
      double othersPerSecond) {}

  /**
   * @param windows of ten seconds after the SLO that count
   * @param sloMillis p99 of the SLO of the first tenant
   */
  public ResponseTimeExperiment(
      LoadedServers servers, Operator operator, int windows, int sloMillis) {
    this.servers = servers;
    this.operator = operator;
    this.windows = windows;
    this.sloMillis = sloMillis;
  }

  /** Starts the cluster and runs the experiment. The cluster stays up. */
  public IncidentReport run() throws IOException {
    int all = WINDOWS_BEFORE + SETTLING + windows;
    Duration length = Duration.ofSeconds(WARM_SECONDS + (long) all * WINDOW_SECONDS);
    servers.start(length);
    servers.placeWithEmptyCaches();
    servers.progress().step(servers.mix().label(), length);
    List<LoadProcess> clients = new ArrayList<>();
    try {
      for (TenantWorkload tenant : servers.mix().tenants()) {
        clients.add(servers.client(tenant));
      }
      for (LoadProcess client : clients) {
        client.awaitReady();
      }
      return measured(clients, length.multipliedBy(2));
    } finally {
      clients.forEach(LoadProcess::close);
    }
  }

  /**
   * @param longer than all windows: the other tenants are ended after the last one
   */
  private IncidentReport measured(List<LoadProcess> clients, Duration longer) throws IOException {
    for (LoadProcess other : clients.subList(1, clients.size())) {
      other.go(Duration.ZERO, longer, second -> {});
    }
    LoadProcess first = clients.get(0);
    String tenant = servers.mix().tenants().get(0).name();
    List<Long> opsBySecond = new ArrayList<>(run(first, WARM_SECONDS).opsBySecond());
    List<Window> seen = new ArrayList<>();
    int refused = 0;
    int sloAt = 0;
    for (int k = 0; k < WINDOWS_BEFORE + SETTLING + windows; k++) {
      if (k == WINDOWS_BEFORE) {
        sloAt = opsBySecond.size();
        refused = operator.run("slo", "set", tenant, "--p99", Integer.toString(sloMillis));
      }
      int second = opsBySecond.size();
      TenantRun window = run(first, WINDOW_SECONDS);
      opsBySecond.addAll(window.opsBySecond());
      LoadResult result = window.result();
      seen.add(
          new Window(
              second,
              phase(k),
              result.throughput(),
              result.p99Millis(),
              now(each -> each.tenant().equals(tenant), each -> each.responseP99Nanos() / 1e6),
              now(each -> !each.tenant().equals(tenant), TenantStatus::operationsPerSecond)));
    }
    return report(seen, new Timeline(tenant, opsBySecond), sloAt, refused);
  }

  private static TenantRun run(LoadProcess client, int seconds) throws IOException {
    client.go(Duration.ZERO, Duration.ofSeconds(seconds), second -> {});
    return client.await();
  }

  private static String phase(int window) {
    if (window < WINDOWS_BEFORE) {
      return "before";
    }
    return window < WINDOWS_BEFORE + SETTLING ? "settling" : "slo";
  }

  private IncidentReport report(List<Window> seen, Timeline timeline, int sloAt, int refused)
      throws IOException {
    List<Judged> judged = new ArrayList<>();
    if (refused != 0) {
      judged.add(Judged.so("the SLO is refused, with what is missing", refused == 1));
    } else {
      judged.add(
          Judged.atLeast(
              format("part of the windows with a p99 of at most %d ms in the servers", sloMillis),
              kept(seen, "slo", Window::serverP99Millis),
              KEPT));
      judged.add(Judged.so("the master says so, too", isKept()));
    }
    return new IncidentReport(
        "slo-p99",
        servers.cluster().runtime().name(),
        servers.cluster().disks().name(),
        servers.mix().label(),
        List.of(
            new Incident.Happened(
                format("%s has an SLO of a p99 of %d ms", timeline.tenant(), sloMillis), sloAt)),
        List.of(timeline),
        List.of(),
        seen,
        table(seen),
        judged);
  }

  private double kept(List<Window> seen, String phase, ToDoubleFunction<Window> p99Millis) {
    return seen.stream()
        .filter(window -> window.phase().equals(phase))
        .mapToInt(window -> p99Millis.applyAsDouble(window) <= sloMillis ? 1 : 0)
        .average()
        .orElse(0);
  }

  /** Whether the master reports the SLO as met. */
  private boolean isKept() throws IOException {
    return status().stream()
        .flatMap(status -> status.slos().stream())
        .map(SloState::verdict)
        .toList()
        .equals(List.of(SloState.Verdict.MET));
  }

  /** Returns the sum of a figure of some tenants. */
  private double now(Predicate<TenantStatus> which, ToDoubleFunction<TenantStatus> figure)
      throws IOException {
    return status().stream()
        .flatMap(status -> status.tenants().stream())
        .filter(which)
        .mapToDouble(figure)
        .sum();
  }

  private Optional<ClusterStatus> status() throws IOException {
    try {
      return servers.view().status();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while reading the status");
    }
  }

  private List<String> table(List<Window> seen) {
    List<String> lines = new ArrayList<>();
    lines.add(
        format(
            "%6s %-10s %10s %10s %14s %10s",
            "second", "phase", "ops/s", "p99 ms", "in servers ms", "others/s"));
    for (Window each : seen) {
      lines.add(
          format(
              "%6d %-10s %,10.0f %10.1f %14.1f %,10.0f",
              each.second(),
              each.phase(),
              each.opsPerSecond(),
              each.p99Millis(),
              each.serverP99Millis(),
              each.othersPerSecond()));
    }
    lines.add(windowsKept("by its client", seen, Window::p99Millis));
    lines.add(windowsKept("in the region servers", seen, Window::serverP99Millis));
    return lines;
  }

  private String windowsKept(String where, List<Window> seen, ToDoubleFunction<Window> p99Millis) {
    return format(
        "windows with a p99 of at most %d ms %s: %.2f before the SLO, %.2f after it",
        sloMillis, where, kept(seen, "before", p99Millis), kept(seen, "slo", p99Millis));
  }
}
