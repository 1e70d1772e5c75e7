package io.argus.bench.incident;

import static io.argus.core.text.Text.format;

import io.argus.bench.incident.IncidentReport.Judged;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.scenario.Timeline;
import io.argus.cluster.EmbeddedCluster;
import io.argus.load.table.RegionLayout;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A hot region moves to another region server under load: the first region of the first tenant. Its
 * blocks stay where they are.
 *
 * <p>Used by one thread.
 */
public final class MoveExperiment {
  /** How soon tenants are to be back. */
  private static final int SOON_SECONDS = 15;

  private final LoadedServers servers;
  private final int beforeSeconds;
  private final int afterSeconds;

  /**
   * A tenant of the experiment.
   *
   * @param beforePerSecond its steady throughput before the move
   * @param lowestPerSecond its slowest second after the move
   * @param afterPerSecond its steady throughput in the end
   * @param backAfterSeconds until it had 90 % of its throughput before again; null if it never had
   */
  record Tenant(
      String tenant,
      double beforePerSecond,
      long lowestPerSecond,
      double afterPerSecond,
      @Nullable Integer backAfterSeconds) {
    static Tenant of(Timeline timeline, int moved) {
      int end = timeline.opsBySecond().size();
      double before = timeline.steady(0, moved);
      OptionalInt back = timeline.backAfter(moved, end, before);
      return new Tenant(
          timeline.tenant(),
          before,
          timeline.opsBySecond().subList(moved, end).stream()
              .mapToLong(Long::longValue)
              .min()
              .orElse(0),
          timeline.steady(moved, end),
          back.isPresent() ? Integer.valueOf(back.getAsInt()) : null);
    }
  }

  public MoveExperiment(LoadedServers servers, int beforeSeconds, int afterSeconds) {
    this.servers = servers;
    this.beforeSeconds = beforeSeconds;
    this.afterSeconds = afterSeconds;
  }

  /** Starts the cluster and runs the experiment. The cluster stays up. */
  public IncidentReport run() throws IOException {
    Duration length = Duration.ofSeconds(beforeSeconds + afterSeconds);
    servers.start(length);
    TenantWorkload hot = servers.mix().tenants().get(0);
    int count = servers.size().regionServers();
    RegionLayout layout = hot.placement().layout(count, 1);
    int from = layout.regions().get(0).server();
    int to = (from + 1) % count;
    String what =
        format(
            "a region of %s moves from %s to %s",
            hot.name(), EmbeddedCluster.regionServer(from), EmbeddedCluster.regionServer(to));
    LoadedServers.Seen seen =
        servers.run(
            length,
            List.of(
                new Incident(
                    beforeSeconds,
                    what,
                    begins -> servers.tables().moveRegion(hot.table(), 0, to, begins))));
    List<Tenant> tenants =
        seen.timelines().stream().map(each -> Tenant.of(each, seen.second())).toList();
    return IncidentReport.of("move", servers, seen, tenants, table(tenants), judged(seen, tenants));
  }

  private static List<String> table(List<Tenant> tenants) {
    List<String> lines = new ArrayList<>();
    lines.add(
        format(
            "%-8s %10s %10s %10s %13s",
            "tenant", "before/s", "lowest/s", "after/s", "back after s"));
    for (Tenant each : tenants) {
      lines.add(
          format(
              "%-8s %,10.0f %,10d %,10.0f %13s",
              each.tenant(),
              each.beforePerSecond(),
              each.lowestPerSecond(),
              each.afterPerSecond(),
              each.backAfterSeconds() == null ? "never" : each.backAfterSeconds().toString()));
    }
    return lines;
  }

  private List<Judged> judged(LoadedServers.Seen seen, List<Tenant> tenants) {
    List<Judged> judged = new ArrayList<>();
    for (Tenant each : tenants) {
      judged.add(
          Judged.soon(
              each.tenant() + " has 90 % of its throughput before the move again after",
              each.backAfterSeconds(),
              SOON_SECONDS));
    }
    OptionalInt followed =
        seen.plans()
            .followedAfter(seen.second(), beforeSeconds + afterSeconds, servers.names(seen));
    judged.add(
        Judged.soon(
            "shares are as in the end after",
            followed.isPresent() ? Integer.valueOf(followed.getAsInt()) : null,
            SOON_SECONDS));
    return judged;
  }
}
